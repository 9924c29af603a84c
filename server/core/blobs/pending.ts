import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { TenantDatabase } from '../db/connection.ts';
import { isUnavailable } from '../db/faults.ts';
import type { Services } from '../services.ts';
import { isStoreAway } from '../store-away.ts';
import { requireOwnStore } from './ownership.ts';
import type { FinishedSealedBlob } from './sealed-blob.ts';
import type { SealedBlobWriter } from './sealed-writer.ts';
import type { BlobStore } from './store.ts';

// A transaction cannot include a blob. So a blob is announced before its first byte is written, and adopted in the
// transaction that stores its record. A blob that is announced and never adopted is an orphan, and the sweep deletes it.

/** No request takes this long, so an older announcement belongs to no running request. */
const ORPHAN_AGE_HOURS = 24;
const SWEEP_BATCH = 500;

export async function openPendingBlob(
  services: Services,
  tenantId: number,
  maximumBytes: number,
): Promise<{ key: string; writer: SealedBlobWriter }> {
  const key = `t${tenantId}/${randomUUID()}`;
  const db = services.database.tenant(tenantId);
  await db.insertInto('pending_blob').values({ tenant_id: tenantId, blob_key: key }).execute();
  return { key, writer: await services.blobs.create({ tenantId, key, maximumBytes }) };
}

/**
 * Makes a blob part of the running transaction and returns the columns that describe it. Throws if it was swept, so that no
 * record refers to a missing blob.
 */
export async function adoptBlob(db: TenantDatabase, tenantId: number, blob: FinishedSealedBlob) {
  const adopted = await db
    .deleteFrom('pending_blob')
    .where('tenant_id', '=', tenantId)
    .where('blob_key', '=', blob.key)
    .executeTakeFirst();
  if (adopted.numDeletedRows !== 1n) throw new Error('A blob was swept before it was adopted.');
  return describeBlob(db, blob);
}

/** Returns the columns that describe a blob, for a row of the running transaction. */
export async function describeBlob(db: TenantDatabase, blob: FinishedSealedBlob) {
  const masterKeyId = await lockNewestMasterKey(db, blob);
  return {
    blob_key: blob.key,
    size_bytes: blob.sizeBytes,
    sha256: blob.sha256,
    wrapped_key: await blob.wrapWith(masterKeyId, db),
    master_key_id: masterKeyId,
  };
}

/**
 * The master key must not be retired between this and the commit, or the contents would be lost. The lock makes the end of
 * a rotation wait for this transaction. Other transactions share it.
 */
async function lockNewestMasterKey(db: TenantDatabase, blob: FinishedSealedBlob): Promise<string> {
  const newest = await db
    .selectFrom('master_key')
    .select('id')
    .orderBy('generation', 'desc')
    .limit(1)
    .forKeyShare()
    .executeTakeFirst();
  return newest?.id ?? blob.masterKeyId;
}

/** Hands the blobs of a deleted record to the sweep, in the transaction of the deletion. */
export async function abandonBlobs(
  db: TenantDatabase,
  tenantId: number,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await db
    .insertInto('pending_blob')
    .values(keys.map((key) => ({ tenant_id: tenantId, blob_key: key, created_at: '-infinity' })))
    .execute();
}

/**
 * Deletes those of the blobs that no transaction adopted. One that cannot be deleted keeps none of the others. Its error is
 * thrown at the end.
 */
export async function discardPendingBlobs(
  services: Services,
  tenantId: number,
  keys: readonly string[],
): Promise<void> {
  const failures = await discardEach(services, tenantId, keys);
  for (const error of failures.values()) throw error;
}

/** Returns the errors of those that could not be deleted, by their keys. Throws if the database or the store is away. */
async function discardEach(
  services: Services,
  tenantId: number,
  keys: readonly string[],
): Promise<Map<string, unknown>> {
  const failures = new Map<string, unknown>();
  if (keys.length === 0) return failures;
  const db = services.database.tenant(tenantId);
  const pending = await db
    .selectFrom('pending_blob')
    .select('blob_key')
    .where('tenant_id', '=', tenantId)
    .where('blob_key', 'in', keys)
    .execute();
  for (const { blob_key: key } of pending) {
    try {
      await services.blobs.delete(key);
      await db
        .deleteFrom('pending_blob')
        .where('tenant_id', '=', tenantId)
        .where('blob_key', '=', key)
        .execute();
    } catch (error) {
      if (isUnavailable(error) || isStoreAway(error)) throw error;
      failures.set(key, error);
    }
  }
  return failures;
}

/** Like discardPendingBlobs, after a call whose outcome must not depend on it. What cannot be deleted now is left to the sweep. */
export async function tryDiscardPendingBlobs(
  services: Services,
  tenantId: number,
  keys: readonly string[],
): Promise<void> {
  try {
    await discardPendingBlobs(services, tenantId, keys);
  } catch (error) {
    const reason = error instanceof Error ? error.name : typeof error;
    services.log.warn({ tenantId, reason }, 'contents that no record has are left to the next sweep');
  }
}

/**
 * Removes the blobs of a deletion after its transaction. The records are already gone. What the store does not delete now is left to
 * the sweep. So is what is beyond one batch: a call must not take as long as a record has files.
 */
export async function discardDeleted(
  services: Services,
  tenantId: number,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  try {
    await requireOwnStore(services.database.system, services.blobs);
    await discardPendingBlobs(services, tenantId, keys.slice(0, SWEEP_BATCH));
  } catch (error) {
    services.log.warn(
      { tenantId, reason: error instanceof Error ? error.name : typeof error },
      'contents of deleted records are left to the next sweep',
    );
  }
}

/**
 * Deletes the orphans of a tenant and returns their number. The file goes first, so a crash leaves the announcement. Throws
 * StoreOwnershipError if the store belongs to another installation. An orphan that cannot be deleted does not keep the others: its
 * error is thrown at the end.
 */
export async function sweepOrphans(services: Services, tenantId: number): Promise<number> {
  const db = services.database.tenant(tenantId);
  const failures = new Map<string, unknown>();
  let count = 0;
  for (;;) {
    const orphans = await db
      .selectFrom('pending_blob')
      .select('blob_key')
      .where('tenant_id', '=', tenantId)
      .where('created_at', '<', sql<string>`clock_now() - make_interval(hours => ${ORPHAN_AGE_HOURS})`)
      .$if(failures.size > 0, (query) => query.where('blob_key', 'not in', [...failures.keys()]))
      // Their order is that of the index by age. By the primary key, it would read what was adopted and is not vacuumed yet.
      .orderBy('created_at')
      .limit(SWEEP_BATCH)
      .execute();
    if (orphans.length === 0) break;
    if (count === 0) await requireOwnStore(services.database.system, services.blobs);
    const failed = await discardEach(
      services,
      tenantId,
      orphans.map((row) => row.blob_key),
    );
    for (const [key, error] of failed) failures.set(key, error);
    count += orphans.length - failed.size;
    // Without this end, a store that refuses every deletion would be asked for each orphan.
    if (failed.size === orphans.length) break;
  }
  for (const error of failures.values()) throw error;
  return count;
}

/** Removes what crashed writers left in the store for more than a day. */
export async function sweepUnfinished(services: Services, store: BlobStore, olderThan: Date): Promise<void> {
  await requireOwnStore(services.database.system, store);
  await store.removeUnfinished(olderThan);
}
