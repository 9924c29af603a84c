import {
  BlobNotFoundError,
  type BlobStore,
  createAfterCrash,
  type RepairableStore,
  type SealedBlob,
  type SealedBlobs,
} from '../blobs/index.ts';
import type { Database } from '../db/connection.ts';
import { findFault } from './check-file.ts';
import { type FaultReason, type Faults, isRefusedFile } from './faults.ts';
import { findKeysInUse } from './rows.ts';
import { addFault, findLastingFault, type TenantOfFiles, type WalkOptions, walkRows } from './verify.ts';

/** Names of files that are looked up in the database at once. Each look-up reads the tables of a tenant. */
const KEYS_AT_ONCE = 5000;
const KEY = /^t(\d+)\//;

/** Returns what to throw after a call of the target failed. */
type ExplainError = (error: unknown) => unknown;

interface MoveOptions extends WalkOptions {
  source: BlobStore;
  target: RepairableStore;
  /** Opens the files of each store. */
  blobsOf: { source: SealedBlobs; target: SealedBlobs };
  explainTarget: ExplainError;
}

export interface MoveReport {
  copied: number;
  copiedBytes: number;
  /** Files that the target had already. */
  present: number;
  faults: Faults;
}

/**
 * Copies the file of every row, sealed as it is, and reads each copy. Can be repeated: then it copies what has come since. A
 * file that is missing or damaged is named and not copied.
 */
export async function copyFiles(options: MoveOptions): Promise<MoveReport> {
  const report: MoveReport = { copied: 0, copiedBytes: 0, present: 0, faults: { count: 0, list: [] } };
  const { database } = options;
  await walkRows(options, async (row, tenant) => {
    const copy = (blob: SealedBlob) => copyFile(options, tenant.id, blob, report);
    const fault = await findLastingFault(row, copy, database, tenant);
    if (fault !== undefined) await addFault(report.faults, fault, row, database, tenant);
  });
  return report;
}

async function copyFile(
  options: MoveOptions,
  tenantId: number,
  blob: SealedBlob,
  report: MoveReport,
): Promise<FaultReason | undefined> {
  const { source, target, blobsOf, signal, explainTarget } = options;
  const [bytes, copiedBytes] = [await source.size(blob.key), await target.size(blob.key)];
  const inspectCopy = () => findFault({ blobs: blobsOf.target, store: target }, tenantId, blob, signal);
  // A copy is complete, because a store shows no others, and was read when it was made, unless the process was killed between.
  if (
    copiedBytes !== undefined &&
    (copiedBytes === bytes || (bytes === undefined && !(await inspectCopy())))
  ) {
    report.present += 1;
    return undefined;
  }
  if (bytes === undefined) return 'missing';
  const deleteCopy = () => orExplain(target.delete(blob.key), explainTarget);
  if (copiedBytes !== undefined) await deleteCopy();
  const inspectOriginal = () => findFault({ blobs: blobsOf.source, store: source }, tenantId, blob, signal);
  try {
    await copyBytes(options, blob.key);
  } catch (error) {
    // It can have been deleted since it was asked for its size.
    const isOfOriginal = isRefusedFile(error) || error instanceof BlobNotFoundError;
    const fault = isOfOriginal ? await inspectOriginal() : undefined;
    if (fault === undefined) throw error;
    return fault;
  }
  const copyFault = await inspectCopy().catch(async (error) => {
    // Otherwise the next call would count a copy that nobody has read.
    await deleteCopy().catch(() => {});
    throw error;
  });
  if (copyFault !== undefined) {
    await deleteCopy();
    const fault = await inspectOriginal();
    if (fault === undefined)
      throw new Error(`The new store does not return what was written as ${blob.key}.`);
    return fault;
  }
  report.copied += 1;
  report.copiedBytes += bytes;
  return undefined;
}

async function copyBytes({ source, target, signal, explainTarget }: MoveOptions, key: string): Promise<void> {
  // First: if it fails, nothing would close the file that is read.
  const writer = await orExplain(createAfterCrash(target, key), explainTarget);
  try {
    const contents = await source.read(key);
    for await (const chunk of contents as AsyncIterable<Buffer>) {
      signal?.throwIfAborted();
      await orExplain(writer.write(chunk), explainTarget);
    }
    await orExplain(writer.commit(), explainTarget);
  } catch (error) {
    // What it cannot remove, the next call does.
    await writer.abort().catch(() => {});
    throw error;
  }
}

async function orExplain<T>(call: Promise<T>, explain: ExplainError): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw explain(error);
  }
}

interface SurplusOptions {
  database: Database;
  target: BlobStore;
  /** Read after the files were listed: a new tenant has files too. */
  listTenants(): Promise<readonly TenantOfFiles[]>;
  explainTarget: ExplainError;
  signal?: AbortSignal;
}

/** Removes copies that no row refers to any more, so that nothing remains of an erased person. Returns their number. */
export async function removeSurplus({
  database,
  target,
  listTenants,
  explainTarget,
  signal,
}: SurplusOptions): Promise<number> {
  let removed = 0;
  let keys: string[] = [];
  const flush = async () => {
    const tenants = new Set((await listTenants()).map(({ id }) => id));
    for (const [tenantId, ofTenant] of Map.groupBy(keys, (key) => Number(KEY.exec(key)![1]))) {
      signal?.throwIfAborted();
      const inUse = tenants.has(tenantId) ? await findKeysInUse(database, tenantId, ofTenant) : new Set();
      for (const key of ofTenant) {
        if (inUse.has(key)) continue;
        await orExplain(target.delete(key), explainTarget);
        removed += 1;
      }
    }
    keys = [];
  };
  for await (const { key } of target.list()) {
    // Anything else is not a document of this service.
    if (!KEY.test(key)) continue;
    keys.push(key);
    if (keys.length >= KEYS_AT_ONCE) await flush();
  }
  if (keys.length > 0) await flush();
  return removed;
}
