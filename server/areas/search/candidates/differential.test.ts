import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Position } from '../../../core/http/page-position.ts';
import { startTestService } from '../../../testing/harness.ts';
import { compare, isExcluded, randomNumbers, ranksOf } from '../../../testing/search-loop.ts';
import { distanceKm } from '../../addresses/index.ts';
import { MAXIMUM_TOTAL } from '../found-page-queries.ts';
import { cellOf, LEVELS } from '../indexing/entry.ts';
import { parseQuery } from '../parse-query.ts';
import type { QueryWord } from '../query-words.ts';
import { DOCUMENT_WEIGHT, entryTerm } from '../terms.ts';
import { type CandidateFilter, NO_FILTER } from './filters-sql.ts';
import { type CandidateSearch, findCandidates } from './queries.ts';
import type { Sorting } from './rules.ts';

// Compares searches with a loop over all candidates. The words have from no to more entries than are ever read at once, so every
// way of searching is taken. What the indexer would write is inserted, because writing so much takes it longer.

const service = await startTestService();
const COUNT = 12_000;
const ALL_ENTRIES_READ = 20_000;
const RUNS = 40;
const BERLIN = { latitude: 52.5, longitude: 13.4 };
const LICENSE_WEIGHT = 20;
const QUALIFICATION_WEIGHT = 2;
/** By their ids: how many of a hundred candidates have each. */
const QUALIFICATIONS: Readonly<Record<number, number>> = { 21: 80, 22: 35, 23: 1 };

/** Terms, and how many of a hundred candidates have each. */
const TERMS: Readonly<Record<string, number>> = {
  lager: 95,
  '<regal': 95,
  lagerist: 30,
  versand: 94,
  '<dnasrev': 93,
  stapler: 60,
  '<relpats': 40,
  meyer: 8,
  meyerhof: 4,
  '~67': 12,
  anna: 15,
  '~6': 15,
  selten: 1,
  c: 30,
  cem: 20,
  cplusplus: 3,
  csharp: 88,
  mag: 9,
  magdalena: 25,
  schweisser: 50,
  '<ressiewhcs': 35,
  magschweisser: 6,
  magschweisserin: 2,
};
const ENTRIES = [
  { kind: 'profession', id: 11, names: ['Lagerfachkraft'] },
  { kind: 'profession', id: 12, names: ['Fachkraft Versand'] },
  { kind: 'profession', id: 13, names: ['Annahme', 'MAG-Schweißerei'] },
  { kind: 'profession', id: 14, names: ['Magazin', 'C++'] },
] as const;
const TEXTS = [
  'lager',
  'lag',
  'versand',
  'stapler',
  'meyer',
  'mey',
  'anna',
  'selten',
  'fachkraft',
  'nirgends',
  'c',
  'C++',
  'C#',
  'mag',
  'MAG-Schweißer',
  '"MAG-Schweißer"',
  '"lager versand"',
  '"mey"',
  '-mag',
  '-lager',
  '-mey',
  '-C#',
  '-C++',
  '-"mag meyer"',
  '-"lager schweisser"',
];

interface Candidate {
  id: number;
  terms: Map<string, number>;
  statusId: number;
  latitude: number;
  longitude: number;
  professionId: number;
  licenseId: number;
  /** Of language 1. */
  rank: number;
  appliedAt: string;
  nameKey: string;
}

const candidates = await insertCandidates();
const newestFirst = candidates.toSorted((a, b) => compare(b.appliedAt, a.appliedAt) || compare(b.id, a.id));

async function insertCandidates(): Promise<Candidate[]> {
  const tenantId = service.tenant.id;
  const rows = await service.sql<{ id: number }>(
    `INSERT INTO candidate (tenant_id, first_name, last_name, is_visible)
     SELECT $1, 'Ada', 'Muster', true FROM generate_series(1, ${COUNT}) RETURNING id`,
    [tenantId],
  );
  const made = rows.map(({ id }) => toCandidate(id));
  await service.sql(
    `INSERT INTO candidate_search (tenant_id, candidate_id, name_key, created_at, applied_at, status_id, geo_lat, geo_lon, geo_cell,
                                   profession_ids, license_ids, languages, applied_job_ad_ids, applied_stages, applied_on)
     SELECT $1, id, name, at, at, status, lat, lon, cell, ARRAY[profession], ARRAY[license], ARRAY[language], '{}', '{}', '{}'
       FROM json_to_recordset($2::json) AS c (id int, name text, at timestamptz, status int, lat float8, lon float8, cell int,
                                              profession int, license int, language int)`,
    [tenantId, JSON.stringify(made.map(toRow))],
  );
  const terms = made.flatMap(({ id, terms: own }) =>
    [...own].map(([term, weight]) => ({ id, term, weight })),
  );
  await service.sql(
    `INSERT INTO candidate_search_term (tenant_id, candidate_id, term, weight)
     SELECT $1, id, term, weight FROM json_to_recordset($2::json) AS t (id int, term text, weight int)`,
    [tenantId, JSON.stringify(terms)],
  );
  return made;
}

