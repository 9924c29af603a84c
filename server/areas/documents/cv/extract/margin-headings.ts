import { lineText, type TextLine } from '../text/lines.ts';
import { sectionOf } from './headings.ts';

// Headings in a margin that are broken over two lines, beside the first lines of their list.

/** In points, in a PDF. Lines of a heading can be flush right or centred, so that they begin at different places. */
const MAXIMUM_SHIFT = 60;
/** "Aus- und": the word that it ends with cannot be the last of a heading. */
const ENDS_OPEN = /(?:-|\s(?:und|and|&|of|\/))$/iu;

/** The text of such a heading. Undefined if the two lines are none. */
function joinHeading(line: TextLine, next: TextLine): string | undefined {
  const [begin, beside] = line.cells;
  const [end, below] = next.cells;
  const isBeside = beside !== undefined && (below === undefined || below.x > end!.x);
  if (!isBeside || line.page === undefined || end!.x >= beside.x || line.isBullet || next.isBullet)
    return undefined;
  if (Math.abs(begin!.x - end!.x) > MAXIMUM_SHIFT || line.cells.length > next.cells.length + 1)
    return undefined;
  const isOpen = ENDS_OPEN.test(begin!.text) || sectionOf(begin!.text) === undefined;
  const text = `${begin!.text} ${end!.text}`;
  return isOpen && sectionOf(text) !== undefined && lineText(next) !== '' ? text : undefined;
}

/** Lines with such headings in one cell of their first line. */
export function joinMarginHeadings(source: readonly TextLine[]): TextLine[] {
  const lines = [...source];
  for (let index = 0; index < lines.length - 1; index++) {
    const [line, next] = [lines[index]!, lines[index + 1]!];
    const text = joinHeading(line, next);
    if (text === undefined) continue;
    lines[index] = {
      ...line,
      cells: [{ ...line.cells[0]!, text, parts: undefined }, ...line.cells.slice(1)],
    };
    const rest = next.cells.slice(1);
    if (rest.length > 0) lines[index + 1] = { ...next, cells: rest };
    else lines.splice(index + 1, 1);
  }
  return lines;
}
