import { createHash } from 'node:crypto';
import { runTransaction } from '../../../core/db/transaction.ts';
import { findStoredResponse, storeResponse } from '../../../core/http/idempotency.ts';
import type { MultipartForm } from '../../../core/http/multipart.ts';
import type { Services } from '../../../core/services.ts';
import {
  type DescribedDocument,
  type ExternalApplicationBody,
  lockEmail,
  receiveApplication,
} from '../../applications/index.ts';
import { contentSha256 } from './form.ts';

/** Stands for the portal among the owners of idempotency keys. No API client has it: their ids begin at 1. */
const PORTAL = 0;

/**
 * Stores the application, once: the same contents in the same form are a double click. Contents that differ are a
 * further application of somebody who went back to add something.
 */
export async function receiveOnce(
  services: Services,
  tenantId: number,
  token: string,
  form: Pick<MultipartForm, 'fields' | 'files'>,
  body: ExternalApplicationBody,
  documents: readonly DescribedDocument[],
  consents: Record<string, unknown>,
): Promise<void> {
  const key = {
    owner: { tenantId, apiClientId: PORTAL },
    keySha256: createHash('sha256').update(token).digest(),
    requestSha256: contentSha256(form),
  };
  await runTransaction(services.database.tenant(tenantId), async (db) => {
    // The second of two at once waits here for the first, since both have the same address, and then finds its answer.
    await lockEmail(db, tenantId, body.email);
    if ((await findStoredResponse(db, key)) !== undefined) return;
    const received = await receiveApplication(db, services, tenantId, body, documents, {
      consents,
      leavesKnownCandidates: true,
    });
    await storeResponse(db, key, { status: 303, headers: {}, body: JSON.stringify(received) });
  });
}
