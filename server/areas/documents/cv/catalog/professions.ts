import { setImmediate } from 'node:timers/promises';
import type { Services } from '../../../../core/services.ts';
import { sharedList } from '../../../masterdata/index.ts';
import type { ReadCv } from '../extract/facts.ts';
import type { WeighedValue } from '../values.ts';
import { type OccupationEntry, OccupationIndex, type OccupationMatch } from './occupations.ts';

/** Entries that are added at a time. An imported list has tens of thousands, and the process has other things to do. */
const SLICE = 500;
/** The share of right ones, measured by npm run bench:cv-catalog. docs/adr/0029-dates-and-catalogs-of-cvs.md has the numbers. */
const RIGHT: Readonly<Record<OccupationMatch['by'], number>> = { whole: 0.99, part: 0.85 };

const indexes = new WeakMap<object, Promise<OccupationIndex>>();

/** The index of the list of professions, built once for each state of the list. */
export async function loadOccupations({ database }: Pick<Services, 'database'>): Promise<OccupationIndex> {
  const { rows } = await sharedList(database, 'professions');
  let index = indexes.get(rows);
  if (index === undefined) {
    const entries = rows
      .filter((row) => !row.is_expired)
      .map((row) => ({
        id: row.id,
        names: [row.name_de, row.name_en],
        isActivity: row.attributes?.kind === 'activity',
      }));
    index = buildIndex(entries);
    indexes.set(rows, index);
  }
  return index;
}

async function buildIndex(entries: readonly OccupationEntry[]): Promise<OccupationIndex> {
  const index = new OccupationIndex();
  const ordered = [...entries.filter((one) => !one.isActivity), ...entries.filter((one) => one.isActivity)];
  for (const [at, entry] of ordered.entries()) {
    index.add(entry);
    if (at % SLICE === SLICE - 1) await setImmediate();
  }
  return index;
}

interface FoundProfession extends Pick<WeighedValue, 'confidence' | 'sources'> {
  professionId: number;
}

export interface FoundProfessions {
  /** Of each job that is called as its profession is. */
  ofJobs: (number | undefined)[];
  /** Of all jobs and vocational trainings, the likeliest match of each profession. */
  ofPerson: FoundProfession[];
}

/** The professions of the list that jobs and vocational trainings of a CV name. */
export function findProfessions(cv: ReadCv, index: OccupationIndex): FoundProfessions {
  const found = new Map<number, FoundProfession>();
  const note = (property: WeighedValue['property'], at: number, title: string) => {
    const match = index.find(title);
    if (match === undefined) return undefined;
    const value = cv.values.find((one) => one.property === property && one.index === at);
    const confidence = (value?.confidence ?? 0) * RIGHT[match.by];
    if (confidence > (found.get(match.id)?.confidence ?? -1))
      found.set(match.id, { professionId: match.id, confidence, sources: value?.sources ?? [] });
    return match.by === 'whole' ? match.id : undefined;
  };
  const ofJobs = cv.jobs.map(({ position }, at) => note('resume.jobs', at, position));
  for (const [at, { profession }] of cv.professionEducations.entries())
    note('resume.professionEducations', at, profession);
  return { ofJobs, ofPerson: [...found.values()] };
}
