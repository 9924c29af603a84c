import { listAllTenants } from '../areas/tenants/index.ts';
import type { BlobStore } from '../core/blobs/index.ts';
import type { Database } from '../core/db/connection.ts';
import { sampleFiles } from '../core/document-files/index.ts';
import { CommandError } from './command.ts';

/** Why the store has none of the documents, and what to do. */
export const OTHER_STORE =
  'The document store is another one, or it was copied in another layout: a directory and S3 name documents differently. Correct BLOB_URL or DATA_DIR, or move the documents from the store that has them with "npx stellwerk documents move".';

/** Looks for a few documents in the store. What it says ends with the way out. */
export async function checkSample(
  database: Database,
  store: Pick<BlobStore, 'size'>,
): Promise<['ok' | 'fail', string]> {
  const { looked, missing } = await sampleFiles({ database, store, tenants: await listAllTenants(database) });
  if (looked === 0) return ['ok', 'No record refers to a document.'];
  const all = 'To read all of them, run: npx stellwerk documents verify';
  if (missing === 0) return ['ok', `${looked} of ${looked} documents that were looked for are there. ${all}`];
  const shown = describeMissing(looked, missing);
  return ['fail', missing === looked ? `${shown} ${OTHER_STORE}` : `${shown} ${all}`];
}

/** A warning if none of a few documents is in the store. */
export async function findEmptyStore(
  database: Database,
  store: Pick<BlobStore, 'size'>,
): Promise<string | undefined> {
  const { looked, missing } = await sampleFiles({ database, store, tenants: await listAllTenants(database) });
  if (looked === 0 || missing < looked) return undefined;
  return `${describeMissing(looked, missing)} ${OTHER_STORE}`;
}

/** Throws if none of a few documents is in the store, before it becomes the store of this installation. */
export async function requireSample(database: Database, store: Pick<BlobStore, 'size'>): Promise<void> {
  const fault = await findEmptyStore(database, store);
  if (fault === undefined) return;
  throw new CommandError(
    `${fault} Nothing was changed. If the documents are lost for good, run the command once with --take-over-documents --without-documents.`,
  );
}

function describeMissing(looked: number, missing: number): string {
  return `${missing} of ${looked} documents that records refer to are not there.`;
}
