import { sql } from 'kysely';
import type { Database, SystemDatabase } from '../../core/db/connection.ts';
import { findOnServers } from '../../core/db/look-up.ts';
import { endOfIssuedTokens } from './revocation-sql.ts';

// Clients, keys, and the ledger are read before the tenant of a request is known, so they have no row-level security. Only
// the tenant id in a query separates the tenants here.

interface NewSigningKey {
  keyId: string;
  algorithm: string;
  /** JSON. */
  publicJwk: string;
  privateJwkSealed: string;
}

/** Makes other changes to the signing keys wait until the transaction ends. */
export async function lockSigningKeys(db: SystemDatabase): Promise<void> {
  await sql`LOCK TABLE signing_key IN SHARE ROW EXCLUSIVE MODE`.execute(db);
}

/** Adds a signing key, retires the previous ones, and notifies every process, all in the caller's transaction. */
export async function replaceSigningKey(db: SystemDatabase, key: NewSigningKey): Promise<void> {
  await lockSigningKeys(db);
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
  await notifyOfSigningKey(db, key.keyId);
}

async function notifyOfSigningKey(db: SystemDatabase, keyId: string): Promise<void> {
  await sql`SELECT pg_notify('signing_key', ${keyId})`.execute(db);
}

export async function readSigningKeyStates(db: SystemDatabase) {
  return db
    .selectFrom('signing_key')
    .select(['key_id', 'created_at', 'retired_at', 'revoked_at'])
    .orderBy('created_at', 'desc')
    .execute();
}

/** Ends a signing key and notifies every process. Returns false if the key does not exist. */
export async function revokeStoredKey(db: SystemDatabase, keyId: string): Promise<boolean> {
  const result = await db
    .updateTable('signing_key')
    .set((expression) => ({
      retired_at: expression.fn.coalesce('retired_at', expression.fn<string>('clock_now')),
      revoked_at: expression.fn.coalesce('revoked_at', expression.fn<string>('clock_now')),
    }))
    .where('key_id', '=', keyId)
    .executeTakeFirst();
  await notifyOfSigningKey(db, keyId);
  return result.numUpdatedRows > 0n;
}

/** Returns the keys in use and those retired less than `days` ago, without revoked ones, newest first. */
export function readSigningKeys(db: SystemDatabase, days: number) {
  return db
    .selectFrom('signing_key')
    .selectAll()
    .where('revoked_at', 'is', null)
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
 * Locks the client until the transaction ends and returns it. Returns undefined if the client does not exist or belongs
 * to another tenant.
 */
export function lockClientSecrets(
  db: SystemDatabase,
  clientId: string,
  tenantId?: number,
): Promise<{ id: number; permissions: string[] } | undefined> {
  return db
    .selectFrom('api_client')
    .select(['id', 'permissions'])
    .where('client_id', '=', clientId)
    .$if(tenantId !== undefined, (query) => query.where('tenant_id', '=', tenantId!))
    .forUpdate()
    .executeTakeFirst();
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

/**
 * The client gets no more tokens, and its tokens stop working within seconds on every process, for good. Returns false if the
 * client does not exist.
 */
export function disableClient(db: SystemDatabase, clientId: string): Promise<boolean> {
  return endTokens(db, clientId, { disables: true });
}

/** The client's tokens stop working within seconds on every process. Returns false if the client does not exist. */
export function revokeTokens(db: SystemDatabase, clientId: string): Promise<boolean> {
  return endTokens(db, clientId, {});
}

async function endTokens(
  db: SystemDatabase,
  clientId: string,
  { disables = false }: { disables?: boolean },
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const client = await transaction
      .selectFrom('api_client')
      .select(['id', 'tenant_id', 'disabled_at'])
      .where('client_id', '=', clientId)
      .forUpdate()
      .executeTakeFirst();
    if (client === undefined) return false;
    await transaction
      .updateTable('api_client')
      .set({
        ...(disables && client.disabled_at === null ? { disabled_at: sql<string>`clock_now()` } : {}),
        tokens_valid_from: endOfIssuedTokens(client.tenant_id, client.id),
      })
      .where('tenant_id', '=', client.tenant_id)
      .where('id', '=', client.id)
      .execute();
    return true;
  });
}

