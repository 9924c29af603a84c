import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { NotFoundError, StellwerkError } from '../core/errors.ts';
import { contentFile } from './contents-directory.ts';
import { type MirrorContext, mapBounded, throwIfAborted } from './context.ts';
import { PhaseProgress } from './events.ts';
import type { Store } from './store/store.ts';

const BATCH = 100;

/**
 * Fetches missing contents and checks their hash, and deletes the contents of documents that are gone. A file gets its
 * final name once it is complete, so it replaces older contents of the same id at once.
 */
export async function syncContents(context: MirrorContext, directory: string): Promise<void> {
  const { store } = context;
  await deleteSurplus(store, directory);
  let progress: PhaseProgress | undefined;
  // Documents deleted after their list was read. The feed will report the deletion.
  const gone = new Set<number>();
  while (true) {
    throwIfAborted(context);
    const missing = (await store.contents.missing(BATCH + gone.size)).filter(({ id }) => !gone.has(id));
    if (missing.length === 0) break;
    progress ??= new PhaseProgress(context.tell, 'contents');
    const done = await mapBounded(missing, context.concurrency, async (one) => {
      if (await fetchContent(context, directory, one)) return one;
      gone.add(one.id);
      return undefined;
    });
    await store.transaction(async () => {
      for (const one of done) if (one !== undefined) await store.contents.put(one.id, one.sha256);
    });
    progress.add(missing.length);
  }
  progress?.end();
}

async function deleteSurplus(store: Store, directory: string): Promise<void> {
  while (true) {
    const ids = await store.contents.surplus(BATCH);
    if (ids.length === 0) return;
    for (const id of ids) await rm(contentFile(directory, id), { force: true });
    await store.transaction(async () => {
      for (const id of ids) await store.contents.delete(id);
    });
  }
}

/** Returns false if the document does not exist any more. */
async function fetchContent(
  { client, signal }: MirrorContext,
  directory: string,
  { id, sha256 }: { id: number; sha256: string },
): Promise<boolean> {
  const path = contentFile(directory, id);
  const hash = createHash('sha256');
  try {
    const content = await client.documents.readContent(id, { signal });
    await pipeline(
      Readable.fromWeb(content.body as never),
      async function* (parts: AsyncIterable<Uint8Array>) {
        for await (const part of parts) {
          hash.update(part);
          yield part;
        }
      },
      createWriteStream(`${path}.part`, { mode: 0o600 }),
    );
  } catch (error) {
    if (error instanceof NotFoundError) return false;
    throw error;
  }
  if (hash.digest('hex') !== sha256)
    throw new StellwerkError(`The contents of document ${id} do not match its sha256.`);
  await rename(`${path}.part`, path);
  return true;
}
