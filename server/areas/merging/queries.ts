import { sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import { lockDeletions, refinementJob } from '../candidates/index.ts';
import { EVENTS, rowChangeExpression } from '../changes/index.ts';
import type { NewChannel } from './channels.ts';
import type { Lists, RemovedRow, RowChange } from './combine.ts';
import { columnsOf, PROPERTIES, type Values } from './properties.ts';
import { COMBINED_TABLES, type CombinedTableName, type MovedTable, type Row, tableOf } from './tables.ts';

/**
 * Locks the candidates in the order of their ids until the transaction ends, and returns those that exist. Waits for other deletions: see
 * lockDeletions.
 */
export async function lockCandidates(
  db: TenantDatabase,
  tenantId: number,
  ids: readonly number[],
): Promise<Map<number, Values>> {
  await lockDeletions(db, tenantId);
  await sql`
    SELECT FROM candidate WHERE tenant_id = ${tenantId} AND id = ANY (${ids}::int[]) ORDER BY id FOR UPDATE`.execute(
    db,
  );
  return readCandidates(db, tenantId, ids);
}

/** The rows of the candidates. After a lock, this sees what was committed while that waited. */
async function readCandidates(
  db: TenantDatabase,
  tenantId: number,
  ids: readonly number[],
): Promise<Map<number, Values>> {
  const { rows } = await sql<{ row: string }>`
    SELECT to_jsonb(c)::text AS row FROM candidate AS c WHERE c.tenant_id = ${tenantId} AND c.id = ANY (${ids}::int[])`.execute(
    db,
  );
  const candidates = rows.map(({ row }) => JSON.parse(row) as Values);
  return new Map(candidates.map((candidate) => [candidate.id as number, candidate]));
}

/** The lists of both candidates. */
export async function readLists(
  db: TenantDatabase,
  tenantId: number,
  ids: readonly number[],
): Promise<Map<number, Lists>> {
  const parts = COMBINED_TABLES.map(
    (table) => sql`
      SELECT ${table}::text AS "table", t.candidate_id AS "candidateId", to_jsonb(t)::text AS row
        FROM ${sql.table(table)} AS t WHERE t.tenant_id = ${tenantId} AND t.candidate_id = ANY (${ids}::int[])`,
  );
  const { rows } = await sql<{ table: CombinedTableName; candidateId: number; row: string }>`
    ${sql.join(parts, sql` UNION ALL `)}`.execute(db);
  const parsed = rows.map(({ row, ...rest }) => ({ ...rest, row: JSON.parse(row) as Row }));
  return new Map(ids.map((id) => [id, toLists(parsed.filter(({ candidateId }) => candidateId === id))]));
}

function toLists(rows: readonly { table: CombinedTableName; row: Row }[]): Lists {
  const ofTable = (table: CombinedTableName) =>
    rows
      .filter((one) => one.table === table)
      .map(({ row }) => row)
      .sort((a, b) => a.id - b.id);
  return Object.fromEntries(COMBINED_TABLES.map((table) => [table, ofTable(table)])) as unknown as Lists;
}

/** Gives all rows of the candidate to the other one. Returns their ids. */
export async function moveAll(
  db: TenantDatabase,
  tenantId: number,
  table: MovedTable,
  { from, to }: { from: number; to: number },
): Promise<number[]> {
  const touched = table === 'document' ? sql`, modified_at = clock_now()` : sql``;
  const { rows } = await sql<{ id: number }>`
    UPDATE ${sql.table(table)} SET candidate_id = ${to} ${touched}
     WHERE tenant_id = ${tenantId} AND candidate_id = ${from} RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Gives those of the rows that the candidate still has to the other one. Returns their ids. */
export async function moveRows(
  db: TenantDatabase,
  tenantId: number,
  table: string,
  { from, to, ids }: { from: number; to: number; ids: readonly number[] },
): Promise<number[]> {
  if (ids.length === 0) return [];
  const touched = table === 'document' ? sql`, modified_at = clock_now()` : sql``;
  const { rows } = await sql<{ id: number }>`
    UPDATE ${sql.table(table)} SET candidate_id = ${to} ${touched}
     WHERE tenant_id = ${tenantId} AND candidate_id = ${from} AND id = ANY (${ids}::bigint[]) RETURNING id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The ids of rows that refer to one of these, such as the documents of applications. */
export async function findReferring(
  db: TenantDatabase,
  tenantId: number,
  table: 'document' | 'candidate_status_entry' | 'document_access',
  { candidateId, column, ids }: { candidateId: number; column: string; ids: readonly number[] },
): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM ${sql.table(table)}
     WHERE tenant_id = ${tenantId} AND candidate_id = ${candidateId} AND ${sql.ref(column)} = ANY (${ids}::int[])`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export async function findAttachments(
  db: TenantDatabase,
  tenantId: number,
  communicationIds: readonly number[],
): Promise<number[]> {
  if (communicationIds.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM communication_attachment
     WHERE tenant_id = ${tenantId} AND communication_id = ANY (${communicationIds}::int[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** Proposals have the candidate of their document. */
export async function moveProposals(
  db: TenantDatabase,
  tenantId: number,
  documentIds: readonly number[],
  candidateId: number,
): Promise<void> {
  if (documentIds.length === 0) return;
  await sql`
    UPDATE document_proposal SET candidate_id = ${candidateId}
     WHERE tenant_id = ${tenantId} AND document_id = ANY (${documentIds}::int[])`.execute(db);
}

export async function deleteRows(
  db: TenantDatabase,
  tenantId: number,
  table: CombinedTableName,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    DELETE FROM ${sql.table(table)} WHERE tenant_id = ${tenantId} AND id = ANY (${ids}::int[]) RETURNING id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Sets columns of a row. */
export async function changeRow(
  db: TenantDatabase,
  tenantId: number,
  { table, id }: Pick<RowChange, 'table' | 'id'>,
  columns: Record<string, unknown>,
): Promise<void> {
  await db
    .updateTable(table)
    .set(columns as never)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/**
 * Adds a row again that a merge has removed, with its id, which an earlier merge can have kept. Returns false if a list no longer has the
 * entry that it refers to.
 */
export async function insertRemoved(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  { table, row }: RemovedRow,
): Promise<boolean> {
  const columns = sql.join(tableOf(table).columns.map((column) => sql.ref(column)));
  const condition =
    table === 'candidate_qualification'
      ? sql`WHERE EXISTS (SELECT FROM tenant_catalog_entry AS e WHERE e.tenant_id = ${tenantId} AND e.list = 'qualifications'
                             AND e.id = ${row.qualification_id as number})`
      : sql``;
  const { numAffectedRows } = await sql`
    INSERT INTO ${sql.table(table)} (tenant_id, candidate_id, id, ${columns})
    SELECT ${tenantId}, ${candidateId}, id, ${columns}
      FROM json_populate_record(NULL::${sql.table(table)}, ${JSON.stringify(row)}::json) ${condition}
        ON CONFLICT DO NOTHING`.execute(db);
  return numAffectedRows === 1n;
}

export async function insertChannels(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  channels: readonly NewChannel[],
): Promise<number[]> {
  if (channels.length === 0) return [];
  const rows = await db
    .insertInto('candidate_contact_channel')
    .values(channels.map((channel) => ({ ...channel, tenant_id: tenantId, candidate_id: candidateId })))
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'candidate_id', 'kind', 'address_match']).doNothing(),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Sets master data. The caller records the change. */
export async function setColumns(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  columns: Values,
): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await db
    .updateTable('candidate')
    .set(columns as never)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', candidateId)
    .execute();
}

interface CandidateChange {
  properties: readonly string[];
  /** The branch that it left. */
  previousOfficeId: number | null;
}

/** Records the change of a candidate whose parts or master data were changed. */
export async function recordCandidate(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  { properties, previousOfficeId }: CandidateChange,
): Promise<void> {
  await sql`
    WITH touched AS (
      UPDATE candidate SET modified_at = clock_now(), is_visible = is_visible OR id IN (
               SELECT a.candidate_id FROM application AS a WHERE a.tenant_id = ${tenantId} AND a.candidate_id = ${candidateId})
       WHERE tenant_id = ${tenantId} AND id = ${candidateId}
      RETURNING id, row_guid, office_id)
    SELECT ${rowChangeExpression(tenantId, 'touched', {
      entity: 'candidate',
      kind: 'modified',
      properties,
      previousOfficeId,
      event: EVENTS.candidateChanged,
    })} FROM touched`.execute(db);
}

/** Records that documents now belong to another candidate, and with it perhaps to another branch. */
export async function recordDocuments(
  db: TenantDatabase,
  tenantId: number,
  ids: readonly number[],
  previousOfficeId: number | null,
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    WITH moved AS MATERIALIZED (
      SELECT d.id, d.row_guid, d.candidate_id, d.document_category_id, c.office_id
        FROM document AS d JOIN candidate AS c ON c.tenant_id = ${tenantId} AND c.id = d.candidate_id
       WHERE d.tenant_id = ${tenantId} AND d.id = ANY (${ids}::int[]) ORDER BY d.id)
    SELECT ${rowChangeExpression(tenantId, 'moved', {
      entity: 'document',
      kind: 'modified',
      properties: ['candidateId'],
      previousOfficeId: sql`nullif(${previousOfficeId}::int, moved.office_id)`,
      attributes: sql`jsonb_build_object('candidateId', moved.candidate_id, 'documentCategoryId', moved.document_category_id)::text`,
      event: null,
    })} FROM moved`.execute(db);
}

const CREATED_COLUMNS = [...PROPERTIES.flatMap(columnsOf), 'created_at', 'is_visible'];

/** Creates a candidate with these columns, with its change and event. Its id and GUID are new. */
export async function insertCandidateRow(
  db: TenantDatabase,
  tenantId: number,
  columns: Values,
): Promise<number> {
  // What an older release has kept lacks the columns that were added since. They get their defaults.
  const known = CREATED_COLUMNS.filter((column) => Object.hasOwn(columns, column));
  const names = sql.join(known.map((column) => sql.ref(column)));
  const { rows } = await sql<{ id: number }>`
    WITH created AS (
      INSERT INTO candidate (tenant_id, ${names})
      SELECT ${tenantId}, ${names} FROM json_populate_record(NULL::candidate, ${JSON.stringify(columns)}::json)
      RETURNING id, row_guid, office_id)
    SELECT created.id, ${rowChangeExpression(tenantId, 'created', {
      entity: 'candidate',
      kind: 'new',
      event: EVENTS.candidateCreated,
    })} AS changed_at FROM created`.execute(db);
  return rows[0]!.id;
}

/** Those of the references that no longer exist, or that another candidate has. They are unique, or have foreign keys. */
export async function findUnusable(
  db: TenantDatabase,
  tenantId: number,
  columns: Values,
): Promise<('import_external_id' | 'office_id' | 'responsibility' | 'source_of_supply_id')[]> {
  const number = (column: string) => (columns[column] ?? null) as number | null;
  const { rows } = await sql<Record<string, boolean>>`
    SELECT EXISTS (SELECT FROM candidate AS c WHERE c.tenant_id = ${tenantId}
                      AND c.import_external_id = ${(columns.import_external_id ?? null) as string | null}::text) AS import_external_id,
           ${number('office_id')}::int IS NOT NULL AND NOT EXISTS (
             SELECT FROM branch AS b WHERE b.tenant_id = ${tenantId} AND b.id = ${number('office_id')}::int) AS office_id,
           ${number('responsibility')}::int IS NOT NULL AND NOT EXISTS (
             SELECT FROM user_account AS u WHERE u.tenant_id = ${tenantId} AND u.id = ${number('responsibility')}::int) AS responsibility,
           ${number('source_of_supply_id')}::int IS NOT NULL AND NOT EXISTS (
             SELECT FROM tenant_catalog_entry AS e WHERE e.tenant_id = ${tenantId} AND e.list = 'sourcesofsupply'
                AND e.id = ${number('source_of_supply_id')}::int) AS source_of_supply_id`.execute(db);
  const found = rows[0]!;
  return (['import_external_id', 'office_id', 'responsibility', 'source_of_supply_id'] as const).filter(
    (column) => found[column],
  );
}

/** Has the coordinates of a candidate looked up in the background: a look-up that was waiting for the other one would find nobody. */
export async function requestCoordinates(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<void> {
  await sql`SELECT ${refinementJob(tenantId, sql<number>`${candidateId}::int`)}`.execute(db);
}
