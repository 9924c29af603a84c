import { FlowBuilder } from './flow.ts';
import { type TextLine, UnreadableError } from './lines.ts';
import { withMargins } from './margins.ts';
import { scanXml, type XmlHandler } from './xml.ts';
import { readZipEntry } from './zip.ts';

/** Limits the spaces of one element, because a file can claim any number. More than this separates columns just as well. */
const MAXIMUM_SPACES = 200;

/**
 * Lines of an OpenDocument text (ISO/IEC 26300): paragraphs, lists, tables and frames of content.xml, and the headers and
 * footers of styles.xml. Throws UnreadableError.
 */
export function readOdt(bytes: Uint8Array): TextLine[] {
  const xml = readZipEntry(bytes, 'content.xml');
  if (xml === undefined) throw new UnreadableError('unknownFormat');
  const styles = readZipEntry(bytes, 'styles.xml');
  const margins = new MarginsReader();
  if (styles !== undefined) scanXml(styles, margins);
  const body = new OdtReader();
  scanXml(xml, body);
  return withMargins(body.flow.lines(), margins.headers.flow.lines(), margins.footers.flow.lines());
}

const SKIPPED = new Set(['office:annotation', 'text:tracked-changes', 'text:note']);

const MARGIN = /^style:(header|footer)(?:-left|-first)?$/;

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

/** Reads the texts of style:header and style:footer, and of those for left and first pages. */
class MarginsReader implements XmlHandler {
  readonly headers = new OdtReader();
  readonly footers = new OdtReader();
  #current: OdtReader | undefined;

  open(name: string, attribute: Attributes): void {
    const margin = MARGIN.exec(name)?.[1];
    if (margin !== undefined) this.#current = margin === 'header' ? this.headers : this.footers;
    else if (name.startsWith('style:')) {
      this.headers.open(name, attribute);
      this.footers.open(name, attribute);
    } else this.#current?.open(name, attribute);
  }

  close(name: string): void {
    if (MARGIN.test(name)) this.#current = undefined;
    else if (!name.startsWith('style:')) this.#current?.close(name);
  }

  text(text: string): void {
    this.#current?.text(text);
  }
}

function spaceCount(attribute: Attributes): number {
  return Math.min(Number(attribute('text:c') ?? 1) || 1, MAXIMUM_SPACES);
}
