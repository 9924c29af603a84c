import { type RawBuilder, sql } from 'kysely';
import { exactTime } from '../../../core/db/clock.ts';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Language } from '../../../core/http/index.ts';
import { REQUEST_STATUS, type RequestKind } from '../../requests/index.ts';
import type { Position } from '../cursor.ts';
import type { QueryWord } from '../query-words.ts';
import { findRarest } from '../rarest.ts';
import { has, recordsWith, type TermScope } from '../term-sql.ts';
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

interface Search {
  words: readonly QueryWord[];
  filter: RequestFilter;
  sorting: Sorting;
  after: Position | undefined;
  limit: number;
  /** If more match, one more is counted. */
  maximumTotal: number;
  language: Language;
}

interface RequestRow extends Position {
  kind: RequestKind;
  title: string;
  companyId: number;
  company: string;
  city: string | null;
  officeId: number;
  office: string;
  responsibility: number | null;
  responsibleUser: string | null;
  headcount: number;
  placed: number;
  startDate: string;
  endDate: string | null;
  statusId: number;
  status: string | null;
  createdAtUtc: string;
  modifiedAtUtc: string;
}

/** In index entries. A page of a word with more is read in the order of the list. */
const MAXIMUM_COMPARED = 40_000;

/**
 * Finds a page of requests, with one more than the limit if there are more, and how many match. The requests of the rarest word are
 * compared with the other words and the filters. If even that word has very many, a page is full soon, so its requests are read in the
 * order of the list, and each is looked up in the index. Statistics of the database never decide.
 */
export async function findRequests(
  db: TenantDatabase,
  tenantId: number,
  search: Search,
): Promise<{ rows: RequestRow[]; total: number }> {
  const rarest = await findRarest(db, search.words, {
    maximum: MAXIMUM_COMPARED,
    entriesOf: (word) => requestsWith(tenantId, word),
  });
  const isCommon = rarest !== undefined && rarest.size > MAXIMUM_COMPARED;
  const matching = matchingSql(tenantId, search, isCommon ? undefined : rarest?.word);
  const [rows, total] = await Promise.all([
    readPage(db, tenantId, matching, search),
    isCommon && (await hasMore(db, tenantId, search, rarest.word))
      ? search.maximumTotal + 1
      : countUpTo(db, matching, search.maximumTotal + 1),
  ]);
  return { rows, total };
}

