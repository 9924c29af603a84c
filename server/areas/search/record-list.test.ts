import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Position } from '../../core/http/page-position.ts';
import { startTestService } from '../../testing/harness.ts';
import { makeBranch } from '../../testing/makers/branches.ts';
import { compare, isExcluded, randomNumbers, ranksOf } from '../../testing/search-loop.ts';
import { type CompanySearch, findCompanies, MAXIMUM_COMPARED } from './companies/queries.ts';
import type { Sorting as CompanySorting } from './companies/rules.ts';
import { type FoundPositions, MAXIMUM_TOTAL } from './found-page-queries.ts';
import { parseQuery } from './parse-query.ts';
import type { QueryWord } from './query-words.ts';
import { findRequests, type RequestSearch } from './requests/queries.ts';
import { type Sorting as RequestSorting, toCompanyWord, toRequestId } from './requests/rules.ts';

// Compares searches of companies and requests with a loop over all of them. The words have from no to more entries than are compared,
// so every way of searching is taken. What the indexer would write is inserted, because writing so much takes it longer.

const service = await startTestService();
const tenantId = service.tenant.id;
const officeId = await makeBranch(service, 'Nord');
const COUNT = 12_000;
const FIRST_COMPANY = 100_000;
const FIRST_REQUEST = 500_000;
const RUNS = 40;

/** Terms, and how many of a hundred records have each. */
const OF_COMPANIES: Readonly<Record<string, number>> = {
  gmbh: 95,
  gmbhs: 90,
  logistik: 94,
  logistikbau: 90,
  hamburg: 30,
  meyer: 12,
  '~67': 18,
  '^67b': 12,
  helfer: 2,
  selten: 1,
  cplusplus: 4,
};
const OF_REQUESTS: Readonly<Record<string, number>> = {
  helfer: 95,
  '<refleh': 94,
  stapler: 93,
  '<relpats': 92,
  nacht: 25,
  hamburg: 10,
  selten: 1,
  cplusplus: 2,
  nachtstapler: 5,
};
/** What the indexer adds to the weights of sounds. Look-ups rely on it. */
const OF_SOUNDS: Readonly<Record<string, number>> = { '^': 1, '~': 2 };
const TEXTS = [
  ...'gmbh logistik hamburg meyer maier helfer stapler nacht selten h nirgends'.split(' '),
  ...'C++ -C++ -gmbh -hamburg -helfer -nacht -selten "logistik" Nacht-Stapler'.split(' '),
  '-"stapler hamburg"',
];

interface Row {
  id: number;
  terms: ReadonlyMap<string, number>;
  companyId: number;
  statusId: number;
  nameKey: string;
  createdAt: string;
  modifiedAt: string;
  startDate: string;
}

function makeRow(id: number, shares: Readonly<Record<string, number>>): Row {
  const random = randomNumbers(id * 7919);
  random(1);
  const has = Object.entries(shares).filter(([, share]) => random(100) < share);
  const weights = new Map(has.map(([term]) => [term, [0, 2, 4][random(3)]! + (OF_SOUNDS[term[0]!] ?? 0)]));
  // What sounds the same to its end sounds the same without it.
  const whole = weights.get('^67b');
  if (whole !== undefined) weights.set('~67', Math.min(whole + 1, weights.get('~67') ?? whole + 1));
  const seconds = () => new Date(Date.UTC(2026, 0, 1) + random(4000) * 1000).toISOString();
  return {
    id,
    terms: weights,
    // Some companies have many requests, and most have none.
    companyId: FIRST_COMPANY + Math.floor((random(1000) ** 3 / 1000 ** 3) * COUNT),
    statusId: 1 + random(5),
    nameKey: `firma ${random(3000)}`,
    // Some are created at the same time.
    createdAt: seconds(),
    modifiedAt: seconds(),
    startDate: seconds()
      .slice(0, 10)
      .replace('01-01', `0${1 + random(9)}-1${random(9)}`),
  };
}

const rowsOf = (first: number, shares: Readonly<Record<string, number>>) =>
  Array.from({ length: COUNT }, (_, index) => makeRow(first + index, shares));
