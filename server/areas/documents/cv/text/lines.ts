import { truncate } from '../../../../core/text/truncate.ts';
import type { Rectangle } from '../values.ts';
import { joinTornWords } from './torn-words.ts';

export interface TextCell {
  /** In a PDF, points from the left. In other formats, numbers without a unit that only order the columns. */
  x: number;
  text: string;
  /** The text cut where its font changes. Undefined where the format does not say, or it does not change. */
  parts?: readonly string[];
}

/** A line as a reader sees it. Its cells are separated by more than a space: columns of a table, tab stops. Left to right. */
export interface TextLine {
  cells: TextCell[];
  /** In points. 0 if the format does not say. */
  size: number;
  isBold: boolean;
  isBullet: boolean;
  /** More space above than between other lines. */
  hasGapBefore: boolean;
  /** The file marks it as a heading. */
  isHeading: boolean;
  /** The first line of a narrow column, which is read after the wide one. */
  startsColumn?: boolean;
  /** Its place in the text as it was read, from 1. Undefined until all of it is read. */
  number?: number;
  /** From 1. Undefined if the format has no pages. */
  page?: number;
  rectangle?: Rectangle;
  /** Whether it was recognized in a picture, so that its letters can be wrong. */
  isRecognized?: boolean;
}

/** In points, in a PDF. Cells of one column begin at the same x except for rounding. */
const SAME_COLUMN_TOLERANCE = 3;

/** Whether two places from the left are in the same column. */
export const isSameColumn = (one: number, other: number): boolean =>
  Math.abs(one - other) < SAME_COLUMN_TOLERANCE;

/** The first cell of a line in the column that begins at `x`. */
export function cellInColumn(line: TextLine | undefined, x: number): TextCell | undefined {
  return line?.cells.find((cell) => isSameColumn(cell.x, x));
}

/** What a reader left out of a file. Pages are numbered from 1. */
export interface ReadNotes {
  pagesWithoutText: number[];
  /** Pages whose text was recognized in their pictures. */
  recognizedPages: number[];
  /** After the last page that is read. */
  unreadPages: number[];
}

/** Why no text can be read from a file. */
export type UnreadableReason =
  | 'unknownFormat'
  | 'oldWord'
  | 'image'
  | 'otherImage'
  | 'scan'
  | 'unrecognized'
  | 'tooManyPixels'
  | 'encrypted'
  | 'damaged'
  | 'noText'
  | 'tooLarge'
  | 'tooManyEntries'
  | 'suspiciousCompression';

export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
  readonly reason: UnreadableReason;
  constructor(reason: UnreadableReason) {
    super(`The file cannot be read (${reason}).`);
    this.reason = reason;
  }
}

/** Letters of a whole file. Some hundred pages. */
export const MAXIMUM_TEXT_LENGTH = 1_000_000;
/** Letters. Longer paragraphs are cut: the time that the extraction patterns take grows with the square of the length. */
const MAXIMUM_CELL_LENGTH = 4000;
/** Letters for each unit of x: the parts of a cell stay in order and within the distance between cells. */
const LETTERS_PER_X = 100;

const BULLET = /^\s*([•●▪■◦‣·○*➢►▸✓✔–—-])(?:\s+|$)/u;

/** A line of cells. Empty cells are dropped and bullet signs become `isBullet`. Undefined when nothing is left. */
export function toLine(
  cells: readonly TextCell[],
  style: Partial<Omit<TextLine, 'cells'>> = {},
): TextLine | undefined {
  let isBullet = style.isBullet ?? false;
  const kept: TextCell[] = [];
  for (const cell of cells) {
    for (const part of splitCell(cell)) {
      const bullet = BULLET.exec(part.text);
      const isDash = /[–—-]/.test(bullet?.[1] ?? '');
      if (bullet !== null && kept.length === 0) isBullet = true;
      const text =
        bullet !== null && (isBullet || !isDash) ? part.text.slice(bullet[0].length).trim() : part.text;
      if (text !== '') kept.push({ ...part, text });
    }
  }
  if (kept.length === 0) return undefined;
  return {
    cells: kept,
    size: style.size ?? 0,
    isBold: style.isBold ?? false,
    isBullet,
    hasGapBefore: style.hasGapBefore ?? false,
    isHeading: style.isHeading ?? false,
    page: style.page,
    rectangle: style.rectangle,
  };
}