/** Whether some of the entries of the only condition are enough to see that more match than are counted. */
async function hasMore(
  db: TenantDatabase,
  tenantId: number,
  { words, filter, maximumTotal }: Search,
  word: QueryWord,
): Promise<boolean> {
  if (words.length > 1 || conditionsOf(filter).length > 0) return false;
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT id) AS count
      FROM (SELECT id FROM (${requestsWith(tenantId, word)}) AS entry LIMIT ${MAXIMUM_COMPARED}) AS entries`.execute(
    db,
  );
  return rows[0]!.count > maximumTotal;
}

const ofRequests = (tenantId: number): TermScope => ({ tenantId, entity: 'request', readsDocuments: false });
const ofCompanies = (tenantId: number): TermScope => ({ tenantId, entity: 'company', readsDocuments: false });

/** SQL for the ids of the requests with a word, more than once if they have it in several places. */
function requestsWith(tenantId: number, word: QueryWord): RawBuilder<unknown> {
  const companyWord = toCompanyWord(word);
  const requestId = toRequestId(word);
  const parts = [sql`SELECT id FROM (${recordsWith(ofRequests(tenantId), word)}) AS own`];
  // The company keeps its words to itself, so that its requests need not be indexed again when it gets another name.
  if (companyWord !== undefined)
    parts.push(sql`
      SELECT r.id FROM (SELECT DISTINCT id FROM (${recordsWith(ofCompanies(tenantId), companyWord)}) AS entry) AS c
       CROSS JOIN LATERAL (
         SELECT id FROM customer_request WHERE tenant_id = ${tenantId} AND company_id = c.id) AS r`);
  if (requestId !== undefined)
    parts.push(sql`SELECT id FROM customer_request WHERE tenant_id = ${tenantId} AND id = ${requestId}`);
  return sql.join(parts, sql` UNION ALL `);
}

/** SQL condition: the request `r` has the word. */
function hasWord(tenantId: number, word: QueryWord): RawBuilder<unknown> {
  const companyWord = toCompanyWord(word);
  const requestId = toRequestId(word);
  const parts = [
    ...(requestId === undefined ? [] : [sql`r.id = ${requestId}`]),
    has(ofRequests(tenantId), word, sql`r.id`),
    ...(companyWord === undefined ? [] : [has(ofCompanies(tenantId), companyWord, sql`r.company_id`)]),
  ];
  return sql`(${sql.join(parts, sql` OR `)})`;
}

/** SQL from FROM to WHERE for the requests `r` that match, among those with the word `read`, or else among all. */
function matchingSql(
  tenantId: number,
  { words, filter }: Search,
  read: QueryWord | undefined,
): RawBuilder<unknown> {
  // OFFSET 0 keeps the planner from joining in another way than by the key of each request.
  const among =
    read === undefined
      ? sql`customer_request AS r`
      : sql`(SELECT DISTINCT id FROM (${requestsWith(tenantId, read)}) AS entry OFFSET 0) AS d
            CROSS JOIN LATERAL (
              SELECT * FROM customer_request WHERE tenant_id = ${tenantId} AND id = d.id OFFSET 0) AS r`;
  const conditions = [
    sql`r.tenant_id = ${tenantId}`,
    ...conditionsOf(filter),
    ...words.filter((word) => word !== read).map((word) => hasWord(tenantId, word)),
  ];
  return sql`FROM ${among} WHERE ${sql.join(conditions, sql` AND `)}`;
}

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

const KEYS: Readonly<Record<Sort, { column: RawBuilder<unknown>; type: RawBuilder<unknown> }>> = {
  createdAtUtc: { column: sql`r.created_at`, type: sql`timestamptz` },
  modifiedAtUtc: { column: sql`r.modified_at`, type: sql`timestamptz` },
  startDate: { column: sql`r.start_date`, type: sql`date` },
};

async function readPage(
  db: TenantDatabase,
  tenantId: number,
  matching: RawBuilder<unknown>,
  { sorting: { sort, order }, after, limit, language }: Search,
): Promise<RequestRow[]> {
  const { column, type } = KEYS[sort];
  const direction = order === 'asc' ? sql`ASC` : sql`DESC`;
  const position =
    after === undefined
      ? sql``
      : sql`AND (${column}, r.id) ${order === 'asc' ? sql`>` : sql`<`} (${after.key}::${type}, ${after.id}::int)`;
  const { rows } = await sql<RequestRow>`
    WITH page AS MATERIALIZED (
      SELECT r.*, ${column} AS key ${matching} ${position}
       ORDER BY ${column} ${direction}, r.id ${direction} LIMIT ${limit + 1})
    SELECT p.id, p.kind, p.title, p.company_id AS "companyId", c.name AS company, coalesce(l.city, s.city, c.city) AS city,
           p.office_id AS "officeId", b.name AS office, p.responsibility,
           nullif(concat_ws(' ', u.first_name, u.last_name), '') AS "responsibleUser", p.headcount,
           (SELECT count(*)::int FROM customer_request_proposal AS o
             WHERE o.tenant_id = ${tenantId} AND o.customer_request_id = p.id AND o.status = 'placed') AS placed,
           p.start_date AS "startDate", p.end_date AS "endDate", p.status_id AS "statusId",
           e.${sql.ref(`name_${language}`)} AS status, utc(p.created_at) AS "createdAtUtc",
           utc(p.modified_at) AS "modifiedAtUtc", ${sort === 'startDate' ? sql`p.key::text` : exactTime(sql`p.key`)} AS key
      FROM page AS p
      JOIN company AS c ON c.tenant_id = ${tenantId} AND c.id = p.company_id
      JOIN branch AS b ON b.tenant_id = ${tenantId} AND b.id = p.office_id
      LEFT JOIN site AS s ON s.tenant_id = ${tenantId} AND s.id = p.site_id
      LEFT JOIN work_location AS l ON l.tenant_id = ${tenantId} AND l.id = p.location_id
      LEFT JOIN user_account AS u ON u.tenant_id = ${tenantId} AND u.id = p.responsibility
      LEFT JOIN catalog_entry AS e ON e.list = 'requeststatus' AND e.id = p.status_id
     ORDER BY p.key ${direction}, p.id ${direction}`.execute(db);
  return rows;
}

async function countUpTo(db: TenantDatabase, matching: RawBuilder<unknown>, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (SELECT ${matching} LIMIT ${limit}) AS found`.execute(db);
  return rows[0]!.count;
}
