import { CompoundFile } from './compound-file.ts';
import {
  type DocHeader,
  type Piece,
  readDocHeader,
  readPieces,
  readStories,
  type TextRange,
} from './doc-pieces.ts';
import {
  type LetterProperties,
  type ParagraphProperties,
  propertiesAt,
  type Run,
  readLetterRuns,
  readParagraphRuns,
} from './doc-properties.ts';
import { FlowBuilder } from './flow.ts';
import { type TextLine, UnreadableError } from './lines.ts';
import { withMargins } from './margins.ts';

/** The stories of headers and footers begin with six for footnotes. Then each section has six. */
const FIRST_MARGIN_STORY = 6;
const STORIES_PER_SECTION = 6;
/** Of the six: for even pages, odd pages, and the first page. */
const HEADER_STORIES = new Set([0, 1, 4]);

/**
 * Lines of a Word file of 1997 to 2003 ([MS-DOC]): paragraphs, tables, text boxes, and the headers and footers of its pages.
 * Throws UnreadableError.
 */
export function readDoc(bytes: Uint8Array): TextLine[] {
  try {
    const file = new CompoundFile(bytes);
    const stream = file.stream('WordDocument');
    if (stream === undefined) throw new UnreadableError(isLocked(file) ? 'encrypted' : 'unknownFormat');
    const header = readDocHeader(stream);
    if (header.isEncrypted) throw new UnreadableError('encrypted');
    const table = file.stream(header.tableStream);
    if (table === undefined) throw new UnreadableError('damaged');
    return readParts(stream, table, header);
  } catch (error) {
    // A RangeError: a place after the end.
    throw error instanceof UnreadableError ? error : new UnreadableError('damaged');
  }
}

/** A file of a newer Word with a password is in a compound file. */
const isLocked = (file: CompoundFile) => file.stream('EncryptedPackage') !== undefined;

function readParts(stream: Uint8Array, table: Uint8Array, header: DocHeader): TextLine[] {
  const reader = new DocReader(
    readPieces(stream, table, header.pieces),
    readParagraphRuns(stream, table, header.paragraphs),
    readLetterRuns(stream, table, header.letters),
  );
  const body = reader.read(header.body);
  const [firstOfBoxes, ...boxes] = reader.read(header.textBoxes);
  // A box is usually a column beside the text.
  if (firstOfBoxes !== undefined) body.push({ ...firstOfBoxes, startsColumn: true }, ...boxes);
  const headers: TextLine[] = [];
  const footers: TextLine[] = [];
  const stories = readStories(table, header.marginStories);
  for (let index = FIRST_MARGIN_STORY; index + 1 < stories.length; index++) {
    const start = header.margins.start + stories[index]!;
    const end = Math.min(header.margins.end, header.margins.start + stories[index + 1]!);
    const isHeader = HEADER_STORIES.has((index - FIRST_MARGIN_STORY) % STORIES_PER_SECTION);
    (isHeader ? headers : footers).push(...reader.read({ start, end }));
  }
  return withMargins(body, headers, footers);
}

const CELL_END = '\u0007';
const ENDS = new Set(['\r', '\f', CELL_END]);
const FIELD = '\u0013';
const FIELD_RESULT = '\u0014';
const FIELD_END = '\u0015';
/** Line break, column break, and hyphens that do not break or show. Other control characters stand for pictures and marks. */
const SIGNS: Record<string, string> = {
  '\t': '\t',
  '\u000b': '\n',
  '\u000e': '\n',
  '\u001e': '-',
  '\u001f': '',
};

interface Paragraph {
  runs: { text: string; isBold: boolean }[];
  end: string;
  /** Undefined if the file does not say. */
  properties: ParagraphProperties | undefined;
}

class DocReader {
  readonly #pieces: readonly Piece[];
  readonly #paragraphRuns: readonly Run<ParagraphProperties>[];
  readonly #letterRuns: readonly Run<LetterProperties>[];

