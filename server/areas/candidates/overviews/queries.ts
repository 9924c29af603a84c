import type { Database } from '../../../core/db/connection.ts';
import { columnsSql, itemSql, type JsonColumn } from '../../../core/db/json-columns.ts';
import type { JsonShape } from '../../../core/db/json-rows.ts';
import { MERGES_ONLY } from '../../../core/db/session.ts';
import type { Language } from '../../../core/http/index.ts';
import { type Period, periodBounds } from '../../../core/http/period.ts';
import { logTagSql, sweptUntilSql } from '../../changes/index.ts';
import { mostRecordsSql, someRecordsSql } from '../profile/index.ts';

// SQL for COPY accepts no parameters. Insert only numbers and times that this code has computed.

interface Filter {
  tenantId: number;
  period: Period;
  officeId?: number;
  candidateId?: number | undefined;
  /** Omits candidates without an application. */
  onlyVisible: boolean;
}

function condition({ tenantId, period, officeId, candidateId, onlyVisible }: Filter): string {
  const parts = [`c.tenant_id = ${Math.trunc(tenantId)}`];
  const { fromMs, toMs } = periodBounds(period);
  if (fromMs !== undefined || toMs !== undefined) {
    const from = fromMs === undefined ? "'-infinity'::timestamptz" : `to_timestamp(${fromMs / 1000})`;
    const to = toMs === undefined ? "'infinity'::timestamptz" : `to_timestamp(${toMs / 1000})`;
    parts.push(`c.id IN (${changedSql(String(Math.trunc(tenantId)), from, to)})`);
  }
  if (officeId !== undefined) parts.push(`c.office_id = ${Math.trunc(officeId)}`);
  if (candidateId !== undefined) parts.push(`c.id = ${Math.trunc(candidateId)}`);
  if (onlyVisible) parts.push('c.is_visible');
  return parts.join(' AND ');
}

/**
 * Selects the ids of the candidates with a change in the period, each part from an index. The change log has every change, but
 * nothing older than its retention. Of that, the creation and the last change of each candidate are kept. The time of creation counts only
 * there: an imported candidate has that of its source system. The time of modification has no index, because every touch of a candidate
 * would write it. The arguments are SQL.
 */
function changedSql(tenantId: string, from: string, to: string): string {
  const within = (column: string) => `tenant_id = ${tenantId} AND ${column} >= ${from} AND ${column} < ${to}`;
  return `SELECT record_id FROM change_log WHERE entity = 'candidate' AND ${within('changed_at')}
    UNION ALL SELECT id FROM candidate WHERE ${within('created_at')} AND created_at <= ${sweptUntilSql(tenantId)}
    UNION ALL SELECT candidate_id FROM swept_candidate_change WHERE ${within('changed_at')}`;
}

/** The properties of a list item. The columns that are not nullable here are NOT NULL. */
const LIST_ITEM: readonly JsonColumn[] = [
  { name: 'id', kind: 'integer', sql: 'c.id' },
  { name: 'rowGuid', kind: 'uuid', sql: 'c.row_guid' },
  { name: 'firstName', kind: 'text', sql: 'c.first_name' },
  { name: 'lastName', kind: 'text', sql: 'c.last_name' },
  { name: 'email', kind: 'text', sql: 'c.email', isNullable: true },
  { name: 'city', kind: 'text', sql: 'c.city', isNullable: true },
  { name: 'statusId', kind: 'integer', sql: 'c.status_id', isNullable: true },
  { name: 'officeId', kind: 'integer', sql: 'c.office_id', isNullable: true },
  { name: 'isVisible', kind: 'boolean', sql: 'c.is_visible' },
  { name: 'createdAtUtc', kind: 'time', sql: 'c.created_at' },
  { name: 'modifiedAtUtc', kind: 'time', sql: 'c.modified_at' },
];

export const CANDIDATE_LIST: JsonShape = { lists: ['candidates'], columns: LIST_ITEM };

/** Each row has the columns of a list item. */
export function candidateListSql(filter: Filter): string {
  return `SELECT ${columnsSql(LIST_ITEM)} FROM candidate AS c WHERE ${condition(filter)} ORDER BY c.id`;
}

