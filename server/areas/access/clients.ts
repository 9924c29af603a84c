import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database, SystemDatabase } from '../../core/db/connection.ts';
import {
  type ApiClient,
  findClientAnywhere,
  insertClient,
  insertSecret,
  lockClientSecrets,
  readSecretHashes,
  revokeOlderSecrets,
} from './queries.ts';

// The prefixes let secret scanners recognize a leak and people tell an id from a secret.
const CLIENT_ID_PREFIX = 'swc_';
const SECRET_PREFIX = 'sws_';
const VALID_SECRETS = 2;

interface NewClient {
  clientId: string;
  /** Shown once; only its hash is stored. */
  clientSecret: string;
}

function newSecret(): string {
  return SECRET_PREFIX + randomBytes(32).toString('base64url');
}

function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Creates an API client with one secret. Throws if the tenant already has a client with this name. */
export async function createClient(
  db: SystemDatabase,
  client: { tenantId: number; name: string; permissions: string[] },
): Promise<NewClient> {
  const clientId = CLIENT_ID_PREFIX + randomBytes(15).toString('base64url');
  const clientSecret = newSecret();
  await db.transaction().execute(async (transaction) => {
    const id = await insertClient(transaction, { clientId, ...client });
    await insertSecret(transaction, id, hashSecret(clientSecret));
  });
  return { clientId, clientSecret };
}

/**
 * Adds a secret and revokes all but the newest two, so the one in use stays valid until the next rotation. Returns undefined
 * if the client does not exist or belongs to another tenant. `check` can refuse the permissions of the client. It gets them under the
 * lock: a caller that waits for a change would otherwise get a secret to what the change adds.
 */
export async function rotateSecret(
  db: SystemDatabase,
  clientId: string,
  tenantId?: number,
  check: (permissions: readonly string[]) => void = () => {},
): Promise<NewClient | undefined> {
  return db.transaction().execute(async (transaction) => {
    const client = await lockClientSecrets(transaction, clientId, tenantId);
    if (client === undefined) return undefined;
    check(client.permissions);
    const clientSecret = newSecret();
    await insertSecret(transaction, client.id, hashSecret(clientSecret));
    await revokeOlderSecrets(transaction, client.id, VALID_SECRETS);
    return { clientId, clientSecret };
  });
}

const PLACEHOLDER_HASHES = [Buffer.alloc(32), Buffer.alloc(32)];

/**
 * Returns the client with these credentials, or undefined. An unknown client, a wrong secret, and a disabled client cost the
 * same queries and comparisons, so the response time does not reveal which it was.
 */
export async function checkCredentials(
  database: Database,
  clientId: string,
  clientSecret: string,
): Promise<ApiClient | undefined> {
  const client = await findClientAnywhere(database, clientId);
  const db = client === undefined ? database.system : database.systemOf(client.tenantId);
  const stored = await readSecretHashes(db, client?.id ?? 0);
  const hash = hashSecret(clientSecret);
  let matched = false;
  for (const candidate of [...stored, ...PLACEHOLDER_HASHES].slice(0, VALID_SECRETS)) {
    matched = timingSafeEqual(candidate, hash) || matched;
  }
  return matched && client !== undefined && !client.isDisabled ? client : undefined;
}