  constructor(
    pieces: readonly Piece[],
    paragraphRuns: readonly Run<ParagraphProperties>[],
    letterRuns: readonly Run<LetterProperties>[],
  ) {
    this.#pieces = pieces;
    this.#paragraphRuns = paragraphRuns;
    this.#letterRuns = letterRuns;
  }

  read(range: TextRange): TextLine[] {
    const flow = new DocFlow();
    for (const paragraph of this.#paragraphsOf(range)) flow.add(paragraph);
    return flow.lines();
  }

  *#paragraphsOf(range: TextRange): Generator<Paragraph> {
    let runs: Paragraph['runs'] = [];
    /** For each open field, innermost last: whether its result has begun. Its instructions are no text. */
    const fields: boolean[] = [];
    for (const { letter, offset } of this.#lettersOf(range)) {
      if (letter === FIELD) fields.push(false);
      else if (letter === FIELD_RESULT && fields.length > 0) fields[fields.length - 1] = true;
      else if (letter === FIELD_END) fields.pop();
      else if (ENDS.has(letter)) {
        yield { runs, end: letter, properties: propertiesAt(this.#paragraphRuns, offset) };
        runs = [];
      } else if (!fields.includes(false)) this.#addLetter(runs, letter, offset);
    }
    if (runs.length > 0) yield { runs, end: '\r', properties: undefined };
  }

  *#lettersOf({ start, end }: TextRange): Generator<{ letter: string; offset: number }> {
    for (const { start: first, text, offset, bytesPerLetter } of this.#pieces) {
      const until = Math.min(text.length, end - first);
      for (let index = Math.max(0, start - first); index < until; index++)
        yield { letter: text[index]!, offset: offset + index * bytesPerLetter };
    }
  }

  #addLetter(runs: Paragraph['runs'], letter: string, offset: number): void {
    const { isBold, isDeleted, isSymbol } = propertiesAt(this.#letterRuns, offset) ?? {
      isBold: false,
      isDeleted: false,
      isSymbol: false,
    };
    const text = isSymbol ? ' ' : letter < ' ' ? (SIGNS[letter] ?? '') : letter;
    if (isDeleted || text === '') return;
    const last = runs.at(-1);
    if (last?.isBold === isBold) last.text += text;
    else runs.push({ text, isBold });
  }
}

/** Puts paragraphs into tables. The file marks the ends of cells and rows, and not where a table begins. */
class DocFlow {
  readonly #flow = new FlowBuilder();
  #isInTable = false;
  #isInRow = false;
  #isInCell = false;

  add({ runs, end, properties }: Paragraph): void {
    const isCellEnd = end === CELL_END;
    const isRowEnd =
      isCellEnd && (properties?.isRowEnd ?? (this.#isInRow && !this.#isInCell && runs.length === 0));
    if (isRowEnd) {
      this.#endCell();
      this.#isInRow = false;
      return;
    }
    if (isCellEnd || properties?.isInTable === true) this.#enterCell();
    else this.#leaveTable();
    this.#flow.openParagraph({ isHeading: properties?.isHeading, isBullet: properties?.isBullet });
    for (const { text, isBold } of runs) this.#flow.addText(text, isBold);
    this.#flow.closeParagraph();
    if (isCellEnd) this.#endCell();
  }

  lines(): TextLine[] {
    this.#leaveTable();
    return this.#flow.lines();
  }

  #enterCell(): void {
    if (!this.#isInTable) this.#flow.openTable();
    if (!this.#isInRow) this.#flow.openRow();
    if (!this.#isInCell) this.#flow.openCell();
    this.#isInTable = true;
    this.#isInRow = true;
    this.#isInCell = true;
  }

  #endCell(): void {
    if (this.#isInCell) this.#flow.closeCell();
    this.#isInCell = false;
  }

  #leaveTable(): void {
    this.#endCell();
    if (this.#isInTable) this.#flow.closeTable();
    this.#isInTable = false;
    this.#isInRow = false;
  }
}
