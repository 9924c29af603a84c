import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SystemDatabase } from '../../core/db/connection.ts';

// The prefixes let secret scanners recognise what leaked, and people what goes where.
const CLIENT_ID_PREFIX = 'swc_';
const SECRET_PREFIX = 'sws_';
const VALID_SECRETS = 2;

export interface NewClient {
  clientId: string;
  /** Shown once; only its hash is stored. */
  clientSecret: string;
}

function newSecret(): string {
  return SECRET_PREFIX + randomBytes(32).toString('base64url');
}

export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Creates an API client with one secret. Throws on a name the tenant has used already. */
export async function createClient(
  db: SystemDatabase,
  client: { tenantId: number; name: string; permissions: string[] },
): Promise<NewClient> {
  const clientId = CLIENT_ID_PREFIX + randomBytes(15).toString('base64url');
  const clientSecret = newSecret();
  await db.transaction().execute(async (transaction) => {
    const { id } = await transaction
      .insertInto('api_client')
      .values({
        client_id: clientId,
        tenant_id: client.tenantId,
        name: client.name,
        permissions: client.permissions,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await transaction
      .insertInto('api_client_secret')
      .values({ api_client_id: id, secret_sha256: hashSecret(clientSecret) })
      .execute();
  });
  return { clientId, clientSecret };
}

/** Adds a secret and revokes all but the newest two, so the one in use stays valid until the next rotation. Undefined: no such client, or not one of this tenant. */
export async function rotateSecret(
  db: SystemDatabase,
  clientId: string,
  tenantId?: number,
): Promise<NewClient | undefined> {
  return db.transaction().execute(async (transaction) => {
    const client = await transaction
      .selectFrom('api_client')
      .select('id')
      .where('client_id', '=', clientId)
      .$if(tenantId !== undefined, (query) => query.where('tenant_id', '=', tenantId!))
      .forUpdate()
      .executeTakeFirst();
    if (client === undefined) return undefined;
    const clientSecret = newSecret();
    await transaction
      .insertInto('api_client_secret')
      .values({ api_client_id: client.id, secret_sha256: hashSecret(clientSecret) })
      .execute();
    const newest = transaction
      .selectFrom('api_client_secret')
      .select('id')
      .where('api_client_id', '=', client.id)
      .where('revoked_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(VALID_SECRETS);
    await transaction
      .updateTable('api_client_secret')
      .set({ revoked_at: new Date().toISOString() })
      .where('api_client_id', '=', client.id)
      .where('revoked_at', 'is', null)
      .where('id', 'not in', newest)
      .execute();
    return { clientId, clientSecret };
  });
}

/** Its tokens stop working within seconds on every process. False: no such client. */
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

export interface ListedClient {
  clientId: string;
  tenant: string;
  name: string;
  permissions: string[];
  validSecrets: number;
  createdAtUtc: string;
  disabledAtUtc: string | null;
}

/** All clients, or those of one tenant. */
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

export interface KnownClient {
  id: number;
  clientId: string;
  tenantId: number;
  permissions: string[];
  isDisabled: boolean;
}

export async function findClient(db: SystemDatabase, clientId: string): Promise<KnownClient | undefined> {
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

const NO_SECRETS = [Buffer.alloc(32), Buffer.alloc(32)];

/**
 * The client these credentials belong to, or undefined. The same queries and comparisons run for an unknown client,
 * a wrong secret and a disabled client, so that the time of the answer does not tell them apart.
 */
export async function checkCredentials(
  db: SystemDatabase,
  clientId: string,
  clientSecret: string,
): Promise<KnownClient | undefined> {
  const client = await findClient(db, clientId);
  const stored = await db
    .selectFrom('api_client_secret')
    .select('secret_sha256')
    .where('api_client_id', '=', client?.id ?? 0)
    .where('revoked_at', 'is', null)
    .execute();
  const hash = hashSecret(clientSecret);
  let matched = false;
  for (const candidate of [...stored.map((row) => row.secret_sha256), ...NO_SECRETS].slice(
    0,
    VALID_SECRETS,
  )) {
    matched = timingSafeEqual(candidate, hash) || matched;
  }
  return matched && client !== undefined && !client.isDisabled ? client : undefined;
}
