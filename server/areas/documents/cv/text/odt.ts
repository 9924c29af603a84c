import { FlowBuilder } from './flow.ts';
import { type TextLine, UnreadableError } from './lines.ts';
import { scanXml, type XmlHandler } from './xml.ts';
import { readZipEntry } from './zip.ts';

/** Limits the spaces of one element, because a file can claim any number. More than this separates columns just as well. */
const MAXIMUM_SPACES = 200;

/** Lines of an OpenDocument text (ISO/IEC 26300, content.xml): paragraphs, lists, tables, frames. Throws UnreadableError. */
export function readOdt(bytes: Uint8Array): TextLine[] {
  const xml = readZipEntry(bytes, 'content.xml');
  if (xml === undefined) throw new UnreadableError('unknownFormat');
  const reader = new OdtReader();
  scanXml(xml, reader);
  return reader.flow.lines();
}

const SKIPPED = new Set(['office:annotation', 'text:tracked-changes', 'text:note']);

type Attributes = (name: string) => string | undefined;

class OdtReader implements XmlHandler {
  readonly flow = new FlowBuilder();
  readonly #boldStyles = new Set<string>();
  /** Of the open paragraphs and spans, innermost last: whether their text is bold. */
  readonly #bolds: boolean[] = [];
  /** The style whose definition is being read. */
  #style = '';
  #listDepth = 0;
  #skippedDepth = 0;

  open(name: string, attribute: Attributes): void {
    if (this.#skippedDepth > 0 || SKIPPED.has(name)) {
      this.#skippedDepth += 1;
      return;
    }
    switch (name) {
      case 'style:style':
        this.#style = attribute('style:name') ?? '';
        break;
      case 'style:text-properties':
        if (attribute('fo:font-weight') === 'bold') this.#boldStyles.add(this.#style);
        break;
      case 'text:list':
        this.#listDepth += 1;
        break;
      case 'text:p':
      case 'text:h':
        this.flow.openParagraph({ isHeading: name === 'text:h', isBullet: this.#listDepth > 0 });
        this.#bolds.push(this.#hasBoldStyle(attribute));
        break;
      case 'text:span':
        this.#bolds.push(this.#hasBoldStyle(attribute) || (this.#bolds.at(-1) ?? false));
        break;
      case 'text:tab':
        this.flow.addText('\t', false);
        break;
      case 'text:s':
        this.flow.addText(' '.repeat(spaceCount(attribute)), false);
        break;
      case 'text:line-break':
        this.flow.addText('\n', false);
        break;
      case 'table:table':
        this.flow.openTable();
        break;
      case 'table:table-row':
        this.flow.openRow();
        break;
      case 'table:table-cell':
        this.flow.openCell();
        break;
    }
  }

  close(name: string): void {
    if (this.#skippedDepth > 0) {
      this.#skippedDepth -= 1;
      return;
    }
    switch (name) {
      case 'text:p':
      case 'text:h':
        this.flow.closeParagraph();
        this.#bolds.pop();
        break;
      case 'text:span':
        this.#bolds.pop();
        break;
      case 'text:list':
        this.#listDepth -= 1;
        break;
      case 'table:table-cell':
        this.flow.closeCell();
        break;
      case 'table:table':
        this.flow.closeTable();
        break;
    }
  }

  text(text: string): void {
    const isBold = this.#bolds.at(-1);
    if (this.#skippedDepth > 0 || isBold === undefined) return;
    this.flow.addText(text.replaceAll(/\s+/g, ' '), isBold);
  }

  #hasBoldStyle(attribute: Attributes): boolean {
    return this.#boldStyles.has(attribute('text:style-name') ?? '');
  }
}

function spaceCount(attribute: Attributes): number {
  return Math.min(Number(attribute('text:c') ?? 1) || 1, MAXIMUM_SPACES);
}