const companies = rowsOf(FIRST_COMPANY, OF_COMPANIES);
const requests = rowsOf(FIRST_REQUEST, OF_REQUESTS);
await service.sql(
  `INSERT INTO company (tenant_id, id, name, status_id, contract_status_id, created_at, modified_at)
   SELECT $1, id, "nameKey", "statusId", 1, "createdAt", "modifiedAt"
     FROM json_to_recordset($2::json) AS r (id int, "nameKey" text, "statusId" int, "createdAt" timestamptz, "modifiedAt" timestamptz)`,
  [tenantId, JSON.stringify(companies)],
);
await service.sql(
  `INSERT INTO customer_request (tenant_id, id, kind, company_id, office_id, title, headcount, start_date, status_id, created_at,
                                 modified_at)
   SELECT $1, id, 'temporarystaffing', "companyId", $3, 'Helfer', 1, "startDate", "statusId", "createdAt", "modifiedAt"
     FROM json_to_recordset($2::json) AS r (id int, "companyId" int, "startDate" date, "statusId" int, "createdAt" timestamptz,
                                            "modifiedAt" timestamptz)`,
  [tenantId, JSON.stringify(requests), officeId],
);
for (const [entity, rows] of [
  ['company', companies],
  ['request', requests],
] as const) {
  const terms = rows.flatMap(({ id, terms: own }) =>
    [...own].map(([term, weight]) => ({ id, term, weight })),
  );
  await service.sql(
    `INSERT INTO record_search_term (tenant_id, entity, record_id, term, weight)
     SELECT $1, $3, id, term, weight FROM json_to_recordset($2::json) AS t (id int, term text, weight int)`,
    [tenantId, JSON.stringify(terms), entity],
  );
}

const KEYS = {
  name: 'nameKey',
  createdAtUtc: 'createdAt',
  modifiedAtUtc: 'modifiedAt',
  startDate: 'startDate',
} as const;

function sortBy(rows: readonly Row[], { sort, order }: { sort: keyof typeof KEYS; order: string }): Row[] {
  const sign = order === 'asc' ? 1 : -1;
  return rows.toSorted((a, b) => sign * (compare(a[KEYS[sort]], b[KEYS[sort]]) || a.id - b.id));
}

const isAny = (ids: readonly number[], id: number) => ids.length === 0 || ids.includes(id);

/** The ids of all companies that match, in the order of the list. */
function expectedCompanies(search: CompanySearch, sorting: CompanySorting): number[] {
  const { words, excluded, filter } = search;
  const found = companies.flatMap((row) => {
    if (isExcluded(excluded, (word) => ranksOf(row.terms, word).length > 0)) return [];
    const rank = words.reduce((sum, word) => sum + Math.min(...ranksOf(row.terms, word)), 0);
    return isAny(filter.statusIds, row.statusId) && Number.isFinite(rank) ? [{ ...row, rank }] : [];
  });
  const { sort, order } = sorting;
  const sorted =
    sort === 'relevance'
      ? found.toSorted((a, b) => a.rank - b.rank || b.id - a.id)
      : sortBy(found, { sort, order });
  return sorted.map(({ id }) => id);
}

const termsOfCompanies = new Map(companies.map(({ id, terms }) => [id, terms]));

/** The ids of all requests that match, in the order of the list. */
function expectedRequests({ words, excluded, filter, sorting }: RequestSearch): number[] {
  const has = (row: Row, word: QueryWord) => {
    const companyWord = toCompanyWord(word);
    return (
      toRequestId(word) === row.id ||
      ranksOf(row.terms, word).length > 0 ||
      (companyWord !== undefined && ranksOf(termsOfCompanies.get(row.companyId)!, companyWord).length > 0)
    );
  };
  const found = requests.filter(
    (row) =>
      isAny(filter.statusIds, row.statusId) &&
      isAny(filter.companyIds, row.companyId) &&
      words.every((word) => has(row, word)) &&
      !isExcluded(excluded, (word) => has(row, word)),
  );
  return sortBy(found, sorting).map(({ id }) => id);
}

/** Whether a list by relevance of these words must be one. */
const hasRankedWord = (words: readonly QueryWord[]): boolean =>
  words.some((word) => companies.flatMap(({ terms }) => ranksOf(terms, word)).length <= MAXIMUM_COMPARED);

/** Reads two pages, and compares them with the ids that all pages together must have. */
async function check(
  limit: number,
  ids: readonly number[],
  first: FoundPositions,
  next: (after: Position | undefined) => Promise<FoundPositions>,
): Promise<void> {
  assert.equal(first.total, Math.min(ids.length, MAXIMUM_TOTAL + 1));
  const idsOf = ({ positions }: FoundPositions) => positions.map(({ id }) => id);
  assert.deepEqual(idsOf(first), ids.slice(0, limit + 1));
  if (ids.length <= limit) return;
  assert.deepEqual(idsOf(await next(first.positions[limit - 1])), ids.slice(limit, 2 * limit + 1));
}

const db = service.services.database.tenant(tenantId);
const NO_COMPANY_FILTER = {
  statusIds: [],
  contractStatusIds: [],
  officeIds: [],
  industryIds: [],
  responsibilities: [],
};
const NO_REQUEST_FILTER = {
  companyIds: [],
  kinds: [],
  statusIds: [],
  isOpen: undefined,
  officeIds: [],
  responsibilities: [],
  startFrom: undefined,
  startUntil: undefined,
};

