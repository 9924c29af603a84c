import { sql } from 'kysely';
import type { SystemDatabase, TenantDatabase } from '../../../core/db/connection.ts';
import type { IndexedEntity } from '../terms.ts';

/** The tenants with records to be indexed. */
export async function findTenantsToIndex(db: SystemDatabase, isDistributed = false): Promise<number[]> {
  // Citus asks its workers, which reads all marks.
  if (isDistributed) return findDistributedTenantsToIndex(db);
  const { rows } = await sql<{ id: number }>`
    SELECT t.id FROM tenant AS t
     WHERE EXISTS (SELECT FROM search_mark AS m WHERE m.tenant_id = t.id)
        OR EXISTS (SELECT FROM search_backfill AS b WHERE b.tenant_id = t.id)
     ORDER BY t.id`.execute(db);
  return rows.map((row) => row.id);
}

async function findDistributedTenantsToIndex(db: SystemDatabase): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT tenant_id AS id FROM search_mark UNION SELECT tenant_id FROM search_backfill ORDER BY id`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

interface Backlog {
  search_changes_waiting: number;
  search_oldest_change_seconds: number;
  search_backfills_waiting: number;
}

/** Of all tenants. The table of marks is small, unless much was imported just now. */
export async function readBacklog(db: SystemDatabase): Promise<Backlog> {
  const marks = await sql<Omit<Backlog, 'search_backfills_waiting'>>`
    SELECT count(*)::int AS search_changes_waiting,
           coalesce(greatest(extract(epoch FROM now() - min(marked_at)), 0), 0)::float8 AS search_oldest_change_seconds
      FROM search_mark`.execute(db);
  const backfills = await sql<Pick<Backlog, 'search_backfills_waiting'>>`
    SELECT count(*)::int AS search_backfills_waiting FROM search_backfill`.execute(db);
  return { ...marks.rows[0]!, ...backfills.rows[0]! };
}

/** Lets one transaction index the records of a tenant at a time. Returns false if another one does so. */
export async function claimTenant(db: TenantDatabase, tenantId: number): Promise<boolean> {
  const { rows } = await sql<{ claimed: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`search ${tenantId}`}, 0)) AS claimed`.execute(db);
  return rows[0]!.claimed;
}

export interface Mark {
  id: number;
  entity: IndexedEntity;
  recordId: number;
}

/** The oldest marks except those with these ids. */
export async function readMarks(
  db: TenantDatabase,
  tenantId: number,
  without: readonly number[],
  limit: number,
): Promise<Mark[]> {
  const { rows } = await sql<Mark>`
    SELECT id, entity, record_id AS "recordId" FROM search_mark
     WHERE tenant_id = ${tenantId} AND id <> ALL (${without}::bigint[]) ORDER BY id LIMIT ${limit}`.execute(
    db,
  );
  return rows;
}

export async function deleteMarks(
  db: TenantDatabase,
  tenantId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`DELETE FROM search_mark WHERE tenant_id = ${tenantId} AND id = ANY (${ids}::bigint[])`.execute(
    db,
  );
}

export async function insertMarks(
  db: TenantDatabase,
  tenantId: number,
  entity: IndexedEntity,
  recordIds: readonly number[],
): Promise<void> {
  await sql`
    INSERT INTO search_mark (tenant_id, entity, record_id)
    SELECT ${tenantId}, ${entity}, id FROM unnest(${recordIds}::int[]) AS id`.execute(db);
}

interface Backfill {
  entity: IndexedEntity;
  /** The next records, in the order of their ids. Empty if all are indexed. */
  ids: number[];
}

const TABLES: Readonly<Record<IndexedEntity, string>> = {
  candidate: 'candidate',
  company: 'company',
  contact: 'contact',
  request: 'customer_request',
  jobad: 'job_ad',
};

/** The next records that are older than the index. Undefined if all of them are indexed. */
export async function readBackfill(
  db: TenantDatabase,
  tenantId: number,
  limit: number,
): Promise<Backfill | undefined> {
  const { rows } = await sql<{ entity: IndexedEntity; afterId: number }>`
    SELECT entity, after_id AS "afterId" FROM search_backfill WHERE tenant_id = ${tenantId}
     ORDER BY entity LIMIT 1`.execute(db);
  const [next] = rows;
  if (next === undefined) return undefined;
  const { rows: records } = await sql<{ id: number }>`
    SELECT id FROM ${sql.table(TABLES[next.entity])} WHERE tenant_id = ${tenantId} AND id > ${next.afterId}
     ORDER BY id LIMIT ${limit}`.execute(db);
  return { entity: next.entity, ids: records.map((row) => row.id) };
}

/** Continues after these records, or ends the backfill of this kind if there were none. */
export async function saveBackfill(
  db: TenantDatabase,
  tenantId: number,
  { entity, ids }: Backfill,
): Promise<void> {
  const lastId = ids.at(-1);
  await (lastId === undefined
    ? sql`DELETE FROM search_backfill WHERE tenant_id = ${tenantId} AND entity = ${entity}`
    : sql`UPDATE search_backfill SET after_id = ${lastId} WHERE tenant_id = ${tenantId} AND entity = ${entity}`
  ).execute(db);
}

/**
 * Holds those of the candidates that are visible, so that they are not deleted while they are indexed, and that no transaction
 * has locked. It waits for nobody.
 */
export async function holdVisible(
  db: TenantDatabase,
  tenantId: number,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM candidate WHERE tenant_id = ${tenantId} AND id = ANY (${ids}::int[]) AND is_visible
     ORDER BY id FOR KEY SHARE SKIP LOCKED`.execute(db);
  return rows.map((row) => row.id);
}

export async function findVisible(
  db: TenantDatabase,
  tenantId: number,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM candidate WHERE tenant_id = ${tenantId} AND id = ANY (${ids}::int[]) AND is_visible`.execute(
    db,
  );
  return rows.map((row) => row.id);
}
