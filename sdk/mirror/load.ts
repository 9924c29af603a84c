import type { CandidateDto } from '../generated/schemas.ts';
import {
  documentPending,
  drain,
  isKnownType,
  isReadable,
  type MirrorContext,
  ReloadNeeded,
  throwIfAborted,
} from './context.ts';
import type { MirroredRecord } from './entities.ts';
import { PhaseProgress } from './events.ts';
import { refreshMasterData } from './master-data.ts';
import { readTypes } from './permissions.ts';
import { isForbidden } from './refusals.ts';
import type { Pending } from './store/pending.ts';

const CANDIDATES_PER_BATCH = 200;
const PENDING_PER_BATCH = 1000;
const HOUR_MS = 3_600_000;

/** The step that a load has reached; `following` once it is complete. */
type LoadPhase = 'masterdata' | 'inventory' | 'candidates' | 'records' | 'following';

/** Starts a load of everything. Stored records stay until the load has replaced them. */
export async function beginLoad({ store }: MirrorContext): Promise<void> {
  await store.transaction(async () => {
    await store.beginLoad();
    await store.states.set('phase', 'masterdata');
    for (const [name] of Object.entries(await store.states.all()))
      if (/^(cursor|reload|caughtUpAt|window\..*|etag\..*)$/.test(name))
        await store.states.set(name, undefined);
  });
}

/**
 * Continues the load at the step it has reached. Value lists are loaded before the records, so that a name that changes
 * in between is noticed. The feed starts at the position of the inventory, the earliest snapshot that is read: it
 * repeats every change that the load may have missed.
 */
export async function continueLoad(context: MirrorContext): Promise<void> {
  const { store } = context;
  const steps: [phase: LoadPhase, work: (context: MirrorContext) => Promise<void>][] = [
    ['masterdata', loadMasterData],
    ['inventory', loadInventory],
    ['candidates', loadCandidates],
    ['records', loadRecords],
  ];
  const phase = await store.states.get('phase');
  for (const [, work] of steps.slice(steps.findIndex(([name]) => name === phase))) {
    throwIfAborted(context);
    await work(context);
  }
}

async function loadMasterData(context: MirrorContext): Promise<void> {
  const progress = new PhaseProgress(context.tell, 'masterdata');
  await refreshMasterData(context);
  await context.store.transaction(async () => {
    await context.store.states.set('reload', undefined);
    await context.store.states.set('masterDataAt', String(Date.now()));
    await context.store.states.set('phase', 'inventory');
  });
  progress.end();
}

async function loadInventory(context: MirrorContext): Promise<void> {
  const { client, store, signal } = context;
  const progress = new PhaseProgress(context.tell, 'inventory');
  const stream = await client.changes.inventory.stream(await readTypes(store), { signal }).catch((error) => {
    // Without the name of the type, it would be missing from the inventory, and the load would delete its records.
    throw isForbidden(error) ? new ReloadNeeded('this API client has lost a permission') : error;
  });
  const counts: Record<string, number> = {};
  let batch: Pending[] = [];
  const flush = async () => {
    await store.transaction(() => store.pending.add(batch));
    batch = [];
  };
  for await (const { entity, id, endpoint } of stream) {
    counts[entity] = (counts[entity] ?? 0) + 1;
    progress.add(1);
    // The export has the candidates, and documents are listed per candidate.
    if (!isKnownType(context, entity) || entity === 'candidate' || entity === 'document') continue;
    const pending: Pending = { kind: entity, id, endpoint, reason: 'load' };
    if (isReadable(context, pending)) batch.push(pending);
    if (batch.length >= PENDING_PER_BATCH) await flush();
  }
  // By the clock of the service, and one hour earlier in case the clock of its database is behind.
  const date = Date.parse(stream.headers.get('date') ?? '');
  const hour = Math.floor((Number.isNaN(date) ? Date.now() : date) / HOUR_MS) - 1;
  await store.transaction(async () => {
    await store.pending.add(batch);
    await store.skipped.save();
    await store.states.set('cursor', stream.streamPosition ?? undefined);
    // An update of the service before the end of the load is noticed in the first page of the changes.
    await store.states.set('recordForm', stream.recordForm ?? undefined);
    await store.states.set('hour', new Date(hour * HOUR_MS).toISOString());
    await store.states.set('candidates', String(counts.candidate ?? 0));
    await store.states.set('phase', 'candidates');
  });
  progress.end();
}

async function loadCandidates(context: MirrorContext): Promise<void> {
  const { client, store, signal } = context;
  const progress = new PhaseProgress(
    context.tell,
    'candidates',
    Number(await store.states.get('candidates')),
  );
  let batch: CandidateDto[] = [];
  const flush = async () => {
    await store.transaction(async () => {
      await store.records.put(
        'candidate',
        batch.map((record) => ({ id: record.id, record: record as unknown as MirroredRecord })),
      );
      const withDocuments = batch.filter(({ documents }) => documents.length > 0);
      await store.pending.add(
        withDocuments.flatMap(({ id }) =>
          documentPending(id, 'load').filter(({ kind }) => kind === 'documents'),
        ),
      );
    });
    progress.add(batch.length);
    batch = [];
  };
  try {
    for await (const candidate of client.candidates.stream({}, { signal })) {
      batch.push(candidate);
      if (batch.length >= CANDIDATES_PER_BATCH) await flush();
    }
  } catch (error) {
    if (!isForbidden(error)) throw error;
    context.warn(`Skipped: ${error.message}`);
    await store.transaction(() => store.unread.add('candidate'));
  }
  await flush();
  await store.transaction(() => store.states.set('phase', 'records'));
  progress.end();
}

async function loadRecords(context: MirrorContext): Promise<void> {
  const { store } = context;
  const progress = new PhaseProgress(context.tell, 'records', await store.pending.count());
  await drain(context, progress);
  await store.transaction(async () => {
    await store.endLoad();
    await store.states.set('phase', 'following');
    await store.states.set('loadedAt', new Date().toISOString());
  });
  progress.end();
}
