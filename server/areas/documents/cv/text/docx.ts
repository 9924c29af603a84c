import { FlowBuilder } from './flow.ts';
import { type TextLine, UnreadableError } from './lines.ts';
import { withMargins } from './margins.ts';
import { scanXml, type XmlHandler } from './xml.ts';
import { readZipEntry } from './zip.ts';

/** A text has at most three of each: for first, even and other pages. More sections have more. */
const MAXIMUM_MARGINS = 6;

/**
 * Lines of an Office Open XML text (ECMA-376 part 1, 17): paragraphs, tables, text boxes, and the headers and footers of
 * its pages. Throws UnreadableError.
 */
export function readDocx(bytes: Uint8Array): TextLine[] {
  const xml = readMainPart(bytes);
  if (xml === undefined) throw new UnreadableError('unknownFormat');
  const marginsOf = (name: string) =>
    Array.from({ length: MAXIMUM_MARGINS }, (_, index) =>
      readZipEntry(bytes, `word/${name}${index + 1}.xml`),
    ).flatMap((part) => (part === undefined ? [] : readPart(part)));
  return withMargins(readPart(xml), marginsOf('header'), marginsOf('footer'));
}

/** The main part of an Office Open XML text. The relationships of the file say where it is if its name is not the usual one. */
export function readMainPart(bytes: Uint8Array): string | undefined {
  const usual = readZipEntry(bytes, 'word/document.xml');
  if (usual !== undefined) return usual;
  let target: string | undefined;
  scanXml(readZipEntry(bytes, '_rels/.rels') ?? '', {
    open(name, attribute) {
      if (name === 'Relationship' && attribute('Type')?.endsWith('/officeDocument') === true)
        target ??= attribute('Target')?.replace(/^\//, '');
    },
    close() {},
    text() {},
  });
  return target?.startsWith('word/') === true ? readZipEntry(bytes, target) : undefined;
}

function readPart(xml: string): TextLine[] {
  const reader = new DocxReader();
  scanXml(xml, reader);
  return reader.flow.lines();
}

// A file has each text box twice, the second time for programs that cannot show drawings. Deleted text stays in it too, and
// so do moved text in its old place and, if changes are tracked, the formatting before a change.
const SKIPPED = new Set(['mc:Fallback', 'w:del', 'w:moveFrom', 'w:instrText', 'w:rPrChange', 'w:pPrChange']);
const HEADING_STYLE = /heading|überschrift|title|titel/i;
const BULLET_STYLE = /list ?bullet|aufz(?:ä|ae)hlung/i;

const isOn = (value: string | undefined) => value !== '0' && value !== 'false';

class DocxReader implements XmlHandler {
  readonly flow = new FlowBuilder();
  #isBold = false;
  #isHidden = false;
  #isText = false;
  #skippedDepth = 0;

  open(name: string, attribute: (name: string) => string | undefined): void {
    if (this.#skippedDepth > 0 || SKIPPED.has(name)) {
      this.#skippedDepth += 1;
      return;
    }
    switch (name) {
      case 'w:p':
        this.flow.openParagraph();
        break;
      case 'w:pStyle':
        if (HEADING_STYLE.test(attribute('w:val') ?? '')) this.flow.markHeading();
        if (BULLET_STYLE.test(attribute('w:val') ?? '')) this.flow.markBullet();
        break;
      case 'w:numPr':
        this.flow.markBullet();
        break;
      case 'w:r':
        this.#isBold = false;
        this.#isHidden = false;
        break;
      case 'w:b':
        this.#isBold = isOn(attribute('w:val'));
        break;
      case 'w:vanish':
        this.#isHidden = isOn(attribute('w:val'));
        break;
      case 'w:t':
        this.#isText = true;
        break;
      case 'w:tab':
        // With a value it defines a tab stop.
        if (attribute('w:val') === undefined) this.#add('\t', false);
        break;
      case 'w:noBreakHyphen':
        this.#add('-', this.#isBold);
        break;
      case 'w:br':
      case 'w:cr':
        this.#add('\n', false);
        break;
      case 'w:tbl':
        this.flow.openTable();
        break;
      case 'w:tr':
        this.flow.openRow();
        break;
      case 'w:tc':
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
      case 'w:p':
        this.flow.closeParagraph();
        break;
      case 'w:t':
        this.#isText = false;
        break;
      case 'w:tc':
        this.flow.closeCell();
        break;
      case 'w:tbl':
        this.flow.closeTable();
        break;
    }
  }

  text(text: string): void {
    if (this.#isText && this.#skippedDepth === 0) this.#add(text, this.#isBold);
  }

  #add(text: string, isBold: boolean): void {
    if (!this.#isHidden) this.flow.addText(text, isBold);
  }
}