function toCandidate(id: number): Candidate {
  const random = randomNumbers(id * 7919);
  random(1);
  const [professionId, licenseId] = [11 + random(4), 339 + random(12)];
  const terms = new Map([
    [entryTerm('profession', professionId), 2],
    [entryTerm('license', licenseId), LICENSE_WEIGHT],
    [entryTerm('language', 1), LICENSE_WEIGHT],
  ]);
  for (const [term, share] of Object.entries(TERMS))
    if (random(100) < share) terms.set(term, weightOf(term, random(4)));
  for (const [qualification, share] of Object.entries(QUALIFICATIONS))
    if (random(100) < share)
      terms.set(entryTerm('qualification', Number(qualification)), QUALIFICATION_WEIGHT);
  return {
    id,
    terms,
    statusId: 2003 + random(3),
    latitude: BERLIN.latitude + (random(2000) - 1000) / 1000,
    longitude: BERLIN.longitude + (random(2000) - 1000) / 1000,
    professionId,
    licenseId,
    rank: random(6),
    // Some apply at the same time.
    appliedAt: new Date(Date.UTC(2026, 0, 1) + random(4000) * 1000).toISOString(),
    nameKey: `name ${random(3000)}, ada`,
  };
}

/** No name has a compound, and how a name sounds has one weight. */
function weightOf(term: string, choice: number): number {
  if (term.startsWith('~')) return 2;
  return [term.startsWith('<') ? 2 : 0, 2, 4, DOCUMENT_WEIGHT][choice]!;
}

function toRow(candidate: Candidate) {
  const { id, latitude, longitude } = candidate;
  return {
    id,
    name: candidate.nameKey,
    at: candidate.appliedAt,
    status: candidate.statusId,
    lat: latitude,
    lon: longitude,
    cell: cellOf(latitude, longitude),
    profession: candidate.professionId,
    license: candidate.licenseId,
    language: LEVELS + candidate.rank,
  };
}

function meets(candidate: Candidate, filter: CandidateFilter): boolean {
  const { statusIds, professionIds, licenseIds, qualificationIds, languages, around } = filter;
  const isAny = (ids: readonly (number | null)[], id: number) => ids.length === 0 || ids.includes(id);
  return (
    isAny(statusIds, candidate.statusId) &&
    isAny(professionIds, candidate.professionId) &&
    isAny(licenseIds, candidate.licenseId) &&
    qualificationIds.every((id) => candidate.terms.has(entryTerm('qualification', id))) &&
    languages.every(({ rank }) => candidate.rank >= rank) &&
    (around === undefined || distanceKm(around.center, candidate) <= around.radiusKm)
  );
}

/** The ids of all candidates that match, in the order of the list. */
function expectedIds(search: CandidateSearch, { sort, order }: Sorting): number[] {
  const { words, excluded, filter, readsDocuments } = search;
  const found = newestFirst.flatMap((candidate) => {
    const ranksFor = (word: QueryWord) => ranksOf(candidate.terms, word, readsDocuments);
    if (!meets(candidate, filter) || isExcluded(excluded, (word) => ranksFor(word).length > 0)) return [];
    const ranks = words.map((word) => Math.min(...ranksFor(word)));
    const rank = ranks.reduce((sum, one) => sum + one, 0);
    return Number.isFinite(rank) ? [{ ...candidate, rank }] : [];
  });
  const sign = order === 'asc' ? 1 : -1;
  if (sort === 'relevance') found.sort((a, b) => a.rank - b.rank || b.id - a.id);
  else if (sort === 'name') found.sort((a, b) => sign * (compare(a.nameKey, b.nameKey) || a.id - b.id));
  else found.sort((a, b) => sign * (compare(a.appliedAt, b.appliedAt) || a.id - b.id));
  return found.map(({ id }) => id);
}

/** Whether a list by relevance of these words must be one. */
function hasRankedWord({ words, readsDocuments }: CandidateSearch): boolean {
  return words.some((word) => {
    const entries = candidates.reduce((sum, one) => sum + ranksOf(one.terms, word, readsDocuments).length, 0);
    return entries <= ALL_ENTRIES_READ;
  });
}

const db = service.services.database.tenant(service.tenant.id);

/** Reads two pages, and compares them with the loop. Returns what they were sorted by. */
async function check(search: Omit<CandidateSearch, 'after'>): Promise<Sorting> {
  const find = (sorting: Sorting, after: Position | undefined) =>
    findCandidates(db, service.tenant.id, { ...search, sorting, after });
  const { positions, sorting, total } = await find(search.sorting, undefined);
  const ids = expectedIds({ ...search, after: undefined }, sorting);
  assert.equal(total, Math.min(ids.length, MAXIMUM_TOTAL + 1));
  assert.deepEqual(
    positions.map(({ id }) => id),
    ids.slice(0, search.limit + 1),
  );
  if (ids.length <= search.limit) return sorting;
  const next = await find(sorting, positions[search.limit - 1]);
  assert.deepEqual(
    next.positions.map(({ id }) => id),
    ids.slice(search.limit, 2 * search.limit + 1),
  );
  return sorting;
}

