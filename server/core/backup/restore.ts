import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { claimStore, type RepairableStore, releaseStore } from '../blobs/index.ts';
import { isRolledBack } from '../db/faults.ts';
import { type Faults, mergeFaults } from '../document-files/index.ts';
import type { Catalog } from './catalog.ts';
import { BackupError, type BackupFile } from './format.ts';
import {
  beginRestore,
  claimTargets,
  completeRestore,
  connectTargets,
  register,
  requireSameServers,
  type Target,
  type TargetServer,
} from './restore-target.ts';
import { RestoredBlobs } from './restored-blobs.ts';
import { RestoredKeys, type UnreadableRecords } from './restored-keys.ts';
import { restartSequences } from './restored-sequences.ts';

/** SQLSTATEs of a table, sequence, or column that does not exist. */
const MISSING = ['42P01', '42703'];

interface RestoreOptions {
  /** Already verified. */
  file: BackupFile;
  /** With the names that the servers have in the backup. */
  servers: readonly TargetServer[];
  store: RepairableStore;
  /** Whether the store may belong to another installation, which loses it. */
  takesOverStore?: boolean;
  signal?: AbortSignal;
  /** Called before the transaction of each server ends. */
  onCommit?(name: string): void;
}

interface RestoreReport extends UnreadableRecords {
  tenants: number;
  blobs: number;
}

/** A restore that may be complete, or has left something. The message says so, and what to do. */
export class UnfinishedRestoreError extends BackupError {}

/**
 * Restores a backup into databases without tenants, in one transaction on each server. If it fails, the databases stay empty
 * and the blobs written for it are removed. If the process dies, blobs without records stay behind, and the next restore of the
 * same backup adopts them. If a connection breaks while its transaction ends, nobody knows whether the records are there, so the
 * blobs stay. Throws UnfinishedRestoreError then, and also if blobs cannot be removed. Throws BackupError if a database is in use, and StoreOwnershipError if the store belongs to another
 * installation.
 *
 * The transaction of the first server ends last. If the process dies between the first and the last end, the first server still
 * says that a restore has begun, so that no service starts, and the restore can be repeated.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  const { file, store, servers, signal } = options;
  requireSameServers(file.header.servers, servers);
  const targets: Target[] = [];
  const blobs = new RestoredBlobs(store);
  let hasClaimed = false;
  let mayHaveCommitted = false;
  let isMarked = false;
  const run = async (text: string) => (await targets[0]!.client.query(text)).rows;
  try {
    await connectTargets(file.header.servers, servers, targets);
    const [first, ...others] = targets as [Target, ...Target[]];
    const { isUnfinished } = await claimTargets([first, ...others]);
    hasClaimed = await claimStore(run, store, { takesOver: options.takesOverStore ?? false });
    if (others.length > 0) await run('UPDATE installation SET restore_began_at = clock_now()');
    // The mark of an earlier restore stays until one is complete.
    isMarked = others.length > 0 && !isUnfinished;
    const begun: Begun[] = [];
    for (const target of targets) {
      const catalog = await beginRestore(target);
      begun.push({ target, catalog, keys: await RestoredKeys.begin(target.client) });
    }
    await readSections(begun, options, blobs);
    const faults: Faults = { count: 0, list: [] };
    const report: RestoreReport = { tenants: 0, blobs: blobs.count, missing: 0, damaged: 0, faults };
    for (const { target, catalog, keys } of begun) {
      const unreadable = await keys.findUnreadable(catalog.tables);
      report.missing += unreadable.missing;
      report.damaged += unreadable.damaged;
      mergeFaults(faults, unreadable.faults);
      report.tenants += await completeRestore(target, catalog);
    }
    for (const target of others) await register(target, first);
    await run('UPDATE installation SET restore_began_at = NULL');
    signal?.throwIfAborted();
    for (const { client, name } of [...others, first]) {
      options.onCommit?.(name);
      await client.query('COMMIT').catch((error) => {
        mayHaveCommitted ||= !isRolledBack(error);
        throw error;
      });
      mayHaveCommitted = true;
    }
    // Without statistics, the first queries would scan whole tables. Autovacuum makes them too, later.
    for (const { client } of targets) await client.query('ANALYZE').catch(() => {});
    return report;
  } catch (error) {
    if (mayHaveCommitted) throw describeInterruption(error, targets);
    const leftover = await undo(targets, { file, store, blobs, hasClaimed, isMarked });
    throw leftover === undefined ? error : describeLeftover(error, leftover);
  } finally {
    await Promise.all(targets.map(({ client }) => client.end().catch(() => {})));
  }
}

/** Some servers may have their rows, and others not. */
function describeInterruption(error: unknown, { length }: readonly Target[]): UnfinishedRestoreError {
  const state =
    length === 1
      ? 'It may be complete, so its documents stay in the store.'
      : 'Until it is completed, no service starts on these servers.';
  return new UnfinishedRestoreError(
    `The restore was interrupted at its very end: ${toSentence(error)} ${state} Run the same command again. If it says that the database has tenants, the restore is complete: check it with "npx stellwerk doctor" and "npx stellwerk documents verify".`,
    { cause: error },
  );
}

