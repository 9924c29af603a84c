import { compareContents } from './check-contents.ts';
import { differingPaths, IdSet, RecordDigest } from './compare.ts';
import { isReadable, type MirrorContext, mapBounded } from './context.ts';
import {
  ENTITIES,
  type Entity,
  endpointOf,
  isEntity,
  type MirroredRecord,
  type RecordKey,
} from './entities.ts';
import { PhaseProgress } from './events.ts';
import { LISTS, readList } from './master-data.ts';
import { isForbidden } from './refusals.ts';

/** A record that is not the same in the copy and in the service. */
export interface Difference {
  /** The record type, or `masterdata.<list>`. */
  entity: string;
  id: number;
  /**
   * missing: only the service has it; extra: only the copy has it; different: `paths` says where. The path `contents` of a
   * document stands for its file.
   */
  kind: 'missing' | 'extra' | 'different';
  paths: string[];
}

export interface VerifyReport {
  /** The number of records of each type in the copy, and their digest. */
  entities: Record<string, { count: number; digest: string }>;
  differences: Difference[];
  /** The record types, or `masterdata`, that were not compared, because the application may not read them. */
  notCompared: string[];
  /** The documents among them whose contents the service could not send, in ascending order. */
  unreadable: number[];
}

const BATCH = 100;

/** A comparison that is running. */
interface Comparison extends MirrorContext {
  notCompared: Set<string>;
  suspect(key: RecordKey): void;
}

/**
 * Compares the copy with the service, record by record and property by property. Records change while this runs, so
 * whatever differs is compared again after another `catchUp`.
 */
export async function verify(
  mirror: MirrorContext,
  catchUp: () => Promise<readonly number[]>,
  documents: string | undefined,
): Promise<VerifyReport> {
  let unreadable = await catchUp();
  const progress = new PhaseProgress(mirror.tell, 'verify');
  const suspects = new Map<string, RecordKey>();
  const suspect = (key: RecordKey) => suspects.set(`${key.entity} ${key.id}`, key);
  const notCompared = new Set<string>(await mirror.store.unread.all());
  const context: Comparison = { ...mirror, notCompared, suspect };
  const endpoints = new Map<string, string>();
  const present = new Map<Entity, IdSet>(ENTITIES.map((entity) => [entity, new IdSet()]));

  // The ids come first. The copy may have a record that was created after the inventory; it is compared again.
  await readInventory(context, async (batch) => {
    const others: { key: RecordKey; endpoint: string }[] = [];
    for (const { entity, id, endpoint } of batch) {
      if (!isReadable(context, { kind: entity, id, endpoint, reason: 'load' })) continue;
      present.get(entity)!.add(id);
      if (entity === 'request') endpoints.set(`request ${id}`, endpoint);
      if (entity !== 'candidate' && entity !== 'document') others.push({ key: { entity, id }, endpoint });
    }
    await compareSingly(context, others);
    progress.add(others.length);
  });
  await compareCandidates(context, progress);
  for (const entity of ENTITIES) {
    if (notCompared.has(entity)) continue;
    const ids = present.get(entity)!;
    for await (const { id } of context.store.records.each(entity)) if (!ids.has(id)) suspect({ entity, id });
    if (entity !== 'candidate' && entity !== 'document') continue;
    await unlessForbidden(context, entity, () =>
      readInventory(context, (batch) => suspectMissing(context, entity, batch), entity),
    );
  }

  let differences: Difference[] = [];
  let contents = documents === undefined ? [] : await compareContents(context, documents);
  if (suspects.size > 0 || contents.length > 0) {
    unreadable = await catchUp();
    if (documents !== undefined && contents.length > 0) contents = await compareContents(context, documents);
    differences = await compareAgain(context, suspects, endpoints);
  }
  addContents(differences, contents);
  const ofMasterData = await compareMasterData(context);
  progress.end();
  const isUnreadable = new Set(contents);
  return {
    entities: await digests(context),
    differences: [...differences, ...ofMasterData],
    notCompared: [...notCompared],
    unreadable: unreadable.filter((id) => isUnreadable.has(id)),
  };
}

async function readInventory(
  { client, signal }: MirrorContext,
  take: (batch: (RecordKey & { endpoint: string })[]) => Promise<void>,
  entity?: Entity,
): Promise<void> {
  const query = entity === undefined ? {} : { entities: [entity] };
  let batch: (RecordKey & { endpoint: string })[] = [];
  for await (const record of client.changes.inventory.stream(query, { signal })) {
    if (!isEntity(record.entity)) continue;
    batch.push(record as RecordKey & { endpoint: string });
    if (batch.length < BATCH) continue;
    await take(batch);
    batch = [];
  }
  await take(batch);
}

/** Calls the service for records of this type, unless the application may not read them: then they are not compared. */
async function unlessForbidden<T>(
  { notCompared, warn }: Comparison,
  type: string,
  read: () => Promise<T>,
): Promise<T | undefined> {
  if (notCompared.has(type)) return undefined;
  try {
    return await read();
  } catch (error) {
    if (!isForbidden(error)) throw error;
    notCompared.add(type);
    warn(`Not compared: ${error.message}`);
    return undefined;
  }
}

/** Reads records one by one and compares each with the copy. */
async function compareSingly(
  context: Comparison,
  records: readonly { key: RecordKey; endpoint: string }[],
): Promise<void> {
  const { reader, store, signal, suspect, notCompared } = context;
  reader.startBatch();
  const read = await mapBounded(records, context.concurrency, ({ key, endpoint }) =>
    unlessForbidden(context, key.entity, () => reader.read({ ...key, endpoint }, { signal })),
  );
  for (const [index, { key }] of records.entries())
    if (notCompared.has(key.entity)) continue;
    else if (differenceOf(key, await store.records.get(key.entity, key.id), read[index]) !== undefined)
      suspect(key);
}

