export interface TextCell {
  /** Points from the left in a PDF; elsewhere only the order of columns. */
  x: number;
  text: string;
}

/** A line as a reader sees it. Cells are what stands apart in it, from left to right: columns of a table, tab stops. */
export interface TextLine {
  cells: TextCell[];
  /** Points; 0 where the format does not say. */
  size: number;
  isBold: boolean;
  isBullet: boolean;
  /** More space above than between other lines. */
  hasGapBefore: boolean;
  /** Marked as a heading by the file. */
  isHeading: boolean;
}

/** Why a file gives no text. */
export type UnreadableReason =
  | 'unknownFormat'
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

export const MAXIMUM_TEXT_LENGTH = 1_000_000;
/** A longer paragraph is cut: the patterns of the rules take time that grows with the square of the length. */
const MAXIMUM_CELL_LENGTH = 4000;

const BULLET = /^\s*([•●▪■◦‣·○*➢►▸✓✔–—-])(?:\s+|$)/u;

/** A line of cells; empty cells go, bullet signs become `isBullet`. Undefined when nothing is left. */
export function toLine(
  cells: readonly TextCell[],
  style: Partial<Omit<TextLine, 'cells'>> = {},
): TextLine | undefined {
  let isBullet = style.isBullet ?? false;
  const kept: TextCell[] = [];
  for (const cell of cells) {
    for (const part of splitCell(cell)) {
      const bullet = BULLET.exec(part.text);
      if (bullet !== null && !(kept.length > 0 && /[–—-]/.test(bullet[1]!))) isBullet = true;
      const text = bullet !== null && isBullet ? part.text.slice(bullet[0].length).trim() : part.text;
      if (text !== '') kept.push({ x: part.x, text });
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
  };
}

/** Tabs and runs of spaces part a text as table columns do; spaced letters are closed up first. */
function splitCell({ x, text }: TextCell): TextCell[] {
  const clean = normalise(text.slice(0, MAXIMUM_CELL_LENGTH));
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
    const part = match[0].trim();
    if (part !== '') parts.push({ x: x + match.index / 100, text: part });
  }
  return parts;
}

function normalise(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\u00a0\u2007\u202f\u2009]/g, ' ')
    .replaceAll(/[\u00ad\u200b-\u200d\ufeff]/g, '')
    .replaceAll(/[\uf0a7\uf0b7\uf0fc]/g, '•')
    .replaceAll(/[\u2010\u2011\u2212]/g, '-')
    .replaceAll(/\p{Cc}/gu, (letter) => (letter === '\t' ? letter : ' '));
}

export function lineText(line: TextLine): string {
  return line.cells.map(({ text }) => text).join('  ');
}
