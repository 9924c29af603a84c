import type { CvFacts } from '../extract/facts.ts';
import type { ReadNotes, TextLine } from '../text/lines.ts';
import type { Leftover } from '../values.ts';
import { toReadLines } from './page-text.ts';

const DATED = new Set(['jobs', 'training', 'school', 'education', 'courses']);

/** What was not used of a CV: periods that are in no entry, and pages whose text is not sure or that have none. */
export function findLeftovers(facts: CvFacts, lines: readonly TextLine[], notes: ReadNotes): Leftover[] {
  const left: Leftover[] = [];
  const keyOf = ({ fromDate, untilDate }: { fromDate?: string; untilDate?: string }) =>
    `${fromDate} ${untilDate}`;
  const used = new Set(
    [...facts.jobs, ...facts.professionEducations, ...facts.schoolEducations, ...facts.educations].map(keyOf),
  );
  const unused = toReadLines(lines)
    .filter(({ section, line }) => section !== undefined && DATED.has(section) && !line.isBullet)
    .flatMap(({ line, periods }) =>
      periods.filter((period) => !period.isPoint && !used.has(keyOf(period))).map(() => line.page),
    );
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
