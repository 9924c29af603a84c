import { NotModifiedError } from '../core/errors.ts';
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
  /** The documents among them whose contents the service could not send, in ascending order. */
  unreadable: number[];
}

const BATCH = 100;

/**
 * Compares the copy with the service, record by record and property by property. Records change while this runs, so
 * whatever differs is compared again after another `catchUp`.
 */
export async function verify(
  context: MirrorContext,
  catchUp: () => Promise<readonly number[]>,
  documents: string | undefined,
): Promise<VerifyReport> {
  let unreadable = await catchUp();
  const progress = new PhaseProgress(context.tell, 'verify');
  const suspects = new Map<string, RecordKey>();
  const suspect = (key: RecordKey) => suspects.set(`${key.entity} ${key.id}`, key);
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
    await compareSingly(context, others, suspect);
    progress.add(others.length);
  });
  await compareCandidates(context, suspect, progress);
  for (const entity of ENTITIES) {
    const ids = present.get(entity)!;
    for await (const { id } of context.store.records.each(entity)) if (!ids.has(id)) suspect({ entity, id });
    if (entity !== 'candidate' && entity !== 'document') continue;
    await readInventory(context, (batch) => suspectMissing(context, entity, batch, suspect), entity);
  }

  const differences: Difference[] = [];
  let contents = documents === undefined ? [] : await compareContents(context, documents);
  if (suspects.size > 0 || contents.length > 0) {
    unreadable = await catchUp();
    if (documents !== undefined && contents.length > 0) contents = await compareContents(context, documents);
    const found = await mapBounded([...suspects.values()], context.concurrency, (key) =>
      readAgain(context, key, endpoints.get(`${key.entity} ${key.id}`)),
    );
    // One by one, because the copy has a single connection.
    for (const { key, record } of found) {
      const difference = differenceOf(key, await context.store.records.get(key.entity, key.id), record);
      if (difference !== undefined) differences.push(difference);
    }
  }
  addContents(differences, contents);
  differences.push(...(await compareMasterData(context)));
  progress.end();
  const isUnreadable = new Set(contents);
  return {
    entities: await digests(context),
    differences,
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
  try {
    for await (const record of client.changes.inventory.stream(query, { signal })) {
      if (!isEntity(record.entity)) continue;
      batch.push(record as RecordKey & { endpoint: string });
      if (batch.length < BATCH) continue;
      await take(batch);
      batch = [];
    }
  } catch (error) {
    if (isForbidden(error) && entity !== undefined) return;
    throw error;
  }
  await take(batch);
}

/** Reads records one by one and compares each with the copy. */
async function compareSingly(
  context: MirrorContext,
  records: readonly { key: RecordKey; endpoint: string }[],
  suspect: (key: RecordKey) => void,
): Promise<void> {
  const { reader, store, signal } = context;
  reader.startBatch();
  const read = await mapBounded(records, context.concurrency, ({ key, endpoint }) =>
    reader.read({ ...key, endpoint }, { signal }),
  );
  for (const [index, { key }] of records.entries())
    if (differenceOf(key, await store.records.get(key.entity, key.id), read[index]) !== undefined)
      suspect(key);
}

/** Compares all candidates, read by one export, and the documents of those that have any. */
async function compareCandidates(
  context: MirrorContext,
  suspect: (key: RecordKey) => void,
  progress: PhaseProgress,
): Promise<void> {
  const { client, store, reader, signal } = context;
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
      reader.readDocuments(Number(id), { signal }),
    );
    for (const record of lists.flatMap((list) => list ?? [])) {
      const key: RecordKey = { entity: 'document', id: Number(record.id) };
      if (differenceOf(key, await store.records.get('document', key.id), record) !== undefined) suspect(key);
    }
    progress.add(batch.length);
    batch = [];
  };
  try {
    for await (const record of client.candidates.stream({}, { signal })) {
      batch.push(record as unknown as MirroredRecord);
      if (batch.length >= BATCH) await flush();
    }
    await flush();
  } catch (error) {
    if (!isForbidden(error)) throw error;
    context.warn(`Not compared: ${error.message}`);
  }
}

async function suspectMissing(
  { store }: MirrorContext,
  entity: Entity,
  batch: readonly RecordKey[],
  suspect: (key: RecordKey) => void,
): Promise<void> {
  const stored = await store.records.getMany(
    entity,
    batch.map(({ id }) => id),
  );
  for (const { id } of batch) if (!stored.has(id)) suspect({ entity, id });
}

async function readAgain(
  context: MirrorContext,
  key: RecordKey,
  knownEndpoint: string | undefined,
): Promise<{ key: RecordKey; record: MirroredRecord | undefined }> {
  const { reader, store, signal } = context;
  const { entity, id } = key;
  const endpoint = knownEndpoint ?? endpointOf(entity, id, await store.records.get(entity, id));
  const read = () => reader.read({ entity, id, endpoint }, { signal });
  if (entity !== 'document') return { key, record: await read() };
  // Reading a document also reads its contents, so this is the last resort to find its candidate.
  const candidateId = (await store.records.candidateOf(id)) ?? (await read())?.candidateId;
  if (candidateId === undefined) return { key, record: undefined };
  const list = await reader.readDocuments(Number(candidateId), { signal });
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

async function compareMasterData(context: MirrorContext): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const list of LISTS) {
    let records: MirroredRecord[];
    try {
      records = (await readList(context, list))!.records;
    } catch (error) {
      if (isForbidden(error) || error instanceof NotModifiedError) return differences;
      throw error;
    }
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