const orNothing = <T>(value: fc.Arbitrary<T>, nothing: T) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(nothing) }, { weight: 1, arbitrary: value });
const someOf = (ids: readonly number[]) => orNothing(fc.subarray([...ids], { minLength: 1 }), [] as number[]);
const arbitraryFilter: fc.Arbitrary<CandidateFilter> = fc.record({
  ...(Object.fromEntries(
    Object.entries(NO_FILTER).map(([name, value]) => [name, fc.constant(value)]),
  ) as Record<keyof CandidateFilter, fc.Arbitrary<never>>),
  statusIds: someOf([2003, 2004, 2005]),
  professionIds: someOf([11, 12, 13, 14, 15]),
  licenseIds: someOf([339, 340, 341, 999]),
  qualificationIds: someOf([21, 22, 23]),
  languages: orNothing(
    fc.nat(5).map((rank) => [{ id: 1, rank }]),
    [],
  ),
  around: orNothing<CandidateFilter['around']>(
    fc.constantFrom(5, 30, 80).map((radiusKm) => ({ center: BERLIN, radiusKm })),
    undefined,
  ),
});
const arbitrarySorting = fc.constantFrom<Sorting>(
  { sort: 'relevance', order: 'asc' },
  { sort: 'relevance', order: 'asc' },
  { sort: 'appliedAtUtc', order: 'desc' },
  { sort: 'name', order: 'asc' },
);

describe('a search finds the same candidates, in the same order, as a loop over all of them', () => {
  const toSearch = (text: string, rest: Partial<CandidateSearch> = {}): CandidateSearch => ({
    ...parseQuery(text, ENTRIES),
    filter: NO_FILTER,
    sorting: { sort: 'relevance', order: 'asc' },
    after: undefined,
    limit: 30,
    readsDocuments: true,
    ...rest,
  });
  const around = { ...NO_FILTER, around: { center: BERLIN, radiusKm: 30 } };

  for (const [name, search] of [
    ['with one rare word', toSearch('selten')],
    ['with two words that are both read', toSearch('anna meyer')],
    ['with a word that is read and one that is looked up', toSearch('selten lager')],
    ['with two words of which one has many entries', toSearch('stapler lager')],
    ['with two words with many entries', toSearch('lager versand')],
    ['with the same word twice', toSearch('anna anna')],
    ['with a word that nobody has', toSearch('anna nirgends')],
    ['with a radius and words that are looked up', toSearch('lager versand', { filter: around })],
    ['with a word of professions', toSearch('fachkraft selten')],
    ['with a word with signs', toSearch('C++')],
    ['with a word with signs that most have', toSearch('C# selten')],
    ['with a word with a hyphen', toSearch('MAG-Schweißer')],
    ['with a word with a hyphen and a rare one', toSearch('selten MAG-Schweißer')],
    ['with words in quotation marks', toSearch('"mag schweißer"')],
    ['without a word', toSearch('anna -mag')],
    ['without a word, and with one that most have', toSearch('lager -mag')],
    ['without a word that most have', toSearch('anna -C#')],
    ['without two words at once', toSearch('meyer -"lager mag"')],
    ['without a word, of two words with many entries', toSearch('lager versand -schweißer -C++')],
    ['without documents, and without a word', toSearch('anna -schweißer', { readsDocuments: false })],
    ['without documents', toSearch('anna meyer', { readsDocuments: false })],
    ['with two qualifications', toSearch('anna', { filter: { ...NO_FILTER, qualificationIds: [21, 22] } })],
    [
      'without documents, by a licence',
      toSearch('anna', { filter: { ...NO_FILTER, licenseIds: [340] }, readsDocuments: false }),
    ],
  ] as const)
    test(name, async () => {
      assert.equal((await check(search)).sort, 'relevance');
    });

  test('with one word that is too common for relevance', async () => {
    assert.equal((await check(toSearch('lager'))).sort, 'appliedAtUtc');
  });

  test('without a word, and with none', async () => {
    const sorting = { sort: 'name', order: 'asc' } as const;
    for (const text of ['-mag', '-lager', '-"lager versand" -C#']) await check(toSearch(text, { sorting }));
  });

  test('with random words, filters, and sorts', async () => {
    const arbitrarySearch = fc
      .record({
        texts: fc.uniqueArray(fc.constantFrom(...TEXTS), { maxLength: 3 }),
        filter: arbitraryFilter,
        sorting: arbitrarySorting,
        limit: fc.constantFrom(1, 7, 60),
        readsDocuments: fc.boolean(),
      })
      .map(({ texts, sorting, ...rest }) =>
        toSearch(texts.join(' '), {
          ...rest,
          sorting:
            texts.every((text) => text.startsWith('-')) && sorting.sort === 'relevance'
              ? { sort: 'name', order: 'asc' }
              : sorting,
        }),
      );
    await fc.assert(
      fc.asyncProperty(arbitrarySearch, async (search) => {
        const { sort } = await check(search);
        if (hasRankedWord(search)) assert.equal(sort, search.sorting.sort);
      }),
      { numRuns: RUNS },
    );
  });
});
