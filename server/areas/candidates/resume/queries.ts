import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { ColumnValue } from '../../../core/db/partial-change.ts';
import { RESUME, type ResumeTable } from './fields.ts';

interface ResumeEntry {
  table: ResumeTable;
  id: number;
}

/** Adds an entry to the candidate's resume and returns its id. */
export async function insertResumeEntry(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  table: ResumeTable,
  entry: Record<string, unknown>,
): Promise<number> {
  const fields = Object.entries(RESUME[table]);
  const columns = fields.map(([, { column }]) => sql.ref(column));
  const values = fields.map(([property]) => entry[property] ?? null);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO ${sql.table(table)} (tenant_id, candidate_id, ${sql.join(columns)})
    VALUES (${tenantId}, ${candidateId}, ${sql.join(values)})
    RETURNING id`.execute(db);
  return rows[0]!.id;
}

/** The stored entry by column. Undefined if the candidate has no such entry. */
export async function findResumeEntry(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  { table, id }: ResumeEntry,
): Promise<Record<string, ColumnValue> | undefined> {
  const { rows } = await sql<Record<string, ColumnValue>>`
    SELECT * FROM ${sql.table(table)} WHERE tenant_id = ${tenantId} AND candidate_id = ${candidateId} AND id = ${id}`.execute(
    db,
  );
  return rows[0];
}

export async function updateResumeEntry(
  db: TenantDatabase,
  tenantId: number,
  { table, id }: ResumeEntry,
  columns: Record<string, unknown>,
): Promise<void> {
  const assignments = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  await sql`UPDATE ${sql.table(table)} SET ${sql.join(assignments)} WHERE tenant_id = ${tenantId} AND id = ${id}`.execute(
    db,
  );
}

export async function deleteResumeEntry(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  { table, id }: ResumeEntry,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM ${sql.table(table)} WHERE tenant_id = ${tenantId} AND candidate_id = ${candidateId} AND id = ${id}`.execute(
    db,
  );
  return numAffectedRows === 1n;
}
