import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { contentFile, contentFiles } from './contents-directory.ts';
import { type MirrorContext, mapBounded, throwIfAborted } from './context.ts';
import type { Store } from './store/store.ts';

const BATCH = 200;
// Ids in the database are 32-bit integers. A larger number in a file name is no document.
const MAXIMUM_ID = 2_147_483_647;

/**
 * Makes the directory and the table of contents agree. Files of no document are deleted; files that are missing, and with
 * `readFiles` those that were altered, are marked to be fetched. The copy must be complete.
 */
export async function reconcileContents(
  context: MirrorContext,
  directory: string,
  { readFiles }: { readFiles: boolean },
): Promise<void> {
  await deleteStrayFiles(context, directory);
  const { store, concurrency } = context;
  for await (const page of store.contents.pages(BATCH)) {
    throwIfAborted(context);
    const missing = await mapBounded(page, concurrency, async ({ id, sha256 }) => {
      const path = contentFile(directory, id);
      return readFiles ? (await hashFile(path)) !== sha256 : !(await isFile(path));
    });
    await store.transaction(() =>
      store.contents.markMissing(page.filter((_, index) => missing[index]).map(({ id }) => id)),
    );
  }
}

/** Files that a kill left behind, and those that came back, such as from a backup of the directory. */
async function deleteStrayFiles(context: MirrorContext, directory: string): Promise<void> {
  let batch: { name: string; id: number }[] = [];
  const flush = async () => {
    throwIfAborted(context);
    const documents = await idsOfDocuments(
      context.store,
      batch.map(({ id }) => id),
    );
    for (const { name, id } of batch)
      if (!documents.has(id)) await rm(join(directory, name), { force: true });
    batch = [];
  };
  for await (const { name, id, isPart } of contentFiles(directory)) {
    if (isPart) await rm(join(directory, name), { force: true });
    else batch.push({ name, id });
    if (batch.length >= BATCH) await flush();
  }
  await flush();
}

async function idsOfDocuments(store: Store, ids: readonly number[]): Promise<Set<number>> {
  const records = await store.records.getMany(
    'document',
    ids.filter((id) => id <= MAXIMUM_ID),
  );
  return new Set(records.keys());
}

/** The ids of documents whose contents are not in the directory, or not with the hash in their record. */
export async function compareContents(context: MirrorContext, directory: string): Promise<number[]> {
  const different: number[] = [];
  let batch: { id: number; sha256: unknown }[] = [];
  const flush = async () => {
    throwIfAborted(context);
    const hashes = await mapBounded(batch, context.concurrency, ({ id }) =>
      hashFile(contentFile(directory, id)),
    );
    for (const [index, { id, sha256 }] of batch.entries()) if (hashes[index] !== sha256) different.push(id);
    batch = [];
  };
  for await (const { id, record } of context.store.records.each('document')) {
    batch.push({ id, sha256: record.sha256 });
    if (batch.length >= BATCH) await flush();
  }
  await flush();
  return different;
}

/** The SHA-256 of a file. Undefined if there is none. */
async function hashFile(path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  return hash.digest('hex');
}

export async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
