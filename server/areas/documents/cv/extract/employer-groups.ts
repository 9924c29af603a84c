import type { TextLine } from '../text/lines.ts';
import { headPeriod, isDuration } from './entry-dates.ts';

// Professional networks print an employer once for all positions there, with how long they lasted together below it.

/** Lines between this duration and the dates of a position: its title, and the city or the kind of employment. */
const MAXIMUM_LINES = 2;

/** Where a group begins: the index of its employer, and how many lines its positions have above their dates. */
interface Group {
  employer: number;
  above: number;
  firstDates: number;
}

function groupAt(lines: readonly TextLine[], index: number, isDated: readonly boolean[]): Group | undefined {
  const [employer, total] = [lines[index]!, lines[index + 1]];
  const isTotal = total?.cells.length === 1 && isDuration(total.cells[0]!.text);
  if (!isTotal || employer.cells.length > 1 || employer.isBullet || isDated[index]) return undefined;
  const firstDates = isDated.indexOf(true, index + 2);
  const above = firstDates - index - 2;
  return above > 0 && above <= MAXIMUM_LINES ? { employer: index, above, firstDates } : undefined;
}

/**
 * Lists with the employer above each position of such a group. A position begins with a space. If the line above it
 * begins with one too, it is the next employer.
 */
export function repeatEmployers(lines: readonly TextLine[]): TextLine[] {
  const isDated = lines.map((line) => headPeriod(line, false) !== undefined);
  const employerOf = new Map<number, TextLine[]>();
  for (const index of lines.keys()) {
    const group = groupAt(lines, index, isDated);
    if (group === undefined) continue;
    let last = group.firstDates;
    for (let at = last + 1; at < lines.length; at++) {
      if (!isDated[at]) continue;
      const begin = at - group.above;
      const isOther = lines[begin - 1]!.hasGapBefore || begin <= last;
      if (!lines[begin]!.hasGapBefore || isOther || groupAt(lines, begin - 2, isDated) !== undefined) break;
      const employer = labelled(lines[group.employer]!);
      employerOf.set(group.employer, [employer]);
      employerOf.set(begin, [
        { ...employer, hasGapBefore: true },
        { ...lines[begin]!, hasGapBefore: false },
      ]);
      last = at;
    }
  }
  return lines.flatMap((line, index) => employerOf.get(index) ?? [line]);
}

/** The line as a form has it, so that its words do not decide. */
const labelled = (line: TextLine): TextLine => ({
  ...line,
  cells: [{ x: line.cells[0]!.x, text: 'Employer:' }, line.cells[0]!],
});
