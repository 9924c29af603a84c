import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { TenantDatabase } from '../db/connection.ts';
import type { ClientCaller } from './context.ts';
import { ApiError, invalid } from './errors.ts';

/** A stored answer, as it was sent. */
export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export const IDEMPOTENCY_KEY_LENGTH = 255;
export const IDEMPOTENCY_HOURS = 24;

export interface IdempotencyKey {
  /** Keys of two applications never meet. */
  owner: Pick<ClientCaller, 'tenantId' | 'apiClientId'>;
  keySha256: Buffer;
  /** Of method, path and the body's bytes: what "the same request" means. */
  requestSha256: Buffer;
}

export function idempotencyKey(
  owner: ClientCaller,
  key: string,
  method: string,
  path: string,
  bodySha256: string,
): IdempotencyKey {
  if (key.length === 0 || key.length > IDEMPOTENCY_KEY_LENGTH) {
    throw invalid({
      property: 'Idempotency-Key',
      code: 'length',
      message: `Idempotency-Key must have 1 to ${IDEMPOTENCY_KEY_LENGTH} characters.`,
    });
  }
  return {
    owner,
    keySha256: createHash('sha256').update(key).digest(),
    requestSha256: createHash('sha256').update(`${method} ${path} ${bodySha256}`).digest(),
  };
}

/**
 * Claims the key for the running transaction and returns the answer already stored under it, if there is one.
 * The claim is an advisory lock that ends with the transaction: a process that dies leaves nothing behind, and
 * what was created and its answer are committed together or not at all. 409 while another request holds it.
 */
export async function claimKey(db: TenantDatabase, key: IdempotencyKey): Promise<StoredAnswer | undefined> {
  const lock = createHash('sha256')
    .update(`${key.owner.tenantId} ${key.owner.apiClientId} `)
    .update(key.keySha256)
    .digest()
    .readBigInt64BE()
    .toString();
  const claimed = await sql<{
    claimed: boolean;
  }>`SELECT pg_try_advisory_xact_lock(${lock}::bigint) AS claimed`.execute(db);
  if (!claimed.rows[0]!.claimed) throw new ApiError('requestInProgress', { headers: { 'retry-after': '1' } });
  // A statement of its own: its snapshot is younger than the lock, so it sees what the last holder committed.
  const stored = await findRow(db, key);
  if (stored === undefined) return undefined;
  if (!stored.request_sha256.equals(key.requestSha256)) {
    throw invalid({
      property: 'Idempotency-Key',
      code: 'duplicate',
      message: 'This key was used for another request within 24 hours: send a new key for a new request.',
    });
  }
  return toAnswer(stored);
}

/** The answer stored for this very request, if there is one; without claiming the key. */
export async function findAnswer(db: TenantDatabase, key: IdempotencyKey): Promise<StoredAnswer | undefined> {
  const stored = await findRow(db, key);
  return stored?.request_sha256.equals(key.requestSha256) ? toAnswer(stored) : undefined;
}

function toAnswer(stored: { status: number; headers: unknown; body: string }): StoredAnswer {
  return { status: stored.status, headers: stored.headers as Record<string, string>, body: stored.body };
}

function findRow(db: TenantDatabase, key: IdempotencyKey) {
  return db
    .selectFrom('idempotent_answer')
    .select(['request_sha256', 'status', 'headers', 'body'])
    .where('tenant_id', '=', key.owner.tenantId)
    .where('api_client_id', '=', key.owner.apiClientId)
    .where('key_sha256', '=', key.keySha256)
    .where('answered_at', '>', sql<string>`clock_now() - make_interval(hours => ${IDEMPOTENCY_HOURS})`)
    .executeTakeFirst();
}

export async function storeAnswer(
  db: TenantDatabase,
  key: IdempotencyKey,
  answer: StoredAnswer,
): Promise<void> {
  const values = {
    request_sha256: key.requestSha256,
    status: answer.status,
    headers: JSON.stringify(answer.headers),
    body: answer.body,
    answered_at: sql<string>`clock_now()`,
  };
  await db
    .insertInto('idempotent_answer')
    .values({
      tenant_id: key.owner.tenantId,
      api_client_id: key.owner.apiClientId,
      key_sha256: key.keySha256,
      ...values,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'api_client_id', 'key_sha256']).doUpdateSet(values),
    )
    .execute();
}

/** Removes a tenant's stored answers that no request may be given any more; answers how many. */
export async function sweepAnswers(db: TenantDatabase, tenantId: number): Promise<number> {
  const result = await db
    .deleteFrom('idempotent_answer')
    .where('tenant_id', '=', tenantId)
    .where('answered_at', '<=', sql<string>`clock_now() - make_interval(hours => ${IDEMPOTENCY_HOURS})`)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
