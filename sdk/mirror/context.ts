import type { Stellwerk } from '../client.ts';
import { BadRequestError, PermissionError } from '../core/errors.ts';
import { endpointOf } from './entities.ts';
import type { Listener, PhaseProgress } from './events.ts';
import type { RecordReader } from './record-reader.ts';
import type { Fetched, Pending, Store } from './store.ts';

/** What every part of a mirror works with. */
export interface MirrorContext {
  client: Stellwerk;
  reader: RecordReader;
  store: Store;
  /** Calls under way at once. */
  concurrency: number;
  tell: Listener;
  /** Tells a warning, each text once. */
  warn(message: string): void;
  signal: AbortSignal;
}

/** Everything must be read again; the message says why. */
export class ReloadNeeded extends Error {
  override name = 'ReloadNeeded';
}

// Records held at once: with records of 100 KB still no more than 10 MB.
const BATCH = 100;

/** Whether the service says that the feed cannot be followed from this cursor any more. */
export function isCursorRefused(error: unknown): boolean {
  return (
    error instanceof BadRequestError && error.validationErrors.some(({ property }) => property === 'cursor')
  );
}

/**
 * Fetches all that is noted to be fetched, batch by batch; each is stored in one transaction with the deletion of its
 * notes, so that a kill leaves them for the next start. Answers how many records it fetched.
 */
export async function drain(context: MirrorContext, progress?: PhaseProgress): Promise<number> {
  const { store, reader } = context;
  let count = 0;
  while (true) {
    context.signal.throwIfAborted();
    const pending = await store.nextPending(BATCH);
    if (pending.length === 0) return count;
    reader.startBatch();
    const fetched = await mapBounded(pending, context.concurrency, (one) => fetchOne(context, one));
    await store.transaction(() => store.apply(fetched));
    count += fetched.length;
    progress?.add(fetched.length);
  }
}

async function fetchOne(context: MirrorContext, pending: Pending): Promise<Fetched> {
  const { reader, signal } = context;
  const { kind, id, endpoint } = pending;
  try {
    if (kind === 'documents')
      return { pending, record: undefined, documents: await reader.readDocuments(id, { signal }) };
    return { pending, record: await reader.read({ entity: kind, id, endpoint }, { signal }) };
  } catch (error) {
    if (!(error instanceof PermissionError)) throw error;
    context.warn(`Left out: ${error.message}`);
    return { pending, record: undefined };
  }
}

/** Whether such records can be read by this client; warns where they cannot. */
export function isReadable(context: MirrorContext, { kind, endpoint }: Pending): boolean {
  if (context.reader.canRead(endpoint)) return true;
  context.warn(
    `This version of the client knows no operation that reads ${endpoint.replaceAll(/\d+/g, '{id}')}: every ${kind} is left out. Update @stellwerk/sdk.`,
  );
  return false;
}

/** The notes that a changed document needs: its candidate shows it, and the candidate's list of documents has it. */
export function documentPending(candidateId: number, reason: 'load' | 'change'): Pending[] {
  const endpoint = endpointOf('candidate', candidateId);
  return [
    { kind: 'candidate', id: candidateId, endpoint, reason },
    { kind: 'documents', id: candidateId, endpoint, reason },
  ];
}

/** Maps with at most `limit` running at once; when one fails, begins no more and rejects once all have ended. */
export async function mapBounded<T, R>(
  items: readonly T[],
  limit: number,
  map: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  let next = 0;
  let isFailed = false;
  const work = async () => {
    while (next < items.length && !isFailed) {
      const index = next++;
      try {
        results[index] = await map(items[index]!);
      } catch (error) {
        isFailed = true;
        throw error;
      }
    }
  };
  const settled = await Promise.allSettled(Array.from({ length: Math.min(limit, items.length) }, work));
  const failed = settled.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return results;
}
