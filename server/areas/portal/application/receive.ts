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

/** The portal as the owner of idempotency keys. The ids of API clients start at 1. */
const PORTAL = 0;

/**
 * Stores the application exactly once. The same form with the same contents is a double click. The same form with different
 * contents is another application, from a person who went back to add something.
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
    // The second of two concurrent submissions waits here for the first, because both have the same email address. Then it
    // finds the stored response.
    await lockEmail(db, tenantId, body.email);
    if ((await findStoredResponse(db, key)) !== undefined) return;
    const received = await receiveApplication(db, services, tenantId, body, documents, {
      consents,
      skipsParsingForKnownCandidates: true,
    });
    await storeResponse(db, key, { status: 303, headers: {}, body: JSON.stringify(received) });
  });
}
