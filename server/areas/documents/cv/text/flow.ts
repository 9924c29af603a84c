import { type TextCell, type TextLine, toLine } from './lines.ts';

/** Between columns of a table, no unit. Positions of the parts within a cell are smaller. */
const COLUMN_X = 1000;
/** Two cells of at least so many lines, in a table of at most so many rows, are the columns of a page and not a list. */
const LAYOUT_CELL_LINES = 6;
const LAYOUT_ROWS = 3;
/** Nested paragraphs and cells beyond this are ignored: a hostile file must not fill the memory. */
const MAXIMUM_DEPTH = 200;

interface Table {
  rows: TextLine[][][];
}

/** Turns the paragraphs and tables of a word-processing file into lines as a reader sees them. */
export class FlowBuilder {
  /** Innermost last: the lines of the body, or of the cell being read. */
  readonly #targets: TextLine[][] = [[]];
  readonly #tables: Table[] = [];
  readonly #paragraphs: {
    text: string;
    isBold: boolean;
    isHeading: boolean;
    isBullet: boolean;
    boldLetters: number;
  }[] = [];
  #hasGap = false;

  openParagraph(style: { isHeading?: boolean; isBullet?: boolean } = {}): void {
    if (this.#paragraphs.length > MAXIMUM_DEPTH) return;
    this.#paragraphs.push({
      text: '',
      isBold: false,
      isHeading: style.isHeading ?? false,
      isBullet: style.isBullet ?? false,
      boldLetters: 0,
    });
  }

  markHeading(): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph !== undefined) paragraph.isHeading = true;
  }

  markBullet(): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph !== undefined) paragraph.isBullet = true;
  }

  addText(text: string, isBold: boolean): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph === undefined) return;
    paragraph.text += text;
    if (isBold) paragraph.boldLetters += text.length;
  }

  closeParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    if (paragraph === undefined) return;
    const isBold = paragraph.text.length > 0 && paragraph.boldLetters > paragraph.text.length / 2;
    const parts = paragraph.text.split('\n');
    for (const text of parts) {
      const { isHeading, isBullet } = paragraph;
      const line = toLine([{ x: 0, text }], { isBold, isHeading, isBullet, hasGapBefore: this.#hasGap });
      this.#hasGap = line === undefined;
      if (line !== undefined) this.#targets.at(-1)!.push(line);
    }
  }

  openTable(): void {
    this.#tables.push({ rows: [] });
  }

  openRow(): void {
    this.#tables.at(-1)?.rows.push([]);
  }

  openCell(): void {
    if (this.#tables.length === 0 || this.#targets.length > MAXIMUM_DEPTH) return;
    this.#targets.push([]);
  }

  closeCell(): void {
    if (this.#targets.length === 1) return;
    const lines = this.#targets.pop()!;
    this.#tables.at(-1)?.rows.at(-1)?.push(lines);
    this.#hasGap = false;
  }

  closeTable(): void {
    const table = this.#tables.pop();
    if (table === undefined) return;
    this.#targets.at(-1)!.push(...linesOfTable(table.rows));
  }

  lines(): TextLine[] {
    while (this.#targets.length > 1) this.closeCell();
    return this.#targets[0]!;
  }
}

/** The lines of the cells of a table, by rows: those that are beside each other are cells of a line. */
export function linesOfTable(rows: readonly TextLine[][][]): TextLine[] {
  const isLayout = (row: TextLine[][]) => row.filter((cell) => cell.length >= LAYOUT_CELL_LINES).length >= 2;
  // The longest column has the main text. The others follow it, so that they do not divide it.
  if (rows.length <= LAYOUT_ROWS && rows.some(isLayout))
    return rows.flatMap((row) => row.toSorted((left, right) => lettersOf(right) - lettersOf(left)).flat());
  return rows.flatMap((row) => {
    const height = row.reduce((highest, { length }) => Math.max(highest, length), 0);
    return Array.from({ length: height }, (_, index): TextLine => {
      const parts = row.map((cell) => cell[index]);
      const cells = parts.flatMap((line, column): TextCell[] =>
        (line?.cells ?? []).map(({ x, text }) => ({ x: column * COLUMN_X + x, text })),
      );
      const first = parts.find((line) => line !== undefined)!;
      return {
        ...first,
        cells,
        hasGapBefore: index === 0 && first.hasGapBefore,
        isBullet: parts.some((line) => line?.isBullet),
      };
    });
  });
}

function lettersOf(lines: readonly TextLine[]): number {
  return lines.reduce(
    (sum, line) => sum + line.cells.reduce((letters, cell) => letters + cell.text.length, 0),
    0,
  );
}
