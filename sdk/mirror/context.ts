import type { Stellwerk } from '../client.ts';
import { AbortedError, BadRequestError } from '../core/errors.ts';
import { applyFetched, type Fetched } from './apply.ts';
import { type Entity, endpointOf, isEntity } from './entities.ts';
import type { Listener, PhaseProgress } from './events.ts';
import type { RecordReader } from './record-reader.ts';
import { isForbidden } from './refusals.ts';
import type { Pending } from './store/pending.ts';
import type { Store } from './store/store.ts';

/** What every part of the mirror needs. */
export interface MirrorContext {
  client: Stellwerk;
  reader: RecordReader;
  store: Store;
  /** How many calls run at once. */
  concurrency: number;
  tell: Listener;
  /** Reports a warning. The same text is reported once. */
  warn(message: string): void;
  signal: AbortSignal;
}

/** Everything must be read again. The message is the reason. */
export class ReloadNeeded extends Error {
  override name = 'ReloadNeeded';
}

// Records in memory at once. Even with records of 100 KB each this is only 10 MB.
const BATCH = 100;

/** Whether the service refused a call because its log does not reach to this cursor: it was restored, or the cursor is too old. */
export function isCursorRefused(error: unknown): boolean {
  return (
    error instanceof BadRequestError &&
    error.validationErrors.some(({ property, code }) => property === 'cursor' && code === 'range')
  );
}

/** Everything must be read again, because of this response of the service. Its message says why. */
export function positionLost(error: Error): ReloadNeeded {
  // A reason has no period: it becomes a part of a sentence.
  const text = error.message.replace(/\.$/, '');
  return new ReloadNeeded(`the service cannot continue from the position of the mirror: ${text}`);
}

/** Throws an AbortedError once the caller's signal is aborted. */
export function throwIfAborted({ signal }: MirrorContext): void {
  if (signal.aborted) throw new AbortedError('Mirror', signal.reason);
}

/**
 * Fetches all pending records, batch by batch, and returns how many it fetched. A batch is stored and removed from the
 * queue in one transaction, so a mirror that is killed finds it in the queue at the next start.
 */
export async function drain(context: MirrorContext, progress?: PhaseProgress): Promise<number> {
  const { store, reader } = context;
  let count = 0;
  while (true) {
    throwIfAborted(context);
    const pending = await store.pending.next(BATCH);
    if (pending.length === 0) return count;
    reader.startBatch();
    const fetched = await mapBounded(pending, context.concurrency, (one) => fetchOne(context, one));
    await store.transaction(() => applyFetched(store, fetched));
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
    if (!isForbidden(error)) throw error;
    context.warn(`Skipped: ${error.message}`);
    return { pending, record: undefined, isForbidden: true };
  }
}

/** Whether this version of the client can read such records. Warns if it cannot. */
export function isReadable(context: MirrorContext, { kind, endpoint }: Pending): boolean {
  if (context.reader.canRead(endpoint)) return true;
  const path = endpoint.replaceAll(/\d+/g, '{id}');
  context.store.skipped.note(path);
  context.warn(
    `This version of the client has no operation that reads ${path}, so every ${kind} is skipped. Update @stellwerk/sdk.`,
  );
  return false;
}

/** Whether this version of the mirror has a table for records of this type. Warns if it has not. */
export function isKnownType({ store, warn }: MirrorContext, entity: string): entity is Entity {
  if (isEntity(entity)) return true;
  store.skipped.note(entity);
  warn(
    `This version of the mirror has no table for records of the type ${entity}, so they are skipped. Update @stellwerk/sdk.`,
  );
  return false;
}

/** What to fetch when a document changed: its candidate, which shows it, and the candidate's list of documents. */
export function documentPending(candidateId: number, reason: 'load' | 'change'): Pending[] {
  const endpoint = endpointOf('candidate', candidateId);
  return [
    { kind: 'candidate', id: candidateId, endpoint, reason },
    { kind: 'documents', id: candidateId, endpoint, reason },
  ];
}

/** Maps the items, at most `limit` at once. After a failure it starts no more, waits for the others and rejects. */
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
