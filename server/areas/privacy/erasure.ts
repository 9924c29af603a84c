import { sql } from 'kysely';
import { abandonBlobs } from '../../core/blobs/pending.ts';
import type { TenantDatabase } from '../../core/db/connection.ts';
import type { Services } from '../../core/services.ts';
import { changeExpression, EVENTS } from '../changes/index.ts';
import { deleteAttachmentsOf } from '../communication/index.ts';
import { deleteDocumentsOf } from '../documents/index.ts';

/**
 * Deletes a candidate and everything that belongs to it. Only a tombstone remains in the change log, with ids and times but no
 * personal data. The same transaction queues the files of documents, attachments, and the picture for deletion. They are
 * unreadable from then on, because their keys are deleted. Returns false if the candidate does not exist.
 */
export async function eraseCandidate(
  services: Services,
  tenantId: number,
  candidateId: number,
): Promise<boolean> {
  return services.database
    .tenant(tenantId)
    .transaction()
    .execute((db) => eraseRecords(db, tenantId, candidateId));
}

/** Like eraseCandidate, within a transaction of the caller. */
export async function eraseRecords(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<boolean> {
  const candidate = await db
    .selectFrom('candidate')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', candidateId)
    .forUpdate()
    .executeTakeFirst();
  if (candidate === undefined) return false;
  const picture = await db
    .deleteFrom('candidate_picture')
    .where('tenant_id', '=', tenantId)
    .where('candidate_id', '=', candidateId)
    .returning('blob_key')
    .execute();
  const documents = await deleteDocumentsOf(db, tenantId, candidateId);
  const attachments = await deleteAttachmentsOf(db, tenantId, candidateId);
  const pictures = picture.map((row) => row.blob_key);
  await abandonBlobs(db, tenantId, [...documents, ...attachments, ...pictures]);
  await sql`
        WITH erased AS (DELETE FROM candidate WHERE tenant_id = ${tenantId} AND id = ${candidateId} RETURNING id, row_guid, office_id)
        SELECT ${changeExpression(tenantId, {
          entity: 'candidate',
          kind: 'deleted',
          id: sql.ref('erased.id'),
          rowGuid: sql.ref('erased.row_guid'),
          officeId: sql.ref('erased.office_id'),
          event: EVENTS.candidateDeleted,
        })} FROM erased`.execute(db);
  return true;
}