async function checkCompanies(search: Omit<CompanySearch, 'after'>): Promise<CompanySorting> {
  const find = (sorting: CompanySorting, after?: Position) =>
    findCompanies(db, tenantId, { ...search, sorting, after });
  const first = await find(search.sorting);
  const ids = expectedCompanies({ ...search, after: undefined }, first.sorting);
  await check(search.limit, ids, first, (after) => find(first.sorting, after));
  return first.sorting;
}

async function checkRequests(search: Omit<RequestSearch, 'after'>): Promise<void> {
  const find = (after?: Position) => findRequests(db, tenantId, { ...search, after });
  const ids = expectedRequests({ ...search, after: undefined });
  await check(search.limit, ids, await find(), find);
}

describe('a search of companies finds the same, in the same order, as a loop over all of them', () => {
  const toSearch = (text: string, rest: Partial<CompanySearch> = {}) => ({
    ...parseQuery(text, []),
    filter: NO_COMPANY_FILTER,
    sorting: { sort: 'relevance', order: 'asc' } as CompanySorting,
    limit: 30,
    ...rest,
  });

  for (const text of [
    'selten',
    'meyer',
    'maier hamburg',
    'selten gmbh',
    'hamburg gmbh logistik',
    'hamburg nirgends',
    'C++',
    'hamburg -gmbh',
    'meyer -"logistik hamburg"',
  ])
    test(`with ${text}`, async () => {
      assert.equal((await checkCompanies(toSearch(text))).sort, 'relevance');
    });

  for (const text of ['gmbh', 'logistik gmbh', 'gmbh -hamburg'])
    test(`with ${text}, which is too common for relevance`, async () => {
      assert.equal((await checkCompanies(toSearch(text))).sort, 'name');
    });

  test('with random words, filters, and sorts', async () => {
    const arbitrary = fc
      .record({
        texts: fc.uniqueArray(fc.constantFrom(...TEXTS), { maxLength: 3 }),
        statusIds: fc.constantFrom<number[]>([], [], [1], [2, 3], [99]),
        sort: fc.constantFrom<CompanySorting['sort']>(
          'relevance',
          'relevance',
          'name',
          'modifiedAtUtc',
          'createdAtUtc',
        ),
        order: fc.constantFrom<'asc' | 'desc'>('asc', 'desc'),
        limit: fc.constantFrom(1, 7, 200),
      })
      .map(({ texts, statusIds, sort, order, limit }) => {
        const chosen = texts.every((one) => one.startsWith('-')) && sort === 'relevance' ? 'name' : sort;
        return toSearch(texts.join(' '), {
          filter: { ...NO_COMPANY_FILTER, statusIds },
          sorting: { sort: chosen, order: chosen === 'relevance' ? 'asc' : order },
          limit,
        });
      });
    await fc.assert(
      fc.asyncProperty(arbitrary, async (search) => {
        const { sort } = await checkCompanies(search);
        if (hasRankedWord(search.words)) assert.equal(sort, search.sorting.sort);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('a search of requests finds the same, in the same order, as a loop over all of them', () => {
  const toSearch = (text: string, rest: Partial<RequestSearch> = {}) => ({
    ...parseQuery(text, []),
    filter: NO_REQUEST_FILTER,
    sorting: { sort: 'createdAtUtc', order: 'desc' } as RequestSorting,
    limit: 30,
    ...rest,
  });

  for (const text of [
    'selten',
    'hamburg',
    'selten gmbh',
    'gmbh',
    'helfer gmbh',
    'helfer stapler',
    'nacht hamburg',
    `${FIRST_REQUEST + 5}`,
    `helfer ${FIRST_REQUEST + 5}`,
    'C++',
    'helfer -hamburg',
    `-${FIRST_REQUEST + 5}`,
    'Nacht-Stapler -"gmbh meyer"',
  ])
    test(`with ${text}`, async () => {
      await checkRequests(toSearch(text));
    });

  test('with random words, filters, and sorts', async () => {
    const arbitrary = fc
      .record({
        texts: fc.uniqueArray(fc.constantFrom(...TEXTS), { maxLength: 3 }),
        statusIds: fc.constantFrom<number[]>([], [], [1], [2, 3], [99]),
        companyIds: fc.constantFrom<number[]>(
          [],
          [],
          [FIRST_COMPANY],
          [FIRST_COMPANY + 1, FIRST_COMPANY + 700],
        ),
        sort: fc.constantFrom<RequestSorting['sort']>('createdAtUtc', 'modifiedAtUtc', 'startDate'),
        order: fc.constantFrom<'asc' | 'desc'>('asc', 'desc'),
        limit: fc.constantFrom(1, 7, 200),
      })
      .map(({ texts, statusIds, companyIds, sort, order, limit }) =>
        toSearch(texts.join(' '), {
          filter: { ...NO_REQUEST_FILTER, statusIds, companyIds },
          sorting: { sort, order },
          limit,
        }),
      );
    await fc.assert(fc.asyncProperty(arbitrary, checkRequests), { numRuns: RUNS });
  });
});
