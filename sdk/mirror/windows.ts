import { NotModifiedError } from '../core/errors.ts';
import type { RecordStream } from '../core/record-stream.ts';
import { removeRecord } from './apply.ts';
import { drain, isReadable, type MirrorContext, positionLost } from './context.ts';
import { type Entity, endpointOf, isEntity } from './entities.ts';
import { queueChanges } from './feed.ts';
import { checkRecordForm } from './record-form.ts';
import { isForbidden, isGone } from './refusals.ts';
import type { Pending } from './store/pending.ts';

const HOUR_MS = 3_600_000;
// An hour is taken for over this long after its end, in case the clock of this machine is ahead of the service's. The
// service keeps changes for at least 400 days, so a late decision loses nothing.
const CLOCK_MARGIN_MS = 24 * HOUR_MS;
const ENTRIES_PER_BATCH = 500;
// How many applied changes of the current hour are remembered. Beyond this number, changes are applied again.
const MAXIMUM_REMEMBERED = 100_000;

/** The hourly change streams. A change to any part of a company is a change to the company; the part is not named. */
const STREAMS: { entity: Entity; path: string; isDeep?: true }[] = [
  { entity: 'candidate', path: '/candidates/export/candidates/changes/{date}/{hour}' },
  { entity: 'document', path: '/candidates/export/documents/changes/{date}/{hour}' },
  { entity: 'company', path: '/customers/changes/{date}/{hour}', isDeep: true },
  { entity: 'jobad', path: '/jobads/changes/{date}/{hour}' },
];

/** Record types without a change stream. They are read by the inventory, whose ETag shows whether it changed. */
const WITHOUT_STREAM: Entity[] = ['request', 'user', 'branch'];

interface Entry {
  id: number;
  /** The integer id of a job ad, whose `id` is a UUID. */
  jobAdId?: number;
  candidateId?: number;
  changedAtUtc: string;
}

/**
 * Follows the platform by its hourly change streams. The current window is polled, and only changes that were not
 * applied before are applied. A window is final once it has ended: it is read one last time after its end.
 */
export class WindowReader {
  readonly #applied = new Map<string, string>();

  /** Reads every stream up to the current hour. Returns the number of new changes. */
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
      const hour = (await store.states.get(key)) ?? (await store.states.get('hour'))!;
      let stream: RecordStream<{ list: 'new' | 'modified' | 'deleted'; record: Entry }>;
      try {
        stream = (await method.stream(
          hour.slice(0, 10),
          Number(hour.slice(11, 13)),
          {},
          { signal },
        )) as never;
      } catch (error) {
        if (isGone(error)) {
          // The service has deleted changes of this hour or of later ones. No later poll would find them.
          if (isOver(hour)) throw positionLost(error);
          // The window has not started.
          return count;
        }
        if (!isForbidden(error)) throw error;
        context.warn(`Skipped: ${error.message}`);
        return count;
      }
      await checkRecordForm(context, stream.recordForm).catch((error) => {
        stream.cancel();
        throw error;
      });
      const isComplete = stream.headers.get('window-complete') === 'true';
      let batch: Parameters<typeof queueChanges>[1][number][] = [];
      let owners = new Map<number, number>();
      const applied: [string, string][] = [];
      const flush = async (atEnd?: () => Promise<void>) => {
        await store.transaction(async () => {
          await queueChanges(context, batch, owners, isDeep ? 'deep' : 'change');
          await atEnd?.();
        });
        count += batch.length;
        batch = [];
        owners = new Map();
      };
      for await (const { list, record } of stream) {
        const id = record.jobAdId ?? record.id;
        const name = `${hour} ${entity} ${id}`;
        // A change that was not yet committed at the last poll can have an earlier time than the one applied. The
        // final read after the end of the window therefore applies everything.
        if (!isComplete && this.#applied.get(name) === record.changedAtUtc) continue;
        applied.push([name, record.changedAtUtc]);
        if (record.candidateId !== undefined) owners.set(id, record.candidateId);
        const change = list === 'deleted' ? 'deleted' : 'modified';
        batch.push({ entity, id, change, endpoint: endpointOf(entity, id) });
        if (batch.length >= ENTRIES_PER_BATCH) await flush();
      }
      const next = new Date(Date.parse(hour) + HOUR_MS).toISOString();
      await flush(isComplete ? () => store.states.set(key, next) : undefined);
      const fetched = await drain(context);
      if (applied.length > 0) context.tell({ type: 'changes', changes: applied.length, fetched });
      this.#remember(isComplete ? [] : applied, `${hour} ${entity} `, isComplete);
      if (!isComplete) return count;
    }
  }

  /** Called after the changes have been applied, so that a poll that fails halfway sees them again. */
  #remember(applied: readonly [string, string][], prefix: string, isOver: boolean): void {
    if (isOver)
      for (const name of this.#applied.keys()) if (name.startsWith(prefix)) this.#applied.delete(name);
    if (this.#applied.size + applied.length > MAXIMUM_REMEMBERED) this.#applied.clear();
    for (const [name, changedAt] of applied) this.#applied.set(name, changedAt);
  }
}

function isOver(hour: string): boolean {
  return Date.parse(hour) + HOUR_MS + CLOCK_MARGIN_MS < Date.now();
}

/** Reads the record types without a change stream again if their inventory has changed. */
export async function readWithoutStream(context: MirrorContext): Promise<void> {
  const { client, store, signal } = context;
  for (const entity of WITHOUT_STREAM) {
    const key = `etag.inventory.${entity}`;
    const etag = await store.states.get(key);
    try {
      const options = { signal, ...(etag === undefined ? {} : { ifNoneMatch: etag }) };
      const stream = await client.changes.inventory.stream({ entities: [entity] }, options);
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
        if (batch.length < ENTRIES_PER_BATCH) continue;
        await store.transaction(() => store.pending.add(batch));
        batch = [];
      }
      const gone: number[] = [];
      for await (const { id } of store.records.each(entity)) if (!present.has(id)) gone.push(id);
      await store.transaction(async () => {
        await store.pending.add(batch);
        await store.skipped.save();
        for (const id of gone) await store.pending.add(await removeRecord(store, { entity, id }));
        await store.states.set(key, stream.etag ?? undefined);
      });
      await drain(context);
    } catch (error) {
      if (error instanceof NotModifiedError) continue;
      if (!isForbidden(error)) throw error;
      context.warn(`Skipped: ${error.message}`);
    }
  }
}

/**
 * Moves the cursor to the end of the feed and ignores the changes in it. If the service refuses the cursor, its log no
 * longer reaches back to the position of the mirror, or it was restored from a backup. The windows do not show a restore.
 */
export async function moveCursor(context: MirrorContext): Promise<void> {
  const { client, store, signal } = context;
  const read = async (query: { cursor: string | undefined; limit: number }) => {
    try {
      // Of branches, there are the fewest changes.
      return await client.changes.list({ ...query, entities: ['branch'] }, { signal }).withResponse();
    } catch (error) {
      if (!isForbidden(error)) throw error;
      return client.changes.list(query, { signal }).withResponse();
    }
  };
  while (true) {
    const { data: page, headers } = await read({ cursor: await store.states.get('cursor'), limit: 1000 });
    await checkRecordForm(context, headers.get('record-form'));
    await store.transaction(() => store.states.set('cursor', page.nextCursor));
    if (!page.hasMore) return;
  }
}
