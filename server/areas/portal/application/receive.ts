import { createHash } from 'node:crypto';
import { runAs } from '../../../core/actor.ts';
import { runTransaction } from '../../../core/db/transaction.ts';
import { findStoredResponse, hasStoredResponse, storeResponse } from '../../../core/http/idempotency.ts';
import type { MultipartForm } from '../../../core/http/multipart.ts';
import type { Services } from '../../../core/services.ts';
import {
  type DescribedDocument,
  type ExternalApplicationBody,
  isRepeatedApplication,
  lockEmail,
  receiveApplication,
} from '../../applications/index.ts';
import type { ConsentVersion } from '../consents.ts';
import { contentSha256 } from './form.ts';
import { hashToken } from './held-uploads.ts';
import { deleteHeld } from './queries.ts';

/** The portal as the owner of idempotency keys. The ids of API clients start at 1. */
const PORTAL = 0;

/** Files of an earlier submission of the form are no longer there. */
export class HeldFilesGoneError extends Error {
  override readonly name = 'HeldFilesGoneError';
}

/** Whether exactly this form was stored already. */
export async function isReceived(
  services: Services,
  tenantId: number,
  token: string,
  form: Pick<MultipartForm, 'fields' | 'files'>,
): Promise<boolean> {
  const stored = await findStoredResponse(services.database.tenant(tenantId), keyOf(tenantId, token, form));
  return stored !== undefined;
}

/** Whether a form with this token was stored, whatever its contents. */
export function hasReceived(services: Services, tenantId: number, token: string): Promise<boolean> {
  return hasStoredResponse(services.database.tenant(tenantId), tokenKeyOf(tenantId, token));
}

/**
 * Stores the application exactly once. The same form with the same contents is a double click, and a new form with them is from a person
 * who went back, or was not sure that it had arrived. Different contents are another application, from a person who added something.
 */
export async function receiveOnce(
  services: Services,
  tenantId: number,
  token: string,
  form: Pick<MultipartForm, 'fields' | 'files'>,
  body: ExternalApplicationBody,
  documents: readonly DescribedDocument[],
  consents: ConsentVersion,
  heldIds: readonly string[],
): Promise<void> {
  const key = keyOf(tenantId, token, form);
  await runTransaction(services.database.tenant(tenantId), async (db) => {
    // The second of two concurrent submissions waits here for the first, because both have the same email address. Then it
    // finds the stored response.
    await lockEmail(db, tenantId, body.email);
    if ((await findStoredResponse(db, key)) !== undefined) return;
    if (await isRepeatedApplication(db, tenantId, body, documents, consents)) return;
    // With the row lock of the deletion, no other submission and no sweep can take these files.
    const held = await deleteHeld(db, tenantId, hashToken(token), heldIds);
    if (held.length !== heldIds.length) throw new HeldFilesGoneError();
    const options = {
      confirmation: { source: 'portal' as const, language: consents.language },
      consents,
      skipsParsingForKnownCandidates: true,
    };
    const received = await runAs({ kind: 'portal' }, () =>
      receiveApplication(db, services, tenantId, body, documents, options),
    );
    await storeResponse(db, key, { status: 303, headers: {}, body: JSON.stringify(received) });
  });
}

function keyOf(tenantId: number, token: string, form: Pick<MultipartForm, 'fields' | 'files'>) {
  return { ...tokenKeyOf(tenantId, token), requestSha256: contentSha256(form) };
}

function tokenKeyOf(tenantId: number, token: string) {
  return { tenantId, apiClientId: PORTAL, keySha256: createHash('sha256').update(token).digest() };
}
