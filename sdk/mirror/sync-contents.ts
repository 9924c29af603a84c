import { createHash, type Hash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { ConnectionError, ServerError } from '../core/errors.ts';
import { contentFile } from './contents-directory.ts';
import { type MirrorContext, mapBounded, throwIfAborted } from './context.ts';
import { PhaseProgress } from './events.ts';
import { isForbidden, isGone } from './refusals.ts';
import type { MissingContent } from './store/contents.ts';
import type { Store } from './store/store.ts';

const BATCH = 100;

type Outcome = 'stored' | 'gone' | 'forbidden' | 'unreadable';

/**
 * Fetches missing contents and checks their hash, and deletes the contents of documents that are gone. A file gets its
 * final name once it is complete, so it replaces older contents of the same id at once. Goes on after a document that the service
 * cannot read, and returns the ids of all of these. Leaves out those of `skipped`.
 */
export async function syncContents(
  context: MirrorContext,
  directory: string,
  skipped: ReadonlySet<number>,
): Promise<number[]> {
  const { store } = context;
  await deleteSurplus(store, directory);
  let progress: PhaseProgress | undefined;
  const unreadable: number[] = [];
  for (let last = 0; ; ) {
    throwIfAborted(context);
    // The copy keeps documents that the application may no longer read. Their contents would be asked for in vain.
    if ((await store.unread.all()).has('document')) break;
    const page = await store.contents.missing(last, BATCH);
    if (page.length === 0) break;
    last = page.at(-1)!.id;
    const missing = page.filter(({ id }) => !skipped.has(id));
    if (missing.length === 0) continue;
    progress ??= new PhaseProgress(context.tell, 'contents');
    const outcomes = await mapBounded(missing, context.concurrency, (one) =>
      fetchContent(context, directory, one),
    );
    await store.transaction(async () => {
      for (const [index, one] of missing.entries())
        if (outcomes[index] === 'stored') await store.contents.put(one.id, one.sha256);
      if (outcomes.includes('forbidden')) await store.unread.add('document');
    });
    for (const [index, { id }] of missing.entries())
      if (outcomes[index] === 'unreadable') unreadable.push(id);
    progress.add(missing.length);
  }
  progress?.end();
  return unreadable;
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

/** `gone`: the document was deleted after the list was read. The feed will report the deletion. */
async function fetchContent(
  { client, signal, warn }: MirrorContext,
  directory: string,
  { id, sha256 }: MissingContent,
): Promise<Outcome> {
  const path = contentFile(directory, id);
  const hash = createHash('sha256');
  let hasBegun = false;
  try {
    const content = await client.documents.readContent(id, { signal });
    hasBegun = true;
    await writeDurably(`${path}.part`, hashed(content.body, hash));
  } catch (error) {
    if (isGone(error)) return 'gone';
    if (isForbidden(error)) {
      warn(`Skipped: ${error.message}`);
      return 'forbidden';
    }
    if (!isOfDocument(error, hasBegun)) throw error;
    await rm(`${path}.part`, { force: true });
    return 'unreadable';
  }
  if (hash.digest('hex') !== sha256) {
    await rm(`${path}.part`, { force: true });
    return 'unreadable';
  }
  await rename(`${path}.part`, path);
  return 'stored';
}

async function* hashed(body: ReadableStream<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const part of body) {
    hash.update(part);
    yield part;
  }
}

/**
 * Writes a new file, mode 600, and waits until its bytes are on the disk. Otherwise a power failure could leave an empty file with the
 * right name, which is not read again. Its name need not survive: the next start looks for the files.
 */
async function writeDurably(path: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(parts);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Whether the failure can be that of one document. The service responds with 500 if the beginning of a document is damaged, and
 * breaks the connection if that shows later. If the service is away, the next call fails in another way.
 */
function isOfDocument(error: unknown, hasBegun: boolean): boolean {
  return hasBegun ? error instanceof ConnectionError : error instanceof ServerError && error.status === 500;
}
