import { sql } from 'kysely';
import type { FinishedSealedBlob, SealedBlob } from '../../../core/blobs/index.ts';
import { describeBlob } from '../../../core/blobs/pending.ts';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { runTransaction } from '../../../core/db/transaction.ts';

export type UploadField = 'cv' | 'documents';

export interface HeldRow {
  id: string;
  field: UploadField;
  sealedFileName: string;
  blob: SealedBlob;
}

export type NewHeldRow = Omit<HeldRow, 'blob'> & { blob: FinishedSealedBlob };

/** How long files of a form that was not accepted are kept. */
const HELD_MINUTES = 60;
/** The sweep is later than that, so that it never deletes a file that a running request has just found. */
const SWEPT_MINUTES = 75;
const SWEEP_BATCH = 500;

export async function insertHeld(
  db: TenantDatabase,
  tenantId: number,
  tokenSha256: Buffer,
  rows: readonly NewHeldRow[],
): Promise<void> {
  await runTransaction(db, async (transaction) => {
    for (const { id, field, sealedFileName, blob } of rows) {
      const contents = await describeBlob(transaction, blob);
      await transaction
        .insertInto('portal_upload')
        .values({
          tenant_id: tenantId,
          token_sha256: tokenSha256,
          id,
          field,
          sealed_file_name: sealedFileName,
          ...contents,
        })
        .execute();
    }
  });
}

/** Reads the files of a form, in the order in which they were received. */
export async function findHeld(
  db: TenantDatabase,
  tenantId: number,
  tokenSha256: Buffer,
): Promise<HeldRow[]> {
  const rows = await db
    .selectFrom('portal_upload')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('token_sha256', '=', tokenSha256)
    .where('created_at', '>', sql<string>`clock_now() - make_interval(mins => ${HELD_MINUTES})`)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    field: row.field as UploadField,
    sealedFileName: row.sealed_file_name,
    blob: {
      key: row.blob_key,
      wrappedKey: row.wrapped_key,
      masterKeyId: row.master_key_id,
      sizeBytes: Number(row.size_bytes),
      sha256: row.sha256,
    },
  }));
}

/** Deletes files of a form, or all of them, and returns the keys of their blobs. */
export async function deleteHeld(
  db: TenantDatabase,
  tenantId: number,
  tokenSha256: Buffer,
  ids?: readonly string[],
): Promise<string[]> {
  if (ids?.length === 0) return [];
  const rows = await db
    .deleteFrom('portal_upload')
    .where('tenant_id', '=', tenantId)
    .where('token_sha256', '=', tokenSha256)
    .$if(ids !== undefined, (query) => query.where('id', 'in', [...ids!]))
    .returning('blob_key')
    .execute();
  return rows.map((row) => row.blob_key);
}

/** Finds files that nobody sent in time. */
export async function findOutdated(
  db: TenantDatabase,
  tenantId: number,
): Promise<{ tokenSha256: Buffer; id: string }[]> {
  const rows = await db
    .selectFrom('portal_upload')
    .select(['token_sha256', 'id'])
    .where('tenant_id', '=', tenantId)
    .where('created_at', '<', sql<string>`clock_now() - make_interval(mins => ${SWEPT_MINUTES})`)
    .limit(SWEEP_BATCH)
    .execute();
  return rows.map((row) => ({ tokenSha256: row.token_sha256, id: row.id }));
}
