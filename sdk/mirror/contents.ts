import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { NotFoundError, StellwerkError } from '../core/errors.ts';
import { type MirrorContext, mapBounded } from './context.ts';
import { PhaseProgress } from './events.ts';

const BATCH = 100;

/** Name of the file that holds a document's contents. The stored name of a document is not used: it is a stranger's text. */
export function contentFile(directory: string, id: number): string {
  return join(directory, String(id));
}

/**
 * Fetches the contents of documents that are not there yet, checked by their hash, and deletes those of documents
 * that are gone. A file has its name once it is complete.
 */
export async function syncContents(context: MirrorContext, directory: string): Promise<void> {
  const { store } = context;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  for (
    let ids = await store.surplusContents(BATCH);
    ids.length > 0;
    ids = await store.surplusContents(BATCH)
  ) {
    for (const id of ids) await rm(contentFile(directory, id), { force: true });
    await store.transaction(async () => {
      for (const id of ids) await store.removeContent(id);
    });
  }
  let progress: PhaseProgress | undefined;
  // Documents deleted since their list was read; the feed will say so.
  const gone = new Set<number>();
  while (true) {
    context.signal.throwIfAborted();
    const missing = (await store.missingContents(BATCH + gone.size)).filter(({ id }) => !gone.has(id));
    if (missing.length === 0) break;
    progress ??= new PhaseProgress(context.tell, 'contents');
    const done = await mapBounded(missing, context.concurrency, async (one) => {
      if (await fetchContent(context, directory, one)) return one;
      gone.add(one.id);
      return undefined;
    });
    await store.transaction(async () => {
      for (const one of done) if (one !== undefined) await store.putContent(one.id, one.sha256);
    });
    progress.add(missing.length);
  }
  progress?.end();
}

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
    throw new StellwerkError(`The contents of document ${id} are not those that its sha256 names.`);
  await rename(`${path}.part`, path);
  return true;
}
