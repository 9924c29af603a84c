import { sql } from 'kysely';
import { abandonBlobs } from '../../core/blobs/pending.ts';
import type { TenantDatabase } from '../../core/db/connection.ts';
import type { Services } from '../../core/services.ts';
import { EVENTS, rowChangeExpression } from '../changes/index.ts';
import { deleteAttachmentsOf } from '../communication/index.ts';
import { deleteDocumentsOf } from '../documents/index.ts';

/**
 * Deletes a candidate with everything that belongs to it. What remains is a tombstone in the change log: ids and
 * times, nothing personal. The contents of documents, attachments and the picture are given to the sweep in the same transaction and are
 * unreadable from then on, since their keys are gone. False: there is no such candidate.
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

/** The same within a transaction. */
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
        WITH gone AS (DELETE FROM candidate WHERE tenant_id = ${tenantId} AND id = ${candidateId} RETURNING id, row_guid, office_id)
        SELECT ${rowChangeExpression(tenantId, 'gone', {
          entity: 'candidate',
          kind: 'deleted',
          event: EVENTS.candidateDeleted,
        })} FROM gone`.execute(db);
  return true;
}
