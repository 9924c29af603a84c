import { FlowBuilder } from './flow.ts';
import { type TextLine, UnreadableError } from './lines.ts';
import { scanXml } from './xml.ts';
import { readZipEntry } from './zip.ts';

/** Lines of an Office Open XML text (ECMA-376 part 1, 17): paragraphs, tables, text boxes. Throws UnreadableError. */
export function readDocx(bytes: Uint8Array): TextLine[] {
  const xml = readZipEntry(bytes, 'word/document.xml');
  if (xml === undefined) throw new UnreadableError('unknownFormat');
  const flow = new FlowBuilder();
  let isBold = false;
  let isText = false;
  // A text box is written twice, the second time for programs that do not know drawings; deleted text stays in the file.
  let skipped = 0;
  scanXml(xml, {
    open(name, attribute) {
      if (skipped > 0 || name === 'mc:Fallback' || name === 'w:del' || name === 'w:instrText') {
        skipped += 1;
        return;
      }
      switch (name) {
        case 'w:p':
          flow.openParagraph();
          break;
        case 'w:pStyle':
          if (/heading|überschrift|title|titel/i.test(attribute('w:val') ?? '')) flow.markHeading();
          break;
        case 'w:numPr':
          flow.markBullet();
          break;
        case 'w:r':
          isBold = false;
          break;
        case 'w:b':
          isBold = attribute('w:val') !== '0' && attribute('w:val') !== 'false';
          break;
        case 'w:t':
          isText = true;
          break;
        case 'w:tab':
          if (attribute('w:val') === undefined) flow.addText('\t', false);
          break;
        case 'w:br':
        case 'w:cr':
          flow.addText('\n', false);
          break;
        case 'w:tbl':
          flow.openTable();
          break;
        case 'w:tr':
          flow.openRow();
          break;
        case 'w:tc':
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
        case 'w:p':
          flow.closeParagraph();
          break;
        case 'w:t':
          isText = false;
          break;
        case 'w:tc':
          flow.closeCell();
          break;
        case 'w:tbl':
          flow.closeTable();
          break;
      }
    },
    text(text) {
      if (isText && skipped === 0) flow.addText(text, isBold);
    },
  });
  return flow.lines();
}