/** Compares all candidates, read by one export, and the documents of those that have any. */
async function compareCandidates(context: Comparison, progress: PhaseProgress): Promise<void> {
  const { client, store, reader, signal, suspect } = context;
  let batch: MirroredRecord[] = [];
  const flush = async () => {
    const stored = await store.records.getMany(
      'candidate',
      batch.map(({ id }) => Number(id)),
    );
    for (const record of batch) {
      const key: RecordKey = { entity: 'candidate', id: Number(record.id) };
      if (differenceOf(key, stored.get(key.id), record) !== undefined) suspect(key);
    }
    const owners = batch.filter(({ documents }) => (documents as unknown[]).length > 0);
    const lists = await mapBounded(owners, context.concurrency, ({ id }) =>
      unlessForbidden(context, 'document', () => reader.readDocuments(Number(id), { signal })),
    );
    for (const record of lists.flatMap((list) => list ?? [])) {
      const key: RecordKey = { entity: 'document', id: Number(record.id) };
      if (differenceOf(key, await store.records.get('document', key.id), record) !== undefined) suspect(key);
    }
    progress.add(batch.length);
    batch = [];
  };
  await unlessForbidden(context, 'candidate', async () => {
    for await (const record of client.candidates.stream({}, { signal })) {
      batch.push(record as unknown as MirroredRecord);
      if (batch.length >= BATCH) await flush();
    }
    await flush();
  });
}

async function suspectMissing(
  { store, suspect }: Comparison,
  entity: Entity,
  batch: readonly RecordKey[],
): Promise<void> {
  const stored = await store.records.getMany(
    entity,
    batch.map(({ id }) => id),
  );
  for (const { id } of batch) if (!stored.has(id)) suspect({ entity, id });
}

/** Both maps have the type and the id of a record as their keys. */
async function compareAgain(
  context: Comparison,
  suspects: ReadonlyMap<string, RecordKey>,
  endpoints: ReadonlyMap<string, string>,
): Promise<Difference[]> {
  const { store, concurrency, notCompared } = context;
  const found = await mapBounded([...suspects], concurrency, ([name, key]) =>
    readAgain(context, key, endpoints.get(name)),
  );
  const differences: Difference[] = [];
  // One by one, because the copy has a single connection.
  for (const { key, record } of found) {
    if (notCompared.has(key.entity)) continue;
    const difference = differenceOf(key, await store.records.get(key.entity, key.id), record);
    if (difference !== undefined) differences.push(difference);
  }
  return differences;
}

async function readAgain(
  context: Comparison,
  key: RecordKey,
  knownEndpoint: string | undefined,
): Promise<{ key: RecordKey; record: MirroredRecord | undefined }> {
  const { reader, store, signal } = context;
  const { entity, id } = key;
  const endpoint = knownEndpoint ?? endpointOf(entity, id, await store.records.get(entity, id));
  const read = () =>
    unlessForbidden(context, entity, () => reader.read({ entity, id, endpoint }, { signal }));
  if (entity !== 'document') return { key, record: await read() };
  // Reading a document also reads its contents, so this is the last resort to find its candidate.
  const candidateId = (await store.records.candidateOf(id)) ?? (await read())?.candidateId;
  if (candidateId === undefined) return { key, record: undefined };
  const list = await unlessForbidden(context, entity, () =>
    reader.readDocuments(Number(candidateId), { signal }),
  );
  return { key, record: list?.find((document) => document.id === id) };
}

function differenceOf(
  { entity, id }: RecordKey,
  copy: MirroredRecord | undefined,
  original: MirroredRecord | undefined,
): Difference | undefined {
  if (copy === undefined && original === undefined) return undefined;
  if (copy === undefined) return { entity, id, kind: 'missing', paths: [] };
  if (original === undefined) return { entity, id, kind: 'extra', paths: [] };
  const paths = differingPaths(copy, original);
  return paths.length === 0 ? undefined : { entity, id, kind: 'different', paths };
}

/** Reports the contents of a document together with what else differs in it. */
function addContents(differences: Difference[], ids: readonly number[]): void {
  const known = new Map(differences.flatMap((one) => (one.entity === 'document' ? [[one.id, one]] : [])));
  for (const id of ids) {
    const difference = known.get(id);
    if (difference === undefined)
      differences.push({ entity: 'document', id, kind: 'different', paths: ['contents'] });
    else if (difference.kind === 'different') difference.paths.push('contents');
  }
}

async function compareMasterData(context: Comparison): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const list of LISTS) {
    const read = await unlessForbidden(context, 'masterdata', () => readList(context, list));
    if (read === undefined) return differences;
    const { records } = read;
    const stored = await context.store.masterData.get(list);
    const original = new Map(records.map((record) => [Number(record.id), record]));
    for (const id of new Set([...stored.keys(), ...original.keys()])) {
      const difference = differenceOf({ entity: 'branch', id }, stored.get(id), original.get(id));
      if (difference !== undefined) differences.push({ ...difference, entity: `masterdata.${list}` });
    }
  }
  return differences;
}

async function digests({ store }: MirrorContext): Promise<VerifyReport['entities']> {
  const entities: VerifyReport['entities'] = {};
  for (const entity of ENTITIES) {
    const digest = new RecordDigest();
    for await (const { id, record } of store.records.each(entity)) digest.add(id, record);
    entities[entity] = { count: digest.count, digest: digest.end() };
  }
  return entities;
}
