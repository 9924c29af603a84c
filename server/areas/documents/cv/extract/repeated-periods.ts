import type { TextLine } from '../text/lines.ts';
import type { CalendarPoint } from './date-points.ts';
import { type FoundPeriod, findPeriods } from './dates.ts';
import { headPeriod } from './entry-dates.ts';

// Entries that have their period twice: in years beside the title, and in months below it.

/** Lines from the first to the second period of an entry. */
const MAXIMUM_DISTANCE = 3;

/** The same period, said more exactly or again. */
function repeats(second: FoundPeriod, first: FoundPeriod): boolean {
  const isPoint = (later: CalendarPoint | undefined, earlier: CalendarPoint | undefined) =>
    later?.year === earlier?.year && (earlier?.month === undefined || later?.month === earlier.month);
  return (
    !first.isPoint &&
    !second.isPoint &&
    first.isCurrent === second.isCurrent &&
    isPoint(second.from, first.from) &&
    isPoint(second.until, first.until)
  );
}

/** The only text of a line that has nothing else than a period, and how long it lasted. */
function wholePeriod(line: TextLine): { text: string; period: FoundPeriod } | undefined {
  const head = headPeriod(line, false);
  const text = line.cells[0]!.text;
  return head?.beside.length === 0 && line.cells.length === 1 ? { text, period: head.period } : undefined;
}

/** Lists without the second period of an entry. Its first is replaced by it, as it is at least as exact. */
export function withoutRepeatedPeriods(source: readonly TextLine[]): TextLine[] {
  const lines = [...source];
  for (let first = 0; first < lines.length; first++) {
    const head = headPeriod(lines[first]!, false);
    if (head === undefined) continue;
    const at = lines
      .slice(first + 1, first + 1 + MAXIMUM_DISTANCE)
      .findIndex((line) => headPeriod(line, false) !== undefined);
    const second = at === -1 ? undefined : wholePeriod(lines[first + 1 + at]!);
    if (second === undefined || !repeats(second.period, head.period)) continue;
    lines[first] = withPeriod(lines[first]!, second.text);
    lines.splice(first + 1 + at, 1);
  }
  return lines;
}

/** The line with another period in place of its own. */
function withPeriod(line: TextLine, text: string): TextLine {
  const cells = line.cells.map((cell) => {
    const own = findPeriods(cell.text).find(({ isPoint }) => !isPoint);
    if (own === undefined) return cell;
    return { x: cell.x, text: cell.text.slice(0, own.start) + text + cell.text.slice(own.end) };
  });
  return { ...line, cells };
}
