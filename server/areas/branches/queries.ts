import { sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import type { Language } from '../../core/http/index.ts';
import { addressJson } from '../addresses/index.ts';

/** SQL for the JSON of branch `b`. */
function branchJson(language: Language) {
  return sql`json_build_object(
    'id', b.id, 'rowGuid', b.row_guid, 'name', b.name, 'number', b.number, 'location', ${sql.raw(addressJson('b', language))},
    'phone', b.phone, 'email', b.email, 'isActive', b.is_active)`;
}

/** The branch as the JSON text of the response. */
export async function findBranch(
  db: TenantDatabase,
  tenantId: number,
  branchId: number,
  language: Language,
): Promise<string | undefined> {
  const { rows } = await sql<{ json: string }>`
    SELECT ${branchJson(language)}::text AS json FROM branch AS b
     WHERE b.tenant_id = ${tenantId} AND b.id = ${branchId}`.execute(db);
  return rows[0]?.json;
}

/** All branches, as the JSON text of the response. */
export async function listBranches(
  db: TenantDatabase,
  tenantId: number,
  language: Language,
): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT json_build_object('branches', coalesce(json_agg(${branchJson(language)} ORDER BY b.id), '[]'))::text AS json
      FROM branch AS b
     WHERE b.tenant_id = ${tenantId}`.execute(db);
  return rows[0]!.json;
}

export async function findActiveBranches(
  db: TenantDatabase,
  tenantId: number,
  ids: number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('branch')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
    .where('is_active', '=', true)
    .execute();
  return rows.map((row) => row.id);
}

export async function findBranches(db: TenantDatabase, tenantId: number, ids: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('branch')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
    .execute();
  return rows.map((row) => row.id);
}
