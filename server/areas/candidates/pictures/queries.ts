import { type FinishedSealedBlob, toSealedBlob } from '../../../core/blobs/index.ts';
import { abandonBlobs, adoptBlob } from '../../../core/blobs/pending.ts';
import type { TenantDatabase } from '../../../core/db/connection.ts';

/** The candidate's picture. Undefined if there is no such candidate or it has no picture. */
export async function findPicture(db: TenantDatabase, tenantId: number, candidateId: number) {
  const row = await db
    .selectFrom('candidate_picture')
    .select(['file_name', 'mime_type', 'size_bytes', 'sha256', 'blob_key', 'wrapped_key', 'master_key_id'])
    .where('tenant_id', '=', tenantId)
    .where('candidate_id', '=', candidateId)
    .executeTakeFirst();
  return row && { fileName: row.file_name, mimeType: row.mime_type, blob: toSealedBlob(row) };
}

interface NewPicture {
  fileName: string | null;
  mimeType: string;
  blob: FinishedSealedBlob;
}

/**
 * Stores the picture, replaces the previous one, and leaves the previous contents to the sweep. Returns false and changes
 * nothing if the picture is the same. The caller must hold the lock on the candidate.
 */
export async function putPicture(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  { fileName, mimeType, blob }: NewPicture,
): Promise<boolean> {
  const stored = await db
    .selectFrom('candidate_picture')
    .select(['file_name', 'sha256', 'blob_key'])
    .where('tenant_id', '=', tenantId)
    .where('candidate_id', '=', candidateId)
    .executeTakeFirst();
  if (stored !== undefined) {
    if (stored.sha256 === blob.sha256 && stored.file_name === fileName) return false;
    await db
      .deleteFrom('candidate_picture')
      .where('tenant_id', '=', tenantId)
      .where('candidate_id', '=', candidateId)
      .execute();
    await abandonBlobs(db, tenantId, [stored.blob_key]);
  }
  const contents = await adoptBlob(db, tenantId, blob);
  await db
    .insertInto('candidate_picture')
    .values({
      tenant_id: tenantId,
      candidate_id: candidateId,
      file_name: fileName,
      mime_type: mimeType,
      ...contents,
    })
    .execute();
  return true;
}
