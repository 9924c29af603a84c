import type { ChangeDto } from '../generated/schemas.ts';
import { documentPending, drain, isReadable, type MirrorContext } from './context.ts';
import { type Entity, isEntity } from './entities.ts';
import type { Pending } from './store.ts';

const LIMIT = 1000;

/**
 * Reads the feed to its end. Each page is stored as notes of what to fetch, in one transaction with the cursor behind
 * it; several changes of a record are one note. Answers how many changes there were.
 */
export async function followFeed(context: MirrorContext): Promise<number> {
  const { client, store, signal } = context;
  let count = 0;
  await drain(context);
  while (true) {
    const cursor = await store.state('cursor');
    const page = await client.changes.list({ cursor, limit: LIMIT }, { signal });
    if (page.changes.length > 0 || page.nextCursor !== cursor) {
      const owners = await findCandidates(context, page.changes);
      await store.transaction(async () => {
        await note(context, page.changes, owners);
        await store.setState('cursor', page.nextCursor);
      });
      const fetched = await drain(context);
      count += page.changes.length;
      if (page.changes.length > 0) context.tell({ type: 'changes', changes: page.changes.length, fetched });
    }
    if (!page.hasMore) return count;
  }
}

type Change = Pick<ChangeDto, 'entity' | 'id' | 'change' | 'endpoint'> & { candidateId?: number | null };

/** Notes what a page of changes asks for; deletions are done at once. Inside a transaction. */
export async function note(
  context: MirrorContext,
  changes: readonly Change[],
  owners: ReadonlyMap<number, number>,
  reason: 'change' | 'deep' = 'change',
): Promise<void> {
  const { store } = context;
  const last = new Map(changes.map((change) => [`${change.entity} ${change.id}`, change]));
  const pending: Pending[] = [];
  for (const { entity, id, change, endpoint } of last.values()) {
    // A type that a newer service has: nothing here has a table for it.
    if (!isEntity(entity)) continue;
    if (entity === 'document') {
      const candidateId = owners.get(id);
      if (candidateId !== undefined) pending.push(...documentPending(candidateId, 'change'));
    } else if (change === 'deleted') pending.push(...(await store.remove({ entity, id })));
    else pending.push({ kind: entity, id, endpoint: endpoint!, reason });
  }
  await store.addPending(pending.filter((one) => isReadable(context, one)));
}

/** The candidates of changed documents. A service that does not name them is asked for the document. */
async function findCandidates(
  { store, client, reader, signal }: MirrorContext,
  changes: readonly Change[],
): Promise<Map<number, number>> {
  const owners = new Map<number, number>();
  for (const { entity, id, change, endpoint, candidateId } of changes) {
    if ((entity as Entity) !== 'document' || owners.has(id)) continue;
    let owner = candidateId ?? (await store.candidateOf(id));
    if (owner === undefined && change !== 'deleted' && client.documents !== undefined) {
      const record = await reader.read({ entity: 'document', id, endpoint: endpoint! }, { signal });
      owner = record?.candidateId as number | undefined;
    }
    if (owner !== undefined) owners.set(id, owner);
  }
  return owners;
}
