import type { BlobStore, SealedBlob, SealedBlobs } from '../blobs/index.ts';
import type { Database } from '../db/connection.ts';
import { findFault } from './check-file.ts';
import { type FaultReason, type Faults, MAXIMUM_FAULTS } from './faults.ts';
import { countRows, findRows, type RowWithFile, readPages, rereadRow } from './rows.ts';

/** Each has one segment in memory. More than one, because an object store takes long to respond. */
const CONCURRENCY = 4;

export interface TenantOfFiles {
  id: number;
  key: string;
}

export interface WalkOptions {
  database: Database;
  tenants: readonly TenantOfFiles[];
  /** Called for each row, with the number of rows so far and in total. */
  onProgress(done: number, total: number): void;
  signal?: AbortSignal;
}

interface VerifyOptions extends WalkOptions {
  blobs: SealedBlobs;
  store: BlobStore;
}

/** Reads the file of every row, and names those that cannot be read. Rows that change meanwhile are read again. */
export async function verifyFiles(options: VerifyOptions): Promise<{ checked: number; faults: Faults }> {
  const { database, signal } = options;
  const faults: Faults = { count: 0, list: [] };
  const checked = await walkRows(options, async (row, tenant) => {
    const inspect = (blob: SealedBlob) => findFault(options, tenant.id, blob, signal);
    const fault = await findLastingFault(row, inspect, database, tenant);
    if (fault !== undefined) await addFault(faults, fault, row, database, tenant);
  });
  return { checked, faults };
}

/** Calls `work` for every row, for several at a time. Returns the number of rows. */
export async function walkRows(
  { database, tenants, onProgress, signal }: WalkOptions,
  work: (row: RowWithFile, tenant: TenantOfFiles) => Promise<void>,
): Promise<number> {
  let total = 0;
  for (const { id } of tenants) total += await countRows(database, id);
  let done = 0;
  for (const tenant of tenants) {
    for await (const page of readPages(database, tenant.id)) {
      await forEachBounded(page, async (row) => {
        signal?.throwIfAborted();
        await work(row, tenant);
        done += 1;
        onProgress(done, Math.max(total, done));
      });
    }
  }
  return done;
}

/** After a failure it starts no more, waits for the others, and rejects. */
async function forEachBounded<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const failures: unknown[] = [];
  const walk = async () => {
    for (const item of rest) {
      if (failures.length > 0) return;
      await work(item).catch((error) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, walk));
  if (failures.length > 0) throw failures[0];
}

/**
 * What `inspect` finds, unless the row was deleted or changed meanwhile. A rotation of the master key changes rows, so the row
 * is read again and inspected once more.
 */
export async function findLastingFault(
  row: RowWithFile,
  inspect: (blob: SealedBlob) => Promise<FaultReason | undefined>,
  database: Database,
  { id }: TenantOfFiles,
): Promise<FaultReason | undefined> {
  if ((await inspect(row.blob)) === undefined) return undefined;
  const current = await rereadRow(database, id, { ...row, key: row.blob.key });
  return current && inspect(current.blob);
}

export async function addFault(
  faults: Faults,
  reason: FaultReason,
  { table, id, blob }: RowWithFile,
  database: Database,
  tenant: TenantOfFiles,
): Promise<void> {
  faults.count += 1;
  if (faults.list.length >= MAXIMUM_FAULTS) return;
  const [found] = await findRows(database, tenant.id, table, { by: 'id', values: [id] });
  const named = found ?? { id, candidateId: null };
  faults.list.push({ ...named, tenant: tenant.key, table, reason, key: blob.key });
}
