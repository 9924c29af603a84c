import { isSameColumn, type TextCell, type TextLine } from '../text/lines.ts';
import { findPeriods } from './dates.ts';

// Lines of a PDF that end with a comma or were stretched after one, so that their text is in two cells: both go on below.

const GOES_ON = /\p{L}{3}\)?,$/u;

const hasDates = ({ text }: TextCell) => findPeriods(text).length > 0;

/** Joins such texts of entries. */
export function joinAfterCommas(source: readonly TextLine[]): TextLine[] {
  const lines = [...source];
  for (let index = 0; index < lines.length - 1; index++) {
    const [line, next] = [lines[index]!, lines[index + 1]!];
    const at = line.cells.findIndex(({ text }) => GOES_ON.test(text));
    const cell = line.cells[at];
    if (cell === undefined || line.page === undefined || line.isBullet || next.isBullet) continue;
    const after = line.cells.slice(at + 1);
    const texts = after.filter((other) => !hasDates(other));
    const [below, second] = next.cells;
    // Without dates at the end of the line, it can be anything: a list of skills, a sentence.
    const isHead = texts.length <= 1 && after.length === texts.length + 1;
    const isBelow = isSameColumn(below!.x, cell.x) && !next.hasGapBefore;
    if (!isHead || !isBelow || second !== undefined || hasDates(below!)) continue;
    const text = [cell, ...texts, below!].map((one) => one.text).join(' ');
    const dates = after.filter(hasDates);
    lines[index] = { ...line, cells: [...line.cells.slice(0, at), { x: cell.x, text }, ...dates] };
    lines.splice(index + 1, 1);
  }
  return lines;
}
