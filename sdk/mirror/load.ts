import { PermissionError } from '../core/errors.ts';
import type { CandidateDto } from '../generated/schemas.ts';
import { documentPending, drain, isReadable, type MirrorContext } from './context.ts';
import { isEntity, type MirroredRecord } from './entities.ts';
import { PhaseProgress } from './events.ts';
import { refreshMasterData } from './master-data.ts';
import type { Pending } from './store.ts';

const ROWS_AT_ONCE = 200;
const NAMES_AT_ONCE = 1000;
const HOUR_MS = 3_600_000;

/** Where a load stands; `following` once it is complete. */
export type LoadPhase = 'masterdata' | 'inventory' | 'candidates' | 'records' | 'following';

/** Begins a load of everything. What is stored stays until the load has replaced it. */
export async function beginLoad({ store }: MirrorContext): Promise<void> {
  await store.transaction(async () => {
    await store.beginLoad();
    await store.setState('phase', 'masterdata');
    for (const [name] of Object.entries(await store.states()))
      if (/^(cursor|reload|caughtUpAt|window\..*|etag\..*)$/.test(name))
        await store.setState(name, undefined);
  });
}

/**
 * Goes on with the load where it stands. Value lists come first and records after them, so that a name changed
 * meanwhile is noticed. The cursor for the feed is the position of the inventory, the earliest snapshot read: what
 * changes from then on comes through the feed, once more or for the first time.
 */
export async function continueLoad(context: MirrorContext): Promise<void> {
  const { store } = context;
  const steps: [phase: LoadPhase, work: (context: MirrorContext) => Promise<void>][] = [
    ['masterdata', loadMasterData],
    ['inventory', loadInventory],
    ['candidates', loadCandidates],
    ['records', loadRecords],
  ];
  const phase = await store.state('phase');
  for (const [, work] of steps.slice(steps.findIndex(([name]) => name === phase))) {
    context.signal.throwIfAborted();
    await work(context);
  }
}

async function loadMasterData(context: MirrorContext): Promise<void> {
  const progress = new PhaseProgress(context.tell, 'masterdata');
  await refreshMasterData(context);
  await context.store.transaction(async () => {
    await context.store.setState('reload', undefined);
    await context.store.setState('masterDataAt', String(Date.now()));
    await context.store.setState('phase', 'inventory');
  });
  progress.end();
}

async function loadInventory(context: MirrorContext): Promise<void> {
  const { client, store, signal } = context;
  const progress = new PhaseProgress(context.tell, 'inventory');
  const stream = await client.changes.inventory.stream({}, { signal });
  const counts: Record<string, number> = {};
  let batch: Pending[] = [];
  const flush = async () => {
    await store.transaction(() => store.addPending(batch));
    batch = [];
  };
  for await (const { entity, id, endpoint } of stream) {
    counts[entity] = (counts[entity] ?? 0) + 1;
    progress.add(1);
    // Candidates come with the export, documents with their candidates.
    if (!isEntity(entity) || entity === 'candidate' || entity === 'document') continue;
    const pending: Pending = { kind: entity, id, endpoint, reason: 'load' };
    if (isReadable(context, pending)) batch.push(pending);
    if (batch.length >= NAMES_AT_ONCE) await flush();
  }
  // The service's clock and not ours; an hour earlier, in case the database's is behind.
  const date = Date.parse(stream.headers.get('date') ?? '');
  const hour = Math.floor((Number.isNaN(date) ? Date.now() : date) / HOUR_MS) - 1;
  await store.transaction(async () => {
    await store.addPending(batch);
    await store.setState('cursor', stream.streamPosition ?? undefined);
    await store.setState('hour', new Date(hour * HOUR_MS).toISOString());
    await store.setState('candidates', String(counts.candidate ?? 0));
    await store.setState('phase', 'candidates');
  });
  progress.end();
}

async function loadCandidates(context: MirrorContext): Promise<void> {
  const { client, store, signal } = context;
  const progress = new PhaseProgress(context.tell, 'candidates', Number(await store.state('candidates')));
  let batch: CandidateDto[] = [];
  const flush = async () => {
    await store.transaction(async () => {
      await store.put(
        'candidate',
        batch.map((record) => ({ id: record.id, record: record as unknown as MirroredRecord })),
      );
      const withDocuments = batch.filter(({ documents }) => documents.length > 0);
      await store.addPending(
        withDocuments.flatMap(({ id }) =>
          documentPending(id, 'load').filter(({ kind }) => kind === 'documents'),
        ),
      );
    });
    progress.add(batch.length);
    batch = [];
  };
  try {
    for await (const candidate of await client.candidates.export.stream({}, { signal })) {
      batch.push(candidate);
      if (batch.length >= ROWS_AT_ONCE) await flush();
    }
  } catch (error) {
    if (!(error instanceof PermissionError)) throw error;
    context.warn(`Left out: ${error.message}`);
  }
  await flush();
  await store.transaction(() => store.setState('phase', 'records'));
  progress.end();
}

async function loadRecords(context: MirrorContext): Promise<void> {
  const { store } = context;
  const progress = new PhaseProgress(context.tell, 'records', await store.countPending());
  await drain(context, progress);
  await store.transaction(async () => {
    await store.endLoad();
    await store.setState('phase', 'following');
    await store.setState('loadedAt', new Date().toISOString());
  });
  progress.end();
}
