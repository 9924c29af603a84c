import { abandonBlobs } from '../../core/blobs/pending.ts';
import type { TenantDatabase } from '../../core/db/connection.ts';
import type { Services } from '../../core/services.ts';
import { deleteAttachmentsOf } from '../communication/index.ts';
import { deleteDocumentsOf } from '../documents/index.ts';
import { deleteCandidate, deletePicture, lockCandidate } from './queries.ts';

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
  if (!(await lockCandidate(db, tenantId, candidateId))) return false;
  const picture = await deletePicture(db, tenantId, candidateId);
  const documents = await deleteDocumentsOf(db, tenantId, candidateId);
  const attachments = await deleteAttachmentsOf(db, tenantId, candidateId);
  await abandonBlobs(db, tenantId, [...documents, ...attachments, ...picture]);
  await deleteCandidate(db, tenantId, candidateId);
  return true;
}
