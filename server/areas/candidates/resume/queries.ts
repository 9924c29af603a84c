import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { RESUME, type ResumeTable } from './fields.ts';

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
