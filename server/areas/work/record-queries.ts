import { sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import type { Role } from '../users/index.ts';

export async function findVisibleCandidates(
  db: TenantDatabase,
  tenantId: number,
  ids: number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM candidate WHERE tenant_id = ${tenantId} AND id = ANY (${ids}) AND is_visible`.execute(db);
  return rows.map(({ id }) => id);
}

export async function findApplicationIds(
  db: TenantDatabase,
  tenantId: number,
  ids: number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM application WHERE tenant_id = ${tenantId} AND id = ANY (${ids})`.execute(db);
  return rows.map(({ id }) => id);
}

/** The roles of these users, by id. Users who do not exist or are inactive are missing. */
export async function findRoles(
  db: TenantDatabase,
  tenantId: number,
  userIds: readonly number[],
): Promise<Map<number, Role>> {
  const { rows } = await sql<{ id: number; role: Role }>`
    SELECT id, role FROM user_account
     WHERE tenant_id = ${tenantId} AND id = ANY (${[...userIds]}) AND is_active`.execute(db);
  return new Map(rows.map(({ id, role }) => [id, role]));
}
