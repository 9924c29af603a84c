import {
  ENTITIES,
  type Entity,
  endpointOf,
  type MirroredRecord,
  nameOf,
  ownerOf,
  type RecordKey,
} from './entities.ts';
import type { Pending, Reason } from './store/pending.ts';
import type { Store } from './store/store.ts';

/** A pending record with what the service returned for it. */
export interface Fetched {
  pending: Pending;
  /** Undefined if the record does not exist. */
  record: MirroredRecord | undefined;
  /** The list, for the kind `documents`. Undefined if the candidate does not exist. */
  documents?: MirroredRecord[] | undefined;
  /** The application may not read it. This says nothing about whether it exists. */
  isForbidden?: true;
}

/** The parts that a company or a site lists, by the property that lists them. */
const PARTS: Partial<Record<Entity, readonly [list: string, part: Entity][]>> = {
  company: [['offices', 'site']],
  site: [
    ['locations', 'location'],
    ['contacts', 'contact'],
  ],
};

/**
 * Stores what was fetched and queues what must be fetched because of it. A record that shows an old name of a fetched
 * one is read again, whichever of the two was stored first. Must run inside a transaction.
 */
export async function applyFetched(store: Store, fetched: readonly Fetched[]): Promise<void> {
  for (const kind of new Set(fetched.map(({ pending }) => pending.kind)))
    await store.pending.delete(
      kind,
      fetched.flatMap(({ pending }) => (pending.kind === kind ? [pending.id] : [])),
    );
  const found = fetched.filter(({ pending, record }) => pending.kind !== 'documents' && record !== undefined);
  for (const entity of ENTITIES)
    await store.records.put(
      entity,
      found
        .filter(({ pending }) => pending.kind === entity)
        .map(({ pending, record }) => ({ id: pending.id, record: record! })),
    );
  // Lists, because one can have more entries than a call of push takes arguments: all applicants of a job ad, for example.
  const more: Pending[][] = [];
  for (const { pending, record, documents, isForbidden } of fetched) {
    const { kind, id } = pending;
    if (isForbidden) await store.unread.add(kind === 'documents' ? 'document' : kind);
    else if (kind === 'documents') await store.records.putDocuments(id, documents ?? []);
    else if (record === undefined) more.push(await removeRecord(store, { entity: kind, id }));
    else more.push(await consequencesOf(store, kind, pending, record));
  }
  await store.pending.add(more.flat());
}

/** Deletes a record and returns the records that showed it and must be read again. Must run inside a transaction. */
export async function removeRecord(store: Store, key: RecordKey): Promise<Pending[]> {
  const { entity, id } = key;
  const owner = await store.records.ownerOf(key);
  await store.records.delete(key);
  await store.pending.delete(entity, [id]);
  if (entity === 'candidate') await store.pending.delete('documents', [id]);
  const showing = await store.mentions.recordsMentioning(key);
  return toPending(store, owner === undefined ? showing : [...showing, owner], 'related');
}

/** What must be read again because this record was read. */
async function consequencesOf(
  store: Store,
  entity: Entity,
  { id, reason }: Pending,
  record: MirroredRecord,
): Promise<Pending[]> {
  const name = nameOf(entity, record);
  const outdated = name === null ? [] : await store.mentions.recordsWithOldName({ entity, id }, name);
  const pending = await toPending(store, outdated, 'related');
  if (reason === 'change' || reason === 'deep') {
    const owner = ownerOf(entity, record);
    // A company does not show its requests.
    if (owner !== undefined && entity !== 'request')
      pending.push(...(await toPending(store, [owner], 'related')));
  }
  if (reason === 'deep') pending.push(...(await partsOf(store, entity, id, record)));
  return pending;
}

/** Everything below a company or a site: what it lists now, and what is stored as part of it and may be gone. */
async function partsOf(store: Store, entity: Entity, id: number, record: MirroredRecord): Promise<Pending[]> {
  const pending: Pending[] = [];
  for (const [list, part] of PARTS[entity] ?? []) {
    const stored = await store.records.idsOfOwner(part, id);
    const listed = ((record[list] as { id: number }[] | undefined) ?? []).map((one) => one.id);
    for (const partId of new Set([...stored, ...listed]))
      pending.push({
        kind: part,
        id: partId,
        endpoint: endpointOf(part, partId),
        // Not 'change': that would read the owner again, which was read just now.
        reason: part === 'site' ? 'deep' : 'related',
      });
  }
  return pending;
}

async function toPending(store: Store, keys: readonly RecordKey[], reason: Reason): Promise<Pending[]> {
  const pending: Pending[] = [];
  for (const { entity, id } of keys) {
    // The path of a request depends on its kind.
    const record = entity === 'request' ? await store.records.get(entity, id) : undefined;
    pending.push({ kind: entity, id, endpoint: endpointOf(entity, id, record), reason });
  }
  return pending;
}