/** A longer list takes too long for a connection that requests share. */
export const SHORT_LIST_CHANGES = 200;

const TAG = logTagSql('$1', "ARRAY['candidate']", { areFrequent: true });
// Seconds since 1970, which can be infinite.
const FROM = 'to_timestamp($2::double precision)';
const TO = 'to_timestamp($3::double precision)';

// The candidates are looked up one by one, whatever PostgreSQL expected when it made the plan, which it keeps: the LATERAL with an offset
// cannot become a join. Of a list of ids, it may read all candidates of the tenant if it expects few of them. As in a stream, each item
// ends with a line feed.
const SHORT_LIST = `
  WITH changed AS MATERIALIZED (
    SELECT record_id FROM (${changedSql('$1', FROM, TO)}) AS change LIMIT ${SHORT_LIST_CHANGES + 1})
  SELECT ${TAG} AS tag, (SELECT count(*) FROM changed)::int AS changes,
         string_agg(${itemSql(LIST_ITEM)} || E'\n', ',' ORDER BY c.id) AS items
    FROM (SELECT DISTINCT record_id AS id FROM changed) AS wanted
   CROSS JOIN LATERAL (SELECT * FROM candidate WHERE tenant_id = $1 AND id = wanted.id OFFSET 0) AS c
   WHERE (SELECT count(*) FROM changed) <= ${SHORT_LIST_CHANGES}`;

/** What `readLogTag` returns for candidates. */
export async function readCandidatesTag(database: Database, tenantId: number): Promise<string> {
  const [row] = await database.read<{ tag: string }>(tenantId, `SELECT ${TAG} AS tag`, [tenantId]);
  return row!.tag;
}

/**
 * The list of all candidates with a change in the period, as `candidateListSql` sends it, and what `readLogTag` returns in the
 * same snapshot. Undefined if there are too many changes.
 */
export async function readShortList(
  database: Database,
  tenantId: number,
  period: Period,
): Promise<{ tag: string; text: string } | undefined> {
  const { fromMs, toMs } = periodBounds(period);
  const [row] = await database.read<{ tag: string; changes: number; items: string | null }>(
    tenantId,
    SHORT_LIST,
    [tenantId, (fromMs ?? -Infinity) / 1000, (toMs ?? Infinity) / 1000],
  );
  const { tag, changes, items } = row!;
  return changes > SHORT_LIST_CHANGES ? undefined : { tag, text: `{"candidates":[${items ?? ''}]}` };
}

const IMPORTED = `
  SELECT c.id, ${itemSql(LIST_ITEM)} AS item FROM candidate AS c
   WHERE c.tenant_id = $1 AND c.import_external_id = $2 AND (c.is_visible OR NOT $3::boolean)`;

interface LookUp {
  tenantId: number;
  importExternalId: string;
  /** Omits a candidate without an application. */
  onlyVisible: boolean;
}

/** The list of the candidate with this id of the source system, and its own id. Undefined if there is none. */
export async function findImportedItem(
  database: Database,
  { tenantId, importExternalId, onlyVisible }: LookUp,
): Promise<{ id: number; text: string } | undefined> {
  const [row] = await database.read<{ id: number; item: string }>(tenantId, IMPORTED, [
    tenantId,
    importExternalId,
    String(onlyVisible),
  ]);
  return row && { id: row.id, text: `{"candidates":[${row.item}]}` };
}

/** Each row is the JSON of a complete candidate. `settings` are those that the transaction needs. */
export function candidateExport(
  filter: Filter,
  language: Language,
): { query: string; settings: readonly string[] } {
  const { tenantId, period, officeId } = filter;
  const { fromMs, toMs } = periodBounds(period);
  const isPart = fromMs !== undefined || toMs !== undefined || officeId !== undefined;
  return isPart
    ? { query: someRecordsSql(tenantId, language, condition(filter)), settings: [] }
    : { query: mostRecordsSql(tenantId, language, condition(filter)), settings: MERGES_ONLY };
}
