import { type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Position } from '../../../core/http/page-position.ts';
import { REQUEST_STATUS, type RequestKind } from '../../requests/index.ts';
import type { FoundPositions } from '../found-page-queries.ts';
import type { QueryWord } from '../query-words.ts';
import { type ColumnOrder, compareAll, type RecordList, readInOrder } from '../record-list-queries.ts';
import { type Side, type SoughtWord, sizeWords } from '../sized-words.ts';
import { has, idsWith, isAmong } from '../term-sql.ts';
import type { RecordEntity } from '../terms.ts';
import { type Sort, type Sorting, toCompanyWord, toRequestId } from './rules.ts';

/** Each list matches any of its values. An empty one matches everything. */
export interface RequestFilter {
  companyIds: readonly number[];
  kinds: readonly RequestKind[];
  statusIds: readonly number[];
  isOpen: boolean | undefined;
  officeIds: readonly number[];
  responsibilities: readonly number[];
  startFrom: string | undefined;
  startUntil: string | undefined;
}

export interface RequestSearch {
  words: readonly QueryWord[];
  /** Groups of words. A request that has all words of one is not found. */
  excluded: readonly (readonly QueryWord[])[];
  filter: RequestFilter;
  sorting: Sorting;
  /** The last request of the page before. */
  after: Position | undefined;
  limit: number;
}

/** In entries of the index, of requests and of companies. A page of a word with more is read in the order of the list. */
const MAXIMUM_COMPARED = 20_000;

/**
 * Finds a page of requests. The requests of the rarest word are compared with the other words and the filters. If even that word has very
 * many, requests are read in the order of the list until the page is full. Statistics of the database never decide.
 */
export async function findRequests(
  db: TenantDatabase,
  tenantId: number,
  search: RequestSearch,
): Promise<FoundPositions> {
  const toSought = (word: QueryWord): SoughtWord => ({ word, sides: sidesOf(tenantId, word) });
  const ofWords = wordsOf(tenantId);
  const hasNone = search.excluded.map(
    (group) => sql`NOT (${sql.join(group.map(toSought).map(ofWords.isAmong), sql` AND `)})`,
  );
  const list: RecordList = {
    tenantId,
    table: 'customer_request',
    conditions: [...conditionsOf(search.filter), ...hasNone],
    ...ofWords,
  };
  const sought = search.words.map(toSought);
  const words = await sizeWords(db, sought, MAXIMUM_COMPARED);
  const [rarest] = words;
  const find = rarest !== undefined && rarest.size <= MAXIMUM_COMPARED ? compareAll : readInOrder;
  return find(db, list, words, orderOf(search.sorting), search);
}

/**
 * A request has its own terms and those of its company. The company keeps them, so that its requests need not be indexed again when it
 * gets another name.
 */
function sidesOf(tenantId: number, word: QueryWord): Side[] {
  const side = (entity: RecordEntity, own: QueryWord) => ({
    scope: { tenantId, entity, readsDocuments: false },
    word: own,
  });
  const companyWord = toCompanyWord(word);
  return [side('request', word), ...(companyWord === undefined ? [] : [side('company', companyWord)])];
}

function wordsOf(tenantId: number) {
  const idsOf = ({ scope, word }: Side) => idsWith(scope, word);
  const ofCompany = ({ scope }: Side) => scope.entity === 'company';
  const columnOf = (side: Side) => (ofCompany(side) ? sql`r.company_id` : sql`r.id`);
  const requests = (condition: RawBuilder<unknown>) =>
    sql`SELECT r.id FROM customer_request AS r WHERE r.tenant_id = ${tenantId} AND ${condition}`;
  /** The number of a request is in no index. */
  const numberOf = ({ word }: SoughtWord) => {
    const requestId = toRequestId(word);
    return requestId === undefined ? [] : [sql`r.id = ${requestId}`];
  };
  const any = (word: SoughtWord, has: (side: Side) => RawBuilder<unknown>) =>
    sql`(${sql.join([...numberOf(word), ...word.sides.map(has)], sql` OR `)})`;
  return {
    idsWith(word: SoughtWord) {
      const bySide = word.sides.map((side) =>
        ofCompany(side) ? requests(sql`r.company_id = ANY (ARRAY(${idsOf(side)}))`) : idsOf(side),
      );
      return sql.join([...bySide, ...numberOf(word).map(requests)], sql` UNION ALL `);
    },
    isAmong: (word: SoughtWord) => any(word, (side) => isAmong(columnOf(side), idsOf(side))),
    has: (word: SoughtWord) => any(word, (side) => has(side.scope, side.word, columnOf(side))),
  };
}

/** SQL conditions on a row `r` of customer_request. */
function conditionsOf(filter: RequestFilter): RawBuilder<unknown>[] {
  const any = (column: string, ids: readonly number[]) =>
    ids.length === 0 ? [] : [sql`${sql.ref(`r.${column}`)} = ANY (${ids}::int[])`];
  const { open, inProgress, filled, cancelled, closed } = REQUEST_STATUS;
  return [
    ...any('company_id', filter.companyIds),
    ...any('status_id', filter.statusIds),
    ...(filter.isOpen === undefined
      ? []
      : any('status_id', filter.isOpen ? [open, inProgress] : [filled, cancelled, closed])),
    ...any('office_id', filter.officeIds),
    ...any('responsibility', filter.responsibilities),
    ...(filter.kinds.length === 0 ? [] : [sql`r.kind = ANY (${filter.kinds}::text[])`]),
    ...(filter.startFrom === undefined ? [] : [sql`r.start_date >= ${filter.startFrom}::date`]),
    ...(filter.startUntil === undefined ? [] : [sql`r.start_date <= ${filter.startUntil}::date`]),
  ];
}

const COLUMNS: Readonly<Record<Sort, Pick<ColumnOrder, 'kind' | 'column'>>> = {
  createdAtUtc: { kind: 'time', column: sql`r.created_at` },
  modifiedAtUtc: { kind: 'time', column: sql`r.modified_at` },
  startDate: { kind: 'day', column: sql`r.start_date` },
};

function orderOf({ sort, order }: Sorting): ColumnOrder {
  return { ...COLUMNS[sort], order };
}
