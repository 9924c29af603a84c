import { abandonBlobs } from '../../core/blobs/pending.ts';
import type { TenantDatabase } from '../../core/db/connection.ts';
import { runTransaction } from '../../core/db/transaction.ts';
import type { Services } from '../../core/services.ts';
import { deleteCandidate, findMergedIds, lockDeletions } from '../candidates/index.ts';
import { deleteAttachmentsOf } from '../communication/index.ts';
import { deleteDocumentsOf } from '../documents/index.ts';
import { forgetAnswers } from '../webhooks/index.ts';
import { findHold } from './holds/queries.ts';
import { refuseHeldCandidate } from './holds/rules.ts';
import { deletePicture, lockCandidate } from './queries.ts';

/**
 * Deletes a candidate and everything that belongs to it. Only a tombstone remains in the change log, with ids and times but no
 * personal data. The same transaction queues the files of documents, attachments, and the picture for deletion. They are
 * unreadable from then on, because their keys are deleted. What receivers of webhooks have answered about the candidate is deleted
 * too. Returns false if the candidate does not exist, and throws a 409 if it is on hold.
 */
export async function eraseCandidate(
  services: Services,
  tenantId: number,
  candidateId: number,
): Promise<boolean> {
  const blobKeys = await runTransaction(services.database.tenant(tenantId), (db) =>
    eraseRecords(db, tenantId, candidateId),
  );
  return blobKeys !== undefined;
}

/** Like eraseCandidate, within a transaction of the caller. Returns the keys of the abandoned blobs, or undefined if it does not exist. */
export async function eraseRecords(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<string[] | undefined> {
  await lockDeletions(db, tenantId);
  if (!(await lockCandidate(db, tenantId, candidateId))) return undefined;
  refuseHeldCandidate(await findHold(db, tenantId, candidateId));
  const picture = await deletePicture(db, tenantId, candidateId);
  const documents = await deleteDocumentsOf(db, tenantId, candidateId);
  const attachments = await deleteAttachmentsOf(db, tenantId, candidateId);
  const blobKeys = [...documents.map(({ blobKey }) => blobKey), ...attachments, ...picture];
  await abandonBlobs(db, tenantId, blobKeys);
  const mergedIds = await findMergedIds(db, tenantId, candidateId);
  await deleteCandidate(db, tenantId, candidateId);
  await forgetAnswers(db, tenantId, {
    candidateIds: [candidateId, ...mergedIds],
    documentIds: documents.map(({ id }) => id),
  });
  return blobKeys;
}
