import { headPeriod } from '../extract/entry-dates.ts';
import { placeScore } from '../extract/evidence.ts';
import type { CvPeriod } from '../extract/facts.ts';
import { isPause } from '../extract/pauses.ts';
import { statesPerson } from '../extract/personal.ts';
import { isSameColumn } from '../text/lines.ts';
import { type EntryPlace, isName, type WeighedEntry } from './entry-evidence.ts';
import type { ReadLine } from './page-text.ts';

// Whether all of a list was understood. Where one entry is left without its dates, its title or its place, its neighbours may
// have them, however clear they look.

const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/;
/** Letters. Longer lines describe something. */
const MAXIMUM_NAME_LENGTH = 60;

interface ListToCheck {
  entries: readonly WeighedEntry[];
  located: readonly EntryPlace[];
  titleScore: (text: string) => number;
  /** Kinds of sections that have such entries. */
  sections: ReadonlySet<string>;
}

const linesOf = ({ title, place, dates }: EntryPlace) =>
  [title, place, dates].filter((at) => at !== undefined);

/** What the entries of all lists of the CV have. */
interface Taken {
  periods: readonly CvPeriod[];
  /** Indexes. */
  lines: ReadonlySet<number>;
}

export function isWholeList(list: ListToCheck, lines: readonly ReadLine[], taken: Taken): boolean {
  const all = list.located.flatMap(linesOf);
  if (all.length === 0) return true;
  return (
    !list.entries.some(({ title, place }) => isOfPerson(title) || isOfPerson(place)) &&
    !hasLooseDates(list, lines, taken.periods, all) &&
    !hasLoosePlace(list, lines, taken.lines, all) &&
    !hasLooseName(list, lines, taken.lines, all)
  );
}

/** Whether a text of an entry says when the person was born, or the like: another one is missing. */
const isOfPerson = (text: string) => YEAR.test(text) && statesPerson(text);

/** Whether dates that stand alone are in no entry, as are those of a line whose texts belong to another one. */
function hasLooseDates(
  { entries, sections }: ListToCheck,
  lines: readonly ReadLine[],
  used: readonly CvPeriod[],
  all: readonly number[],
): boolean {
  const [first, last] = [Math.min(...all), Math.max(...all)];
  const isUsed = ({ fromDate, untilDate }: CvPeriod) =>
    used.some(
      (other) =>
        other.fromDate?.slice(0, 4) === fromDate?.slice(0, 4) &&
        other.untilDate?.slice(0, 4) === untilDate?.slice(0, 4),
    );
  const isTaken = (text: string) => entries.some(({ title, place }) => text === title || text === place);
  const isOfPause = (index: number) =>
    lines
      .slice(Math.max(0, index - 1), index + 2)
      .some((near) => near.line.cells.some(({ text }) => isPause(text)));
  return lines.some(({ line, index, section, periods }) => {
    const isInList = sections.has(section ?? '') || (index >= first && index <= last);
    const [period] = periods.filter(({ isPoint }) => !isPoint);
    if (!isInList || period === undefined || line.isBullet || isUsed(period) || isOfPause(index))
      return false;
    const head = headPeriod(line, false);
    // A text beside the dates that is in no entry is what the dates are of.
    return head?.beside.every(isTaken) === true;
  });
}

/** Whether an employer or a school is left below the last entry of a list whose places are above the dates. */
function hasLoosePlace(
  { located, titleScore, sections }: ListToCheck,
  lines: readonly ReadLine[],
  taken: ReadonlySet<number>,
  all: readonly number[],
): boolean {
  const next = lines[Math.max(...all) + 1];
  if (next === undefined || taken.has(next.index) || next.line.isBullet || next.line.hasGapBefore)
    return false;
  const [first] = next.line.cells;
  const isAbove = ({ place, dates }: EntryPlace) =>
    place !== undefined &&
    dates !== undefined &&
    place < dates &&
    isSameColumn(lines[place]!.line.cells[0]!.x, first!.x);
  return (
    located.some(isAbove) &&
    sections.has(next.section ?? '') &&
    next.text.length <= MAXIMUM_NAME_LENGTH &&
    isName(next.text) &&
    placeScore(first!.text) > titleScore(first!.text)
  );
}

/**
 * Whether a name is left above the first entry of a list whose places all are below the dates, in their column: it can be the first place
 * of a list that has them above.
 */
function hasLooseName(
  { located, sections }: ListToCheck,
  lines: readonly ReadLine[],
  taken: ReadonlySet<number>,
  all: readonly number[],
): boolean {
  const first = lines[Math.min(...all)]!;
  const above = lines[first.index - 1];
  if (above === undefined || taken.has(above.index) || above.line.isBullet || first.line.hasGapBefore)
    return false;
  const [cell] = above.line.cells;
  const isBelow = ({ place, dates }: EntryPlace) =>
    place !== undefined &&
    dates !== undefined &&
    place > dates &&
    lines[place]!.line.cells.some(({ x }) => isSameColumn(x, cell!.x));
  return (
    located.every(isBelow) &&
    sections.has(above.section ?? '') &&
    above.periods.length === 0 &&
    above.text.length <= MAXIMUM_NAME_LENGTH &&
    !/[().:]$/.test(above.text) &&
    isName(above.text)
  );
}
