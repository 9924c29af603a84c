import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { SHOWN_OF_CLIENT } from '../queries.ts';
import { endOfIssuedTokens } from '../revocation-sql.ts';

// Clients are read before the tenant of a request is known, so they have no row-level security. Only the tenant id in a
// query separates the tenants here.

export interface StoredClient {
  id: number;
  name: string;
  permissions: string[];
  disabled_at: string | null;
}

/** Returns a client of the tenant, without its secrets. */
export function findClient(db: TenantDatabase, tenantId: number, clientId: string) {
  return db
    .selectFrom('api_client')
    .select(SHOWN_OF_CLIENT)
    .where('tenant_id', '=', tenantId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
}

/** Locks a client of the tenant until the transaction ends and returns it. */
export function lockClient(
  db: TenantDatabase,
  tenantId: number,
  clientId: string,
): Promise<StoredClient | undefined> {
  return db
    .selectFrom('api_client')
    .select(['id', 'name', 'permissions', 'disabled_at'])
    .where('tenant_id', '=', tenantId)
    .where('client_id', '=', clientId)
    .forUpdate()
    .executeTakeFirst();
}

/** Changes a client. Disabling it ends all tokens that it was issued, for good. */
export async function updateClient(
  db: TenantDatabase,
  tenantId: number,
  id: number,
  { isDisabled, ...columns }: { name?: string; permissions?: string[]; isDisabled?: boolean },
): Promise<void> {
  await db
    .updateTable('api_client')
    .set({
      ...columns,
      ...(isDisabled === undefined ? {} : { disabled_at: isDisabled ? sql<string>`clock_now()` : null }),
      ...(isDisabled === true ? { tokens_valid_from: endOfIssuedTokens(tenantId, id) } : {}),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

export async function endTokens(db: TenantDatabase, tenantId: number, id: number): Promise<void> {
  await db
    .updateTable('api_client')
    .set({ tokens_valid_from: endOfIssuedTokens(tenantId, id) })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}
