import { entryTerm } from '../terms.ts';
import { writtenWordsOf } from '../words.ts';
import type { CandidateFacts } from './candidate-queries.ts';
import type { EntryColumns } from './write-queries.ts';

/** The number of a language with a level in candidate_search.languages. */
export const LEVELS = 16;
/** In candidate_search.applied_job_ad_ids. */
const SPECULATIVE = 0;

const MAXIMUM_KEY_LENGTH = 200;

/** The square of a tenth of a degree that contains a point. */
export function cellOf(latitude: number, longitude: number): number {
  return Math.floor((latitude + 90) * 10) * 3600 + Math.floor((longitude + 180) * 10);
}

/** The row of a candidate in the index. `rankOf` returns the rank of a language level, 1 for the lowest. */
export function toEntry(facts: CandidateFacts, rankOf: (levelId: number) => number): EntryColumns {
  const { geo_lat, geo_lon, applications } = facts;
  const latest = applications.reduce<string | undefined>(
    (at, application) => (at === undefined || application.at > at ? application.at : at),
    undefined,
  );
  return {
    candidate_id: facts.id,
    name_key: nameKeyOf(facts.last_name, facts.first_name),
    created_at: facts.created_at,
    applied_at: latest ?? facts.created_at,
    status_id: facts.status_id,
    office_id: facts.office_id,
    responsibility: facts.responsibility,
    source_of_supply_id: facts.source_of_supply_id,
    available_from: facts.available_from,
    geo_lat,
    geo_lon,
    geo_cell: geo_lat === null || geo_lon === null ? null : cellOf(geo_lat, geo_lon),
    profession_ids: facts.professions,
    license_ids: facts.licenses,
    languages: facts.languages.map(({ id, level }) => id * LEVELS + (level === null ? 0 : rankOf(level))),
    applied_job_ad_ids: applications.map(({ jobAdId }) => jobAdId ?? SPECULATIVE),
    applied_stages: applications.map(({ stage }) => stage),
    applied_on: applications.map(({ at }) => at.slice(0, 'YYYY-MM-DD'.length)),
  };
}

/**
 * Sorts names as a phone book does: by last name, umlauts like their vowels. Two spaces end the last name, because nothing in a name sorts
 * before them: all called Müller come before Müller-Lüdenscheidt.
 */
function nameKeyOf(lastName: string, firstName: string): string {
  const fold = (name: string) =>
    [...writtenWordsOf(name)].flatMap(({ parts }) => parts.map(({ word }) => word));
  return `${fold(lastName).join(' ')}  ${fold(firstName).join(' ')}`.slice(0, MAXIMUM_KEY_LENGTH);
}

/** The terms by which filters find a candidate. */
export function filterTermsOf(facts: CandidateFacts): string[] {
  return [
    ...facts.professions.map((id) => entryTerm('profession', id)),
    ...facts.licenses.map((id) => entryTerm('license', id)),
    ...facts.languages.map(({ id }) => entryTerm('language', id)),
    ...facts.applications.flatMap(({ jobAdId }) => (jobAdId === null ? [] : [entryTerm('jobAd', jobAdId)])),
    ...(facts.responsibility === null ? [] : [entryTerm('responsibility', facts.responsibility)]),
  ];
}
