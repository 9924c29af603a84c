import { type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Position } from '../../../core/http/page-position.ts';
import { type FoundPositions, type PageBounds, sortFound } from '../found-page-queries.ts';
import type { QueryWord } from '../query-words.ts';
import { rankedSql } from '../ranked-sql.ts';
import { type ColumnOrder, compareAll, type RecordList, readInOrder } from '../record-list-queries.ts';
import { compareWith, type SizedWord, sizeWords } from '../sized-words.ts';
import { has, hasNone, idsWith, isAmong, recordsWith, type TermScope } from '../term-sql.ts';
import { INSTEAD_OF_RELEVANCE, type Sorting } from './rules.ts';

/** Entries of the index. If all words have more, they are not compared by relevance. */
export const MAXIMUM_COMPARED = 20_000;

/** Each list matches any of its values. An empty one matches everything. */
export interface CompanyFilter {
  statusIds: readonly number[];
  contractStatusIds: readonly number[];
  officeIds: readonly number[];
  industryIds: readonly number[];
  responsibilities: readonly number[];
}

export interface CompanySearch {
  words: readonly QueryWord[];
  /** Groups of words. A company that has all words of one is not found. */
  excluded: readonly (readonly QueryWord[])[];
  filter: CompanyFilter;
  sorting: Sorting;
  /** The last company of the page before. Its sorting is `sorting`. */
  after: Position | undefined;
  limit: number;
}

interface FoundPage extends FoundPositions {
  /** What they are sorted by. */
  sorting: Sorting;
}

/**
 * Finds a page of companies. If a word has few entries in the index, all of its companies are read, compared with the rest, and
 * sorted. Otherwise companies are read in the order of the list until the page is full.
 */
export async function findCompanies(
  db: TenantDatabase,
  tenantId: number,
  search: CompanySearch,
): Promise<FoundPage> {
  const scope = { tenantId, entity: 'company', readsDocuments: false } as const;
  const idsOf = (word: SizedWord) => idsWith(scope, ownOf(word));
  const list: RecordList = {
    tenantId,
    table: 'company',
    conditions: [...conditionsOf(search.filter), ...hasNone(scope, search.excluded, sql`r.id`)],
    idsWith: idsOf,
    isAmong: (word) => isAmong(sql`r.id`, idsOf(word)),
    has: (word) => has(scope, ownOf(word), sql`r.id`),
  };
  const sought = search.words.map((word) => ({ word, sides: [{ scope, word }] }));
  const words = await sizeWords(db, sought, MAXIMUM_COMPARED);
  const isRanked = search.sorting.sort === 'relevance';
  // The page before was sorted by relevance, so this one is too, even if a word has become common meanwhile.
  const mustRank = isRanked && search.after !== undefined;
  const [rarest] = words;
  const isCompared = rarest !== undefined && (rarest.size <= MAXIMUM_COMPARED || mustRank);
  if (isCompared && isRanked)
    return { ...(await compareRanks(db, scope, list, words, search)), sorting: search.sorting };
  const sorting = isRanked ? INSTEAD_OF_RELEVANCE : search.sorting;
  const find = isCompared ? compareAll : readInOrder;
  return { ...(await find(db, list, words, orderOf(sorting), search)), sorting };
}

/** A company is found by its own terms only. */
function ownOf({ sides }: SizedWord): QueryWord {
  return sides[0]!.word;
}

/** Reads all companies of the first word, compares their relevance and the filters, and sorts them. */
async function compareRanks(
  db: TenantDatabase,
  scope: TermScope,
  { tenantId, conditions }: RecordList,
  [first, ...others]: readonly SizedWord[],
  bounds: PageBounds,
): Promise<FoundPositions> {
  const ranked = rankedSql(scope, recordsWith(scope, ownOf(first!)), compareWith(first!.size, others));
  // A company is never deleted, so without conditions its row need not be looked at.
  const isMet =
    conditions.length === 0
      ? sql``
      : sql`WHERE (id IN (SELECT r.id FROM company AS r
                           WHERE r.tenant_id = ${tenantId} AND r.id = ANY (ARRAY(SELECT id FROM ranked))
                             AND ${sql.join(conditions, sql` AND `)})) IS TRUE`;
  const found = sql`
    WITH ranked AS MATERIALIZED (${ranked}) SELECT id, rank AS key FROM ranked ${isMet}`;
  return sortFound(db, found, { kind: 'rank', order: 'asc' }, bounds);
}

/** SQL conditions on a row `r` of company. */
function conditionsOf(filter: CompanyFilter): RawBuilder<unknown>[] {
  const any = (column: string, ids: readonly number[]) =>
    ids.length === 0 ? [] : [sql`${sql.ref(`r.${column}`)} = ANY (${ids}::int[])`];
  return [
    ...any('status_id', filter.statusIds),
    ...any('contract_status_id', filter.contractStatusIds),
    ...any('office_id', filter.officeIds),
    ...any('industry_id', filter.industryIds),
    ...any('responsibility', filter.responsibilities),
  ];
}

function orderOf({ sort, order }: Sorting): ColumnOrder {
  if (sort === 'name') return { kind: 'text', order, column: sql`r.name_key` };
  return { kind: 'time', order, column: sort === 'createdAtUtc' ? sql`r.created_at` : sql`r.modified_at` };
}
