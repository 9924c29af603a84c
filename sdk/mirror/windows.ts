import { NotFoundError, NotModifiedError, PermissionError } from '../core/errors.ts';
import type { RecordStream } from '../core/record-stream.ts';
import { drain, isReadable, type MirrorContext } from './context.ts';
import { type Entity, endpointOf, isEntity } from './entities.ts';
import { note } from './feed.ts';
import type { Pending } from './store.ts';

const HOUR_MS = 3_600_000;
const ENTRIES_AT_ONCE = 500;
// Changes of the running hour that were applied; beyond this many they are applied once more instead.
const REMEMBERED = 100_000;

/** The hourly change streams. Whatever belongs to a company counts as a change of it, and nothing says what it was. */
const STREAMS: { entity: Entity; path: string; isDeep?: true }[] = [
  { entity: 'candidate', path: '/candidates/export/candidates/changes/{date}/{hour}' },
  { entity: 'document', path: '/candidates/export/documents/changes/{date}/{hour}' },
  { entity: 'company', path: '/customers/changes/{date}/{hour}', isDeep: true },
  { entity: 'jobad', path: '/jobads/changes/{date}/{hour}' },
];

/** What has no change stream is compared by the inventory, which answers "unchanged" at the cost of one look-up. */
const WITHOUT_STREAM: Entity[] = ['request', 'user', 'branch'];

interface Entry {
  id: number;
  /** Of a job ad, whose `id` is a uuid. */
  jobAdId?: number;
  candidateId?: number;
  changedAtUtc: string;
}

/**
 * Follows the platform by its hourly change streams. A window that has ended is final: it is read once more after its
 * end, and then never again. Before that it is polled, and of what was applied from it only later changes count.
 */
export class WindowReader {
  readonly #applied = new Map<string, string>();

  /** Reads every stream up to the running hour. Answers how many changes were new. */
  async read(context: MirrorContext): Promise<number> {
    let count = 0;
    await drain(context);
    for (const stream of STREAMS) count += await this.#readStream(context, stream);
    return count;
  }

  async #readStream(
    context: MirrorContext,
    { entity, path, isDeep }: (typeof STREAMS)[number],
  ): Promise<number> {
    const { reader, store, signal } = context;
    const method = reader.find(path);
    if (method?.stream === undefined) return 0;
    const key = `window.${entity}`;
    let count = 0;
    while (true) {
      const hour = (await store.state(key)) ?? (await store.state('hour'))!;
      let stream: RecordStream<{ list: 'new' | 'modified' | 'deleted'; record: Entry }>;
      try {
        stream = (await method.stream(
          hour.slice(0, 10),
          Number(hour.slice(11, 13)),
          {},
          { signal },
        )) as never;
      } catch (error) {
        // The window has not begun.
        if (error instanceof NotFoundError) return count;
        if (!(error instanceof PermissionError)) throw error;
        context.warn(`Left out: ${error.message}`);
        return count;
      }
      const isComplete = stream.headers.get('window-complete') === 'true';
      let batch: Parameters<typeof note>[1][number][] = [];
      let owners = new Map<number, number>();
      const applied: [string, string][] = [];
      const flush = async (atEnd?: () => Promise<void>) => {
        await store.transaction(async () => {
          await note(context, batch, owners, isDeep ? 'deep' : 'change');
          await atEnd?.();
        });
        count += batch.length;
        batch = [];
        owners = new Map();
      };
      for await (const { list, record } of stream) {
        const id = record.jobAdId ?? record.id;
        const name = `${hour} ${entity} ${id}`;
        // A change that was still being committed when the record was read last may carry an earlier time than the
        // one applied: the read after the window's end applies everything.
        if (!isComplete && this.#applied.get(name) === record.changedAtUtc) continue;
        applied.push([name, record.changedAtUtc]);
        if (record.candidateId !== undefined) owners.set(id, record.candidateId);
        const change = list === 'deleted' ? 'deleted' : 'modified';
        batch.push({ entity, id, change, endpoint: endpointOf(entity, id) });
        if (batch.length >= ENTRIES_AT_ONCE) await flush();
      }
      const next = new Date(Date.parse(hour) + HOUR_MS).toISOString();
      await flush(isComplete ? () => store.setState(key, next) : undefined);
      const fetched = await drain(context);
      if (applied.length > 0) context.tell({ type: 'changes', changes: applied.length, fetched });
      this.#remember(isComplete ? [] : applied, `${hour} ${entity} `, isComplete);
      if (!isComplete) return count;
    }
  }

  /** Only once the changes have been applied: a poll that failed in between must see them again. */
  #remember(applied: readonly [string, string][], prefix: string, isOver: boolean): void {
    if (isOver)
      for (const name of this.#applied.keys()) if (name.startsWith(prefix)) this.#applied.delete(name);
    if (this.#applied.size + applied.length > REMEMBERED) this.#applied.clear();
    for (const [name, changedAt] of applied) this.#applied.set(name, changedAt);
  }
}

/** Reads again what has no change stream, where the inventory says that it changed. */
export async function readWithoutStream(context: MirrorContext): Promise<void> {
  const { client, store, signal } = context;
  for (const entity of WITHOUT_STREAM) {
    const key = `etag.inventory.${entity}`;
    const etag = await store.state(key);
    try {
      const options = { signal, ...(etag === undefined ? {} : { ifNoneMatch: etag }) };
      const stream = await client.changes.inventory.stream({ entities: entity }, options);
      const present = new Set<number>();
      let batch: Pending[] = [];
      for await (const record of stream) {
        if (!isEntity(record.entity)) continue;
        present.add(record.id);
        const pending: Pending = {
          kind: record.entity,
          id: record.id,
          endpoint: record.endpoint,
          reason: 'change',
        };
        if (isReadable(context, pending)) batch.push(pending);
        if (batch.length < ENTRIES_AT_ONCE) continue;
        await store.transaction(() => store.addPending(batch));
        batch = [];
      }
      const gone: number[] = [];
      for await (const { id } of store.each(entity)) if (!present.has(id)) gone.push(id);
      await store.transaction(async () => {
        await store.addPending(batch);
        for (const id of gone) await store.addPending(await store.remove({ entity, id }));
        await store.setState(key, stream.etag ?? undefined);
      });
      await drain(context);
    } catch (error) {
      if (error instanceof NotModifiedError) continue;
      if (!(error instanceof PermissionError)) throw error;
      context.warn(`Left out: ${error.message}`);
    }
  }
}

/**
 * Moves the cursor to the end of the feed without reading what is in it. A cursor that the service refuses means that
 * the log no longer reaches back to where the mirror was, or that the service was restored from a backup, which the
 * windows do not show.
 */
export async function moveCursor({ client, store, signal }: MirrorContext): Promise<void> {
  while (true) {
    const cursor = await store.state('cursor');
    const page = await client.changes.list({ cursor, limit: 1000, entities: 'branch' }, { signal });
    await store.transaction(() => store.setState('cursor', page.nextCursor));
    if (!page.hasMore) return;
  }
}