/** What is shown of a client: everything but its secrets. */
export const SHOWN_OF_CLIENT = [
  'api_client.client_id as clientId',
  'api_client.name',
  'api_client.permissions',
  sql<number>`(SELECT count(*)::int FROM api_client_secret AS s
                WHERE s.api_client_id = api_client.id AND s.revoked_at IS NULL)`.as('validSecrets'),
  'api_client.created_at as createdAtUtc',
  'api_client.disabled_at as disabledAtUtc',
  'api_client.tokens_valid_from as tokensValidFromUtc',
] as const;

/** Lists all clients with the key of their tenant, or those of one tenant. */
export function listClients(db: SystemDatabase, tenantId?: number) {
  return db
    .selectFrom('api_client')
    .innerJoin('tenant', 'tenant.id', 'api_client.tenant_id')
    .select([...SHOWN_OF_CLIENT, 'tenant.key as tenant'])
    .$if(tenantId !== undefined, (query) => query.where('api_client.tenant_id', '=', tenantId!))
    .orderBy('api_client.id')
    .execute();
}

export interface ApiClient {
  id: number;
  clientId: string;
  tenantId: number;
  permissions: string[];
  isDisabled: boolean;
  /** Tokens that were issued earlier are rejected. In seconds since 1970; 0 if no tokens were revoked. */
  tokensValidFrom: number;
  /** When this state was read, by the clock of the database, in whole seconds since 1970. */
  readAt: number;
}

async function findClient(db: SystemDatabase, clientId: string): Promise<ApiClient | undefined> {
  const row = await db
    .selectFrom('api_client')
    .select(['id', 'client_id', 'tenant_id', 'permissions', 'disabled_at'])
    .select([
      sql<number>`coalesce(extract(epoch FROM tokens_valid_from), 0)::float8`.as('tokens_valid_from'),
      sql<number>`floor(extract(epoch FROM clock_now()))::float8`.as('read_at'),
    ])
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    id: row.id,
    clientId: row.client_id,
    tenantId: row.tenant_id,
    permissions: row.permissions,
    isDisabled: row.disabled_at !== null,
    tokensValidFrom: row.tokens_valid_from,
    readAt: row.read_at,
  };
}

/** Finds a client whose tenant is not known, on whichever server it is. */
export function findClientAnywhere(database: Database, clientId: string): Promise<ApiClient | undefined> {
  return findOnServers(database, `client ${clientId}`, (db) => findClient(db, clientId));
}

/** Counts one issued token in the current calendar month (UTC). A clock that was set back does not set the last time back. */
export async function countToken(db: SystemDatabase, tenantId: number, apiClientId: number): Promise<void> {
  await sql`
    INSERT INTO token_usage (tenant_id, month, api_client_id, issued, last_issued_at)
    VALUES (${tenantId}, date_trunc('month', clock_now() AT TIME ZONE 'UTC')::date, ${apiClientId}, 1, clock_now())
    ON CONFLICT (tenant_id, month, api_client_id)
    DO UPDATE SET issued = token_usage.issued + 1, last_issued_at = greatest(token_usage.last_issued_at, excluded.last_issued_at)`.execute(
    db,
  );
}

/** Returns the number of tokens issued to each client in the month that starts on `firstDay`, sorted descending. */
export function readTokenUsage(db: SystemDatabase, tenantId: number, firstDay: string) {
  return db
    .selectFrom('token_usage')
    .innerJoin('api_client', 'api_client.id', 'token_usage.api_client_id')
    .select(['api_client.client_id', 'api_client.name', 'token_usage.issued', 'token_usage.last_issued_at'])
    .where('token_usage.tenant_id', '=', tenantId)
    .where('api_client.tenant_id', '=', tenantId)
    .where('token_usage.month', '=', firstDay)
    .orderBy('token_usage.issued', 'desc')
    .orderBy('api_client.client_id')
    .execute();
}
