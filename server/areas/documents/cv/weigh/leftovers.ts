import type { CvFacts, CvPeriod } from '../extract/facts.ts';
import type { ReadNotes, TextLine } from '../text/lines.ts';
import type { Leftover, WeighedValue } from '../values.ts';
import { type DescribedJob, isOfAnother, textBeside } from './described-periods.ts';
import { type ReadLine, toReadLines } from './page-text.ts';

const DATED = new Set(['jobs', 'career', 'training', 'school', 'education', 'courses']);
/** A beginning whose end is missing: it was torn from it. */
const BROKEN_OFF = /^\s*[–—-]\s*(?!\d)/u;

/**
 * What was not used of a CV: all of it if nothing was found, periods that are in no entry, or only in the description of another one, and pages whose text is not
 * sure or that have none. `values` say in which lines the entries are.
 */
export function findLeftovers(
  facts: CvFacts,
  lines: readonly TextLine[],
  notes: ReadNotes,
  values: readonly WeighedValue[],
): Leftover[] {
  const left: Leftover[] = [];
  if (values.length === 0) left.push({ code: 'nothingFound', count: 1, pages: [] });
  const unused = findUnused(facts, toReadLines(lines), values).map(({ line }) => line.page);
  if (unused.length > 0)
    left.push({
      code: 'unusedPeriods',
      count: unused.length,
      pages: [...new Set(unused.filter((page) => page !== undefined))].sort((a, b) => a - b),
    });
  const ofPages = [
    ['recognizedPages', notes.recognizedPages],
    ['pageWithoutText', notes.pagesWithoutText],
    ['unreadPages', notes.unreadPages],
  ] as const;
  for (const [code, pages] of ofPages) if (pages.length > 0) left.push({ code, count: pages.length, pages });
  return left;
}

type Period = ReadLine['periods'][number];

/** The lines of periods that no entry has, a line for each of its periods. */
function findUnused(facts: CvFacts, lines: readonly ReadLine[], values: readonly WeighedValue[]): ReadLine[] {
  const entries = [
    ...facts.jobs,
    ...facts.professionEducations,
    ...facts.schoolEducations,
    ...facts.educations,
  ];
  const keyOf = ({ fromDate, untilDate }: CvPeriod) => `${fromDate} ${untilDate}`;
  const used = new Set(entries.map(keyOf));
  const months = new Set(
    entries.flatMap(({ fromDate, untilDate }) => [monthOf(fromDate), monthOf(untilDate)]),
  );
  const describedBy = describedJobs(facts, values);
  const isUnused = (read: ReadLine, period: Period) => {
    const job = describedBy(read);
    if (job !== undefined) {
      const [above, below] = [lines[read.index - 1]?.text, lines[read.index + 1]?.text];
      return isOfAnother(period, textBeside(read.text, period, above, below), job);
    }
    if (!period.isPoint) return !used.has(keyOf(period));
    const isBrokenOff = BROKEN_OFF.test(read.text.slice(period.end)) && read.section !== 'courses';
    return isBrokenOff && !months.has(monthOf(period.untilDate));
  };
  return lines
    .filter(({ section }) => section !== undefined && DATED.has(section))
    .flatMap((read) => read.periods.filter((period) => isUnused(read, period)).map(() => read));
}

const monthOf = (date: string | undefined) => date?.slice(0, 7);

/** Returns the function that says in the description of which job a line is. Lines of entries are in none. */
function describedJobs(
  { jobs }: CvFacts,
  values: readonly WeighedValue[],
): (line: ReadLine) => DescribedJob | undefined {
  const own = new Set<number>();
  const ends: { at: number; job: DescribedJob; text: string }[] = [];
  for (const { property, index, sources } of values) {
    if (!property.startsWith('resume.')) continue;
    for (const { line } of sources) own.add(line - 1);
    const last = sources.at(-1);
    if (property !== 'resume.jobs' || last === undefined) continue;
    const { position, employer, ...rest } = jobs[index]!;
    const text = rest.description?.replaceAll('\n', ' ') ?? '';
    ends.push({ at: last.line - 1, job: { title: position, place: employer, ...rest }, text });
  }
  ends.sort((left, right) => left.at - right.at);
  return ({ index, line }) => {
    if (own.has(index)) return undefined;
    const above = ends.findLast(({ at }) => at < index);
    return line.cells.every(({ text }) => above?.text.includes(text.trim())) ? above?.job : undefined;
  };
}
