import type { ChangeDto } from '../generated/schemas.ts';
import { removeRecord } from './apply.ts';
import { documentPending, drain, isKnownType, isReadable, type MirrorContext } from './context.ts';
import type { Entity } from './entities.ts';
import { checkPermissions, readTypes } from './permissions.ts';
import { checkRecordForm } from './record-form.ts';
import { isForbidden } from './refusals.ts';
import type { Pending } from './store/pending.ts';

const LIMIT = 1000;

/**
 * Reads the feed to its end and returns the number of changes. The records of each page are queued in one transaction
 * with the page's cursor; several changes to a record are one entry in the queue.
 */
export async function followFeed(context: MirrorContext): Promise<number> {
  const { client, store, signal } = context;
  let count = 0;
  await drain(context);
  while (true) {
    const cursor = await store.states.get('cursor');
    const read = await readTypes(store);
    const call = client.changes.list({ cursor, limit: LIMIT, ...read }, { signal }).withResponse();
    // The types are named because the service would leave out one that it no longer lets the application read.
    const response = await call.catch(async (error) => {
      if (!isForbidden(error)) throw error;
      await checkPermissions(context);
      if ((await readTypes(store)).entities?.length === read.entities?.length) throw error;
    });
    if (response === undefined) continue;
    await checkRecordForm(context, response.headers.get('record-form'));
    const page = response.data;
    if (page.changes.length > 0 || page.nextCursor !== cursor) {
      const owners = await findCandidates(context, page.changes);
      await store.transaction(async () => {
        await queueChanges(context, page.changes, owners);
        await store.states.set('cursor', page.nextCursor);
      });
      const fetched = await drain(context);
      count += page.changes.length;
      if (page.changes.length > 0) context.tell({ type: 'changes', changes: page.changes.length, fetched });
    }
    if (!page.hasMore) return count;
  }
}

type Change = Pick<ChangeDto, 'entity' | 'id' | 'change' | 'endpoint'> & { candidateId?: number | null };

/** Queues the changed records and deletes the deleted ones. Must run inside a transaction. */
export async function queueChanges(
  context: MirrorContext,
  changes: readonly Change[],
  owners: ReadonlyMap<number, number>,
  reason: 'change' | 'deep' = 'change',
): Promise<void> {
  const { store } = context;
  const last = new Map(changes.map((change) => [`${change.entity} ${change.id}`, change]));
  const documents = changes.flatMap(({ entity, id }) => ((entity as Entity) === 'document' ? [id] : []));
  const copies = await store.records.getMany('document', [...new Set(documents)]);
  const pending: Pending[] = [];
  for (const { entity, id, change, endpoint } of last.values()) {
    if (!isKnownType(context, entity)) continue;
    if (entity === 'document') {
      // The copy can be with another candidate, who had the document before two candidates were merged or taken apart.
      const candidates = new Set([owners.get(id), copies.get(id)?.candidateId as number | undefined]);
      for (const candidateId of candidates)
        if (candidateId !== undefined) pending.push(...documentPending(candidateId, 'change'));
    } else if (change === 'deleted')
      // One by one: all applicants of a job ad can be more than a call takes arguments.
      for (const shown of await removeRecord(store, { entity, id })) pending.push(shown);
    else pending.push({ kind: entity, id, endpoint: endpoint!, reason });
  }
  await store.pending.add(pending.filter((one) => isReadable(context, one)));
  await store.skipped.save();
}

/** The candidates of changed documents, after the last change. Where the change does not name the candidate, the document is read. */
async function findCandidates(
  { store, client, reader, signal }: MirrorContext,
  changes: readonly Change[],
): Promise<Map<number, number>> {
  const owners = new Map<number, number>();
  for (const { entity, id, change, endpoint, candidateId } of changes) {
    if ((entity as Entity) !== 'document' || (candidateId == null && owners.has(id))) continue;
    let owner = candidateId ?? (await store.records.candidateOf(id));
    if (owner === undefined && change !== 'deleted' && client.documents !== undefined) {
      const record = await reader.read({ entity: 'document', id, endpoint: endpoint! }, { signal });
      owner = record?.candidateId as number | undefined;
    }
    if (owner !== undefined) owners.set(id, owner);
  }
  return owners;
}