function describeLeftover(error: unknown, leftover: unknown): UnfinishedRestoreError {
  return new UnfinishedRestoreError(
    `${toSentence(error)} The database is as it was before, but documents of the restore could not be removed from the store: ${toSentence(leftover)} Run the same command again, which uses them.`,
    { cause: error },
  );
}

function toSentence(error: unknown): string {
  return (error as Error).message.replace(/\.?$/, '.');
}

interface Done {
  file: BackupFile;
  store: RepairableStore;
  blobs: RestoredBlobs;
  hasClaimed: boolean;
  isMarked: boolean;
}

/** Never rejects, because that would hide why the restore failed. Returns the error if blobs stay behind. */
async function undo(
  targets: readonly Target[],
  { file, store, blobs, hasClaimed, isMarked }: Done,
): Promise<unknown> {
  for (const { client } of targets) await client.query('ROLLBACK').catch(() => {});
  const leftover = await blobs.remove(file).then(
    () => undefined,
    (error: unknown) => error,
  );
  const [first] = targets;
  if (first === undefined) return leftover;
  const run = async (text: string) => (await first.client.query(text)).rows;
  // Otherwise the store would be refused if the operator starts over with a new database. One with blobs would be refused then
  // too, and without the claim also if the operator repeats the restore.
  if (hasClaimed && leftover === undefined) await releaseStore(run, store).catch(() => {});
  if (isMarked) await run('UPDATE installation SET restore_began_at = NULL').catch(() => {});
  return leftover;
}

interface Begun {
  target: Target;
  catalog: Catalog;
  keys: RestoredKeys;
}

/** Earlier versions also backed up what an operator had added to the schema. */
function explainMissing(error: unknown): never {
  if (!(error instanceof pg.DatabaseError) || !MISSING.includes(error.code!)) throw error;
  throw new BackupError(
    `The backup has what an operator had added to the database: ${error.message}. Nothing was changed. Run "npx stellwerk migrate" on the empty database, add it there without foreign keys, and restore again.`,
    { cause: error },
  );
}

async function readSections(
  begun: readonly Begun[],
  { file, signal }: RestoreOptions,
  blobs: RestoredBlobs,
): Promise<void> {
  let hasEnded = false;
  let client: pg.Client | undefined;
  let keys: RestoredKeys | undefined;
  for await (const { section, data } of file.sections(signal)) {
    switch (section.kind) {
      case 'server':
        ({
          target: { client },
          keys,
        } = begun.find(({ target }) => target.name === section.name)!);
        break;
      case 'table': {
        const { table, columns } = section;
        const rows = client!.query(copyFrom(`COPY public.${table} (${columns.join(', ')}) FROM STDIN`));
        await pipeline(Readable.from(data, { objectMode: false }), rows, { signal }).catch(explainMissing);
        break;
      }
      case 'sequences':
        await restartSequences(client!, section.sequences).catch(explainMissing);
        break;
      case 'blob':
        await blobs.write(section.key, data);
        await keys!.add(section.key);
        break;
      case 'damaged':
        keys!.markDamaged();
        break;
      case 'end':
        hasEnded = true;
    }
  }
  if (!hasEnded)
    throw new BackupError('The backup is incomplete: it has no end marker. Nothing was changed.');
}
