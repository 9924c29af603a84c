import { linesOfTable } from './flow.ts';
import { MAXIMUM_TEXT_LENGTH, type TextLine, toLine } from './lines.ts';
import { withMargins } from './margins.ts';
import { type Encodings, readEncodings } from './rtf-encodings.ts';

// Destinations whose text is not text of the document. All destinations that begin with \* are skipped too.
const SKIPPED = new Set([
  'fonttbl',
  'colortbl',
  'stylesheet',
  'info',
  'pict',
  'object',
  'footnote',
  'fldinst',
  'themedata',
  'listtable',
  'listoverridetable',
  'rsidtbl',
  'xmlnstbl',
  'datastore',
  'pntext',
  'listtext',
]);
/** Destinations of the headers and footers of pages: left, right, first and other pages. */
const MARGINS: Record<string, 'headers' | 'footers'> = {
  header: 'headers',
  headerl: 'headers',
  headerr: 'headers',
  headerf: 'headers',
  footer: 'footers',
  footerl: 'footers',
  footerr: 'footers',
  footerf: 'footers',
};
const SIGNS: Record<string, string> = {
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  tab: '\t',
  line: '\n',
  '~': ' ',
  _: '-',
};
/** `\uc` says how many letters follow `\u` for old readers. Real files have 1 or 0. */
const MAXIMUM_SUBSTITUTE_LENGTH = 10;
/** `\u` has a signed 16-bit parameter: code units from 32768 on are written as negative numbers. */
const CODE_UNITS = 0x10000;

/** A letter that is not in ASCII. Writers should write it with its code, and some do not. */
const RAW_BYTE = /[\x80-\xff]/g;

const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/giy;

/** Lines of a Rich Text Format file (RTF 1.9): text, tables, and the headers and footers of pages. Groups are counted, not recursed into. */
export function readRtf(bytes: Uint8Array): TextLine[] {
  // Each byte is a letter. The decoder that is called latin1 changes some of them.
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const reader = new RtfReader(source);
  return reader.read();
}

/** Collects the lines of a text and of the cells of its tables. */
class RtfLines {
  /** Whether the paragraph is in a cell. */
  isInTable = false;
  readonly #lines: TextLine[] = [];
  /** The rows of a table until it ends, and the cells of a row and the lines of a cell until they end. */
  #rows: TextLine[][][] = [];
  #row: TextLine[][] = [];
  #cell: TextLine[] = [];
  #text = '';
  #letters = 0;
  #boldLetters = 0;
  #totalLetters = 0;
  #hasGap = false;
  #isBullet = false;

  add(text: string, isBold: boolean): void {
    if (this.#totalLetters > MAXIMUM_TEXT_LENGTH) return;
    this.#totalLetters += text.length;
    this.#text += text;
    this.#letters += text.length;
    if (isBold) this.#boldLetters += text.length;
  }

  markBullet(): void {
    this.#isBullet = true;
  }

  endParagraph(): void {
    if (!this.isInTable) this.#endTable();
    this.#endLinesIn(this.isInTable ? this.#cell : this.#lines);
  }

  endCell(): void {
    this.#endLinesIn(this.#cell);
    this.#row.push(this.#cell);
    this.#cell = [];
    this.#hasGap = false;
  }

  endRow(): void {
    this.#endLinesIn(this.#cell);
    if (this.#cell.length > 0) this.#row.push(this.#cell);
    if (this.#row.length > 0) this.#rows.push(this.#row);
    this.#row = [];
    this.#cell = [];
    this.isInTable = false;
  }

  end(): TextLine[] {
    this.endRow();
    this.#endTable();
    return this.#lines;
  }

  #endTable(): void {
    if (this.#row.length > 0 || this.#cell.length > 0) this.#rows.push([...this.#row, this.#cell]);
    this.#lines.push(...linesOfTable(this.#rows));
    this.#rows = [];
    this.#row = [];
    this.#cell = [];
  }

  /** Line breaks within the text give several lines. */
  #endLinesIn(target: TextLine[]): void {
    for (const text of this.#text.split('\n')) {
      const line = toLine([{ x: 0, text }], {
        isBold: this.#letters > 0 && this.#boldLetters > this.#letters / 2,
        hasGapBefore: this.#hasGap,
        isBullet: this.#isBullet,
      });
      this.#hasGap = line === undefined;
      if (line !== undefined) target.push(line);
    }
    this.#text = '';
    this.#letters = 0;
    this.#boldLetters = 0;
    this.#isBullet = false;
  }
}

type Stream = 'body' | 'headers' | 'footers';

interface GroupState {
  /** Where the text of the group belongs. */
  stream: Stream;
  isSkipped: boolean;
  isBold: boolean;
  /** Its number. Empty for the usual one. */
  font: string;
  /** A change that is tracked, also where text was moved from, or text that is not shown. */
  isDeleted: boolean;
  isHidden: boolean;
  /** Letters after \u that a reader of Unicode skips: a substitute for old readers. */
  substituteLength: number;
}

class RtfReader {
  readonly #source: string;
  readonly #encodings: Encodings;
  readonly #streams: Record<Stream, RtfLines> = {
    body: new RtfLines(),
    headers: new RtfLines(),
    footers: new RtfLines(),
  };
  readonly #groups: GroupState[] = [];
  readonly #token = new RegExp(TOKEN);
  #state: GroupState = {
    stream: 'body',
    isSkipped: false,
    isBold: false,
    font: '',
    isDeleted: false,
    isHidden: false,
    substituteLength: 1,
  };
  /** Letters of a substitute that are still to be skipped. */
  #substituteLeft = 0;