/** Tabs and runs of spaces separate columns. Spaced letters are closed up first. */
function splitCell({ x, text, parts: ofFonts }: TextCell): TextCell[] {
  const clean = normalise(truncate(text, MAXIMUM_CELL_LENGTH));
  if (/^(?:\S {1,2}){3,}\S$|^(?:\S ){2,}\S(?: {2,}(?:\S ){1,}\S)*$/u.test(clean.trim())) {
    const closed = clean
      .trim()
      .split(/ {2,}/)
      .map((word) => word.replaceAll(' ', ''))
      .join(' ');
    return [{ x, text: closed }];
  }
  const parts: TextCell[] = [];
  for (const match of clean.matchAll(/(?:(?!\t| {2,}).)+/gu)) {
    const part = joinTornWords(match[0].trim());
    if (part !== '') parts.push({ x: x + match.index / LETTERS_PER_X, text: part });
  }
  const [only] = parts;
  if (only !== undefined && parts.length === 1 && (ofFonts?.length ?? 0) > 1)
    only.parts = ofFonts!.map((part) => normalise(part).trim()).filter((part) => part !== '');
  return parts;
}

function normalise(text: string): string {
  return (
    composeAccents(text.normalize('NFC'))
      .replaceAll(/[\u00a0\u2007\u202f\u2009]/g, ' ')
      .replaceAll(/[\u00ad\u200b-\u200d\ufeff]/g, '')
      .replaceAll(/[\uf0a7\uf0b7\uf0fc]/g, '•')
      // Signs of the private area are pictures.
      .replaceAll(/[\ue000-\uf8ff]/g, ' ')
      .replaceAll(/[\u2010\u2011\u2212]/g, '-')
      // Pictures of letters, telephones and houses part contact data.
      .replaceAll(/[⌂☎☏✆✉🏠📍📞📱📧🖂🌐]\ufe0f?/gu, ' | ')
      // Between the parts of a line, these mean the same.
      .replaceAll(/[⋄◇◆♦⬥❖∙⋅‧]/gu, '·')
      .replaceAll(/\p{Cc}/gu, (letter) => (letter === '\t' ? letter : ' '))
  );
}

/** Marks that some fonts set as signs of their own before the letter, and the marks that combine with it. */
const ACCENTS: Record<string, string> = {
  '´': '\u0301',
  '`': '\u0300',
  ˆ: '\u0302',
  '˜': '\u0303',
  '¨': '\u0308',
  ˇ: '\u030c',
  '˘': '\u0306',
  '˙': '\u0307',
  '˚': '\u030a',
  '¸': '\u0327',
  '˛': '\u0328',
  '˝': '\u030b',
};

/** "Dvoˇrák" as "Dvořák". An acute or grave accent after a single letter is an apostrophe, as in "O´Connor". */
function composeAccents(text: string): string {
  return text
    .replaceAll(/([ˆ˜¨ˇ˘˙˚˛˝¸])(\p{L})/gu, compose)
    .replaceAll(/(?<=\p{L}{2})([´`])([aeiouycnzAEIOUY])(?=\p{L})/gu, compose);
}

function compose(whole: string, accent: string, letter: string): string {
  const composed = (letter.replace('ı', 'i') + ACCENTS[accent]!).normalize('NFC');
  return composed.length === 1 ? composed : whole;
}

/** Signs with which lines and frames are drawn, among them those for box drawing. */
const RULE = /^\s*(?:[-=_*~.+|#:–—\u2500-\u257f]\s*){3,}$/u;

/** Whether a line of text is drawn and says nothing: "-----", "+---+---+", "* * *". */
export function isRule(text: string): boolean {
  return RULE.test(text);
}

export function lineText(line: TextLine): string {
  return line.cells.map(({ text }) => text).join('  ');
}
