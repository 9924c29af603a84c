import { sql } from 'kysely';
import type { SystemDatabase } from '../../core/db/connection.ts';

// Clients, keys, and the ledger are read before the tenant of a request is known, so they have no row-level security. Only
// the tenant id in a query separates the tenants here.

interface NewSigningKey {
  keyId: string;
  algorithm: string;
  /** JSON. */
  publicJwk: string;
  privateJwkSealed: string;
}

/** Adds a signing key, retires the previous ones, and notifies every process, all in the caller's transaction. */
export async function replaceSigningKey(db: SystemDatabase, key: NewSigningKey): Promise<void> {
  await sql`LOCK TABLE signing_key IN SHARE ROW EXCLUSIVE MODE`.execute(db);
  await db
    .updateTable('signing_key')
    .set({ retired_at: sql<string>`clock_now()` })
    .where('retired_at', 'is', null)
    .execute();
  await db
    .insertInto('signing_key')
    .values({
      key_id: key.keyId,
      algorithm: key.algorithm,
      public_jwk: key.publicJwk,
      private_jwk_sealed: key.privateJwkSealed,
    })
    .execute();
  await sql`SELECT pg_notify('signing_key', ${key.keyId})`.execute(db);
}

/** Returns the keys in use and those retired less than `days` ago, newest first. */
export function readSigningKeys(db: SystemDatabase, days: number) {
  return db
    .selectFrom('signing_key')
    .selectAll()
    .where((expression) =>
      expression.or([
        expression('retired_at', 'is', null),
        expression('retired_at', '>', sql<string>`clock_now() - make_interval(days => ${days})`),
      ]),
    )
    .orderBy('created_at', 'desc')
    .execute();
}

export async function hasSigningKey(db: SystemDatabase): Promise<boolean> {
  const row = await db
    .selectFrom('signing_key')
    .select('key_id')
    .where('retired_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Inserts a client and returns its id. Throws if the tenant already has a client with this name. */
export async function insertClient(
  db: SystemDatabase,
  client: { clientId: string; tenantId: number; name: string; permissions: string[] },
): Promise<number> {
  const { id } = await db
    .insertInto('api_client')
    .values({
      client_id: client.clientId,
      tenant_id: client.tenantId,
      name: client.name,
      permissions: client.permissions,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Locks the client until the transaction ends and returns its id. Returns undefined if the client does not exist or belongs
 * to another tenant.
 */
export async function lockClientId(
  db: SystemDatabase,
  clientId: string,
  tenantId?: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('api_client')
    .select('id')
    .where('client_id', '=', clientId)
    .$if(tenantId !== undefined, (query) => query.where('tenant_id', '=', tenantId!))
    .forUpdate()
    .executeTakeFirst();
  return row?.id;
}

export async function insertSecret(
  db: SystemDatabase,
  apiClientId: number,
  secretHash: Buffer,
): Promise<void> {
  await db
    .insertInto('api_client_secret')
    .values({ api_client_id: apiClientId, secret_sha256: secretHash })
    .execute();
}

/** Revokes all secrets of the client except the `kept` newest. */
export async function revokeOlderSecrets(
  db: SystemDatabase,
  apiClientId: number,
  kept: number,
): Promise<void> {
  const newest = db
    .selectFrom('api_client_secret')
    .select('id')
    .where('api_client_id', '=', apiClientId)
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(kept);
  await db
    .updateTable('api_client_secret')
    .set({ revoked_at: new Date().toISOString() })
    .where('api_client_id', '=', apiClientId)
    .where('revoked_at', 'is', null)
    .where('id', 'not in', newest)
    .execute();
}

/** Returns the hashes of the client's valid secrets, or an empty array for an unknown client. */
export async function readSecretHashes(db: SystemDatabase, apiClientId: number): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('api_client_secret')
    .select('secret_sha256')
    .where('api_client_id', '=', apiClientId)
    .where('revoked_at', 'is', null)
    .execute();
  return rows.map((row) => row.secret_sha256);
}

/** The client's tokens stop working within seconds on every process. Returns false if the client does not exist. */
export async function disableClient(db: SystemDatabase, clientId: string): Promise<boolean> {
  const result = await db
    .updateTable('api_client')
    .set((expression) => ({
      disabled_at: expression.fn.coalesce('disabled_at', expression.fn<string>('clock_now')),
    }))
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

interface ListedClient {
  clientId: string;
  tenant: string;
  name: string;
  permissions: string[];
  validSecrets: number;
  createdAtUtc: string;
  disabledAtUtc: string | null;
}

/** Lists all clients, or those of one tenant. */
export async function listClients(db: SystemDatabase, tenantId?: number): Promise<ListedClient[]> {
  const rows = await db
    .selectFrom('api_client')
    .innerJoin('tenant', 'tenant.id', 'api_client.tenant_id')
    .select((expression) => [
      'api_client.client_id',
      'tenant.key',
      'api_client.name',
      'api_client.permissions',
      'api_client.created_at',
      'api_client.disabled_at',
      expression
        .selectFrom('api_client_secret')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('api_client_secret.api_client_id', '=', 'api_client.id')
        .where('revoked_at', 'is', null)
        .as('valid_secrets'),
    ])
    .$if(tenantId !== undefined, (query) => query.where('api_client.tenant_id', '=', tenantId!))
    .orderBy('api_client.id')
    .execute();
  return rows.map((row) => ({
    clientId: row.client_id,
    tenant: row.key,
    name: row.name,
    permissions: row.permissions,
    validSecrets: row.valid_secrets ?? 0,
    createdAtUtc: row.created_at,
    disabledAtUtc: row.disabled_at,
  }));
}

export interface ApiClient {
  id: number;
  clientId: string;
  tenantId: number;
  permissions: string[];
  isDisabled: boolean;
}

export async function findClient(db: SystemDatabase, clientId: string): Promise<ApiClient | undefined> {
  const row = await db
    .selectFrom('api_client')
    .selectAll()
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    id: row.id,
    clientId: row.client_id,
    tenantId: row.tenant_id,
    permissions: row.permissions,
    isDisabled: row.disabled_at !== null,
  };
}

/** Counts one issued token in the current calendar month (UTC). */
export async function countToken(db: SystemDatabase, tenantId: number, apiClientId: number): Promise<void> {
  await sql`
    INSERT INTO token_usage (tenant_id, month, api_client_id, issued, last_issued_at)
    VALUES (${tenantId}, date_trunc('month', clock_now() AT TIME ZONE 'UTC')::date, ${apiClientId}, 1, clock_now())
    ON CONFLICT (tenant_id, month, api_client_id)
    DO UPDATE SET issued = token_usage.issued + 1, last_issued_at = excluded.last_issued_at`.execute(db);
}

/** Returns the number of tokens issued to each client in the month that starts on `firstDay`, sorted descending. */
export function readTokenUsage(db: SystemDatabase, tenantId: number, firstDay: string) {
  return db
    .selectFrom('token_usage')
    .innerJoin('api_client', 'api_client.id', 'token_usage.api_client_id')
    .select(['api_client.client_id', 'api_client.name', 'token_usage.issued', 'token_usage.last_issued_at'])
    .where('token_usage.tenant_id', '=', tenantId)
    .where('token_usage.month', '=', firstDay)
    .orderBy('token_usage.issued', 'desc')
    .orderBy('api_client.client_id')
    .execute();
}