  constructor(source: string) {
    this.#source = source;
    this.#encodings = readEncodings(source);
  }

  read(): TextLine[] {
    // A single backslash at the end matches nothing and ends the loop.
    for (let match = this.#next(); match !== null; match = this.#next()) {
      const [, word, parameter, hex, sign, brace, plain] = match;
      if (brace !== undefined) this.#readBrace(brace);
      else if (plain !== undefined) this.#readPlain(plain);
      else if (hex !== undefined) this.#addLetter(this.#decode(Number.parseInt(hex, 16)));
      else if (sign !== undefined) this.#readSign(sign);
      else if (word !== undefined) this.#readWord(word.toLowerCase(), parameter);
    }
    const { body, headers, footers } = this.#streams;
    return withMargins(body.end(), headers.end(), footers.end());
  }

  #decode(byte: number): string {
    const { ofFile, ofFonts, usualFont } = this.#encodings;
    return (ofFonts.get(this.#state.font || usualFont) ?? ofFile).decode(Uint8Array.of(byte));
  }

  get #lines(): RtfLines {
    return this.#streams[this.#state.stream];
  }

  #next(): RegExpExecArray | null {
    return this.#token.exec(this.#source);
  }

  #readBrace(brace: string): void {
    if (brace === '{') this.#groups.push({ ...this.#state });
    else this.#state = this.#groups.pop() ?? this.#state;
    this.#substituteLeft = 0;
  }

  #readPlain(text: string): void {
    const skipped = Math.min(this.#substituteLeft, text.length);
    this.#substituteLeft -= skipped;
    if (skipped < text.length)
      this.#add(text.slice(skipped).replaceAll(RAW_BYTE, (byte) => this.#decode(byte.charCodeAt(0))));
  }

  #readSign(sign: string): void {
    if (sign === '*') this.#state.isSkipped = true;
    else if ('\\{}'.includes(sign)) this.#addLetter(sign);
    else if (SIGNS[sign] !== undefined) this.#add(SIGNS[sign]);
  }

  #readWord(name: string, parameter: string | undefined): void {
    if (SKIPPED.has(name)) {
      if ((name === 'pntext' || name === 'listtext') && !this.#state.isSkipped) this.#lines.markBullet();
      this.#state.isSkipped = true;
    } else if (MARGINS[name] !== undefined && !this.#state.isSkipped) {
      this.#state.stream = MARGINS[name];
    } else if (this.#state.isSkipped) {
      if (name === 'bin') this.#token.lastIndex += Math.max(0, Number(parameter ?? 0));
    } else this.#readVisibleWord(name, parameter);
  }

  #readVisibleWord(name: string, parameter: string | undefined): void {
    switch (name) {
      case 'u': {
        const code = Number(parameter ?? 0);
        this.#add(String.fromCharCode(code < 0 ? code + CODE_UNITS : code));
        this.#substituteLeft = this.#state.substituteLength;
        break;
      }
      case 'uc':
        this.#state.substituteLength = Math.min(
          MAXIMUM_SUBSTITUTE_LENGTH,
          Math.max(0, Number(parameter ?? 1)),
        );
        break;
      case 'b':
        this.#state.isBold = parameter !== '0';
        break;
      case 'f':
        this.#state.font = parameter ?? '';
        break;
      case 'deleted':
      case 'mvf':
        this.#state.isDeleted = parameter !== '0';
        break;
      case 'v':
        this.#state.isHidden = parameter !== '0';
        break;
      case 'plain':
        Object.assign(this.#state, { isBold: false, font: '', isDeleted: false, isHidden: false });
        break;
      case 'intbl':
        this.#lines.isInTable = true;
        break;
      case 'pard':
        this.#lines.isInTable = false;
        break;
      case 'par':
      case 'page':
      case 'sect':
        this.#lines.endParagraph();
        break;
      case 'row':
      case 'nestrow':
        this.#lines.endRow();
        break;
      case 'cell':
      case 'nestcell':
        this.#lines.endCell();
        break;
      default:
        if (SIGNS[name] !== undefined) this.#add(SIGNS[name]);
    }
  }

  #add(text: string): void {
    const { isSkipped, isDeleted, isHidden, isBold } = this.#state;
    if (!isSkipped && !isDeleted && !isHidden) this.#lines.add(text, isBold);
  }

  #addLetter(letter: string): void {
    if (this.#substituteLeft > 0) this.#substituteLeft -= 1;
    else this.#add(letter);
  }
}
