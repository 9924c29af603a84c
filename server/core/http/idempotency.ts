import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { TenantDatabase } from '../db/connection.ts';
import { lengthOf } from '../text/truncate.ts';
import type { ClientCaller, UserCaller } from './context.ts';
import { ApiError, type Fault, invalid } from './errors.ts';
import { MAXIMUM_FAULTS } from './limits.ts';

/** A stored response, exactly as it was sent. */
export interface StoredResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const IDEMPOTENCY_KEY_LENGTH = 255;
const IDEMPOTENCY_HOURS = 24;
const USERS = -1;

export interface IdempotencyKey {
  tenantId: number;
  /** The id of the application, or a number that no application has: 0 for the job portal, -1 for users. */
  apiClientId: number;
  /** Each application and each user has its own keys: the hash of a user's key includes the user. */
  keySha256: Buffer;
  /** Hash of the method, the path and the raw body. Two requests with the same hash are the same request. */
  requestSha256: Buffer;
}

export function idempotencyKey(
  owner: ClientCaller | UserCaller,
  key: string,
  method: string,
  path: string,
  bodySha256: string,
): IdempotencyKey {
  if (key.length === 0 || charactersOf(key) > IDEMPOTENCY_KEY_LENGTH) {
    throw invalid({
      property: 'Idempotency-Key',
      code: 'length',
      message: `Idempotency-Key must have between 1 and ${IDEMPOTENCY_KEY_LENGTH} characters.`,
    });
  }
  const request = `${method} ${path} ${bodySha256}`;
  const { tenantId } = owner;
  if (owner.kind === 'client')
    return {
      tenantId,
      apiClientId: owner.apiClientId,
      keySha256: sha256(key),
      requestSha256: sha256(request),
    };
  // The body of a user can contain a password. Without the key, which is not stored, its hash cannot be searched for it.
  return {
    tenantId,
    apiClientId: USERS,
    keySha256: sha256(`user ${owner.userId} ${key}`),
    requestSha256: sha256(`${request} ${key}`),
  };
}

/** Node makes one letter of each byte of a header (Latin-1), so a letter beyond ASCII in UTF-8 is two to four of them. */
function charactersOf(header: string): number {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? lengthOf(bytes.toString()) : bytes.length;
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Claims the key for the running transaction and returns the response that is already stored under it, if any. The claim is an
 * advisory lock that ends with the transaction, so a process that crashes leaves no lock behind. The created record and its
 * response are committed together. Throws `requestInProgress` while the first request with the key runs.
 */
export async function claimKey(db: TenantDatabase, key: IdempotencyKey): Promise<StoredResponse | undefined> {
  const lock = createHash('sha256')
    .update(`${key.tenantId} ${key.apiClientId} `)
    .update(key.keySha256)
    .digest()
    .readBigInt64BE()
    .toString();
  const claimed = await sql<{
    claimed: boolean;
  }>`SELECT pg_try_advisory_xact_lock(${lock}::bigint) AS claimed`.execute(db);
  // Must be a separate statement: its snapshot is newer than the lock, so it sees the commit of the previous holder.
  const stored = await findRow(db, key);
  if (stored === undefined) {
    if (claimed.rows[0]!.claimed) return undefined;
    throw new ApiError('requestInProgress', { headers: { 'retry-after': '1' } });
  }
  // The lock can be held by another repetition, which also only returns the response.
  if (!stored.request_sha256.equals(key.requestSha256)) throw invalid(USED_KEY);
  return toStoredResponse(stored);
}

const USED_KEY: Fault = {
  property: 'Idempotency-Key',
  code: 'duplicate',
  message:
    'This Idempotency-Key was used for a different request in the last 24 hours. Send a new key for a new request.',
};

/**
 * For an invalid request: returns the response stored for exactly this request, or else the error, with a fault for the key if another
 * request has used it. Does not claim the key.
 */
export async function replayOrExplain(
  db: TenantDatabase,
  key: IdempotencyKey,
  error: ApiError,
): Promise<StoredResponse | ApiError> {
  // The claim has found it already.
  if (error.faults.includes(USED_KEY)) return error;
  const stored = await findRow(db, key);
  if (stored?.request_sha256.equals(key.requestSha256)) return toStoredResponse(stored);
  if (stored === undefined) return error;
  return invalid(...[USED_KEY, ...error.faults].slice(0, MAXIMUM_FAULTS));
}

/** Returns the response stored for exactly this request, without claiming the key. */
export async function findStoredResponse(
  db: TenantDatabase,
  key: IdempotencyKey,
): Promise<StoredResponse | undefined> {
  const stored = await findRow(db, key);
  return stored?.request_sha256.equals(key.requestSha256) ? toStoredResponse(stored) : undefined;
}

/** Whether any response is stored under the key, for whatever request. */
export async function hasStoredResponse(
  db: TenantDatabase,
  key: Omit<IdempotencyKey, 'requestSha256'>,
): Promise<boolean> {
  return (await findRow(db, key)) !== undefined;
}

function toStoredResponse(stored: { status: number; headers: unknown; body: string }): StoredResponse {
  return { status: stored.status, headers: stored.headers as Record<string, string>, body: stored.body };
}

function findRow(db: TenantDatabase, key: Omit<IdempotencyKey, 'requestSha256'>) {
  return db
    .selectFrom('idempotent_answer')
    .select(['request_sha256', 'status', 'headers', 'body'])
    .where('tenant_id', '=', key.tenantId)
    .where('api_client_id', '=', key.apiClientId)
    .where('key_sha256', '=', key.keySha256)
    .where('answered_at', '>', sql<string>`clock_now() - make_interval(hours => ${IDEMPOTENCY_HOURS})`)
    .executeTakeFirst();
}

export async function storeResponse(
  db: TenantDatabase,
  key: IdempotencyKey,
  response: StoredResponse,
): Promise<void> {
  const values = {
    request_sha256: key.requestSha256,
    status: response.status,
    headers: JSON.stringify(response.headers),
    body: response.body,
    answered_at: sql<string>`clock_now()`,
  };
  await db
    .insertInto('idempotent_answer')
    .values({
      tenant_id: key.tenantId,
      api_client_id: key.apiClientId,
      key_sha256: key.keySha256,
      ...values,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'api_client_id', 'key_sha256']).doUpdateSet(({ ref }) => ({
        request_sha256: ref('excluded.request_sha256'),
        status: ref('excluded.status'),
        headers: ref('excluded.headers'),
        body: ref('excluded.body'),
        answered_at: ref('excluded.answered_at'),
      })),
    )
    .execute();
}

/** Deletes the expired responses of a tenant and returns their number. */
export async function sweepStoredResponses(db: TenantDatabase, tenantId: number): Promise<number> {
  const result = await db
    .deleteFrom('idempotent_answer')
    .where('tenant_id', '=', tenantId)
    .where('answered_at', '<=', sql<string>`clock_now() - make_interval(hours => ${IDEMPOTENCY_HOURS})`)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
