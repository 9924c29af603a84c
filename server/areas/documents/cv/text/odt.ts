import { FlowBuilder } from './flow.ts';
import { type TextLine, UnreadableError } from './lines.ts';
import { scanXml } from './xml.ts';
import { readZipEntry } from './zip.ts';

const MAXIMUM_SPACES = 200;

/** Lines of an OpenDocument text (ISO/IEC 26300, content.xml): paragraphs, lists, tables, frames. Throws UnreadableError. */
export function readOdt(bytes: Uint8Array): TextLine[] {
  const xml = readZipEntry(bytes, 'content.xml');
  if (xml === undefined) throw new UnreadableError('unknownFormat');
  const flow = new FlowBuilder();
  const boldStyles = new Set<string>();
  const bolds: boolean[] = [];
  let style = '';
  let listDepth = 0;
  let skipped = 0;
  scanXml(xml, {
    open(name, attribute) {
      if (
        skipped > 0 ||
        name === 'office:annotation' ||
        name === 'text:tracked-changes' ||
        name === 'text:note'
      ) {
        skipped += 1;
        return;
      }
      switch (name) {
        case 'style:style':
          style = attribute('style:name') ?? '';
          break;
        case 'style:text-properties':
          if (attribute('fo:font-weight') === 'bold') boldStyles.add(style);
          break;
        case 'text:list':
          listDepth += 1;
          break;
        case 'text:p':
        case 'text:h':
          flow.openParagraph({ isHeading: name === 'text:h', isBullet: listDepth > 0 });
          bolds.push(boldStyles.has(attribute('text:style-name') ?? ''));
          break;
        case 'text:span':
          bolds.push(boldStyles.has(attribute('text:style-name') ?? '') || (bolds.at(-1) ?? false));
          break;
        case 'text:tab':
          flow.addText('\t', false);
          break;
        case 'text:s':
          flow.addText(' '.repeat(Math.min(Number(attribute('text:c') ?? 1) || 1, MAXIMUM_SPACES)), false);
          break;
        case 'text:line-break':
          flow.addText('\n', false);
          break;
        case 'table:table':
          flow.openTable();
          break;
        case 'table:table-row':
          flow.openRow();
          break;
        case 'table:table-cell':
          flow.openCell();
          break;
      }
    },
    close(name) {
      if (skipped > 0) {
        skipped -= 1;
        return;
      }
      switch (name) {
        case 'text:p':
        case 'text:h':
          flow.closeParagraph();
          bolds.pop();
          break;
        case 'text:span':
          bolds.pop();
          break;
        case 'text:list':
          listDepth -= 1;
          break;
        case 'table:table-cell':
          flow.closeCell();
          break;
        case 'table:table':
          flow.closeTable();
          break;
      }
    },
    text(text) {
      if (skipped === 0 && bolds.length > 0) flow.addText(text.replaceAll(/\s+/g, ' '), bolds.at(-1)!);
    },
  });
  return flow.lines();
}
