import { sql } from 'kysely';
import type pg from 'pg';
import {
  BlobNotFoundError,
  type BlobStore,
  type SealedBlob,
  StoredBlobCheck,
  toSealedBlob,
  type WrappingKeys,
} from '../blobs/index.ts';
import type { Database } from '../db/connection.ts';
import { afterMove } from '../db/tenant-away.ts';
import type { BackedUpTable, Catalog } from './catalog.ts';
import { dataFrames, sectionFrame } from './format.ts';
import type { Snapshot } from './snapshots.ts';
import {
  type BlobProblem,
  MAXIMUM_LISTED,
  recordColumns,
  toUnreadable,
  type UnreadableDocument,
  type UnreadableRow,
} from './unreadable.ts';

const BLOBS_PER_FETCH = 500;
const KEYS_PER_QUERY = 500;

export interface BlobFault {
  problem: BlobProblem;
  tenantId: number;
  key: string;
}

interface Outcome {
  blobs: number;
  faults: BlobFault[];
}

/**
 * The documents of a tenant as they are in the store. One that is damaged is backed up too: nothing says that there is a better
 * copy, and parts of it may be of use.
 */
export async function* readBlobs(
  client: pg.ClientBase,
  { store, masterKeys }: { store: BlobStore; masterKeys: Pick<WrappingKeys, 'find'> },
  { tables, tenantId }: { tables: BackedUpTable[]; tenantId: number },
  outcome: Outcome,
): AsyncGenerator<Buffer> {
  for await (const blob of readDescriptions(client, tables, tenantId)) {
    const { key } = blob;
    const stored = await store.read(key).catch((error) => {
      if (error instanceof BlobNotFoundError) return undefined;
      throw error;
    });
    if (stored === undefined) {
      outcome.faults.push({ problem: 'missing', tenantId, key });
      continue;
    }
    const check = await StoredBlobCheck.begin(blob, { tenantId, masterKeys });
    yield sectionFrame({ kind: 'blob', key });
    let isReadable = true;
    try {
      for await (const chunk of stored as AsyncIterable<Buffer>) {
        check.update(chunk);
        yield* dataFrames(chunk);
      }
    } catch (error) {
      if (!isUnreadableFile(error)) throw error;
      isReadable = false;
    }
    outcome.blobs += 1;
    if (check.end() === undefined && isReadable) continue;
    yield sectionFrame({ kind: 'damaged', key });
    outcome.faults.push({ problem: 'damaged', tenantId, key });
  }
}

/** Of one file, such as a bad sector below it. If the whole store is away, the next file cannot be opened. */
function isUnreadableFile(error: unknown): boolean {
  const { code = '', syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return syscall === 'read' && ['EIO', 'EISDIR'].includes(code);
}

/** Each blob once, although two records can have the same one. */
async function* readDescriptions(
  client: pg.ClientBase,
  tables: BackedUpTable[],
  tenantId: number,
): AsyncGenerator<SealedBlob> {
  const columns = 'blob_key, wrapped_key, master_key_id, size_bytes, sha256';
  const queries = tables.map(
    ({ name }) =>
      `SELECT ${columns} FROM public.${name} WHERE tenant_id = ${Number(tenantId)} AND blob_key IS NOT NULL`,
  );
  await client.query(
    `DECLARE blobs NO SCROLL CURSOR FOR
       SELECT DISTINCT ON (blob_key) ${columns} FROM (${queries.join(' UNION ALL ')}) AS blob ORDER BY blob_key`,
  );
  for (;;) {
    const { rows } = await client.query(`FETCH ${BLOBS_PER_FETCH} FROM blobs`);
    for (const row of rows) yield toSealedBlob({ ...row, size_bytes: Number(row.size_bytes) });
    if (rows.length < BLOBS_PER_FETCH) break;
  }
  await client.query('CLOSE blobs');
}

export interface JudgedFaults {
  /** Keys of blobs whose records were deleted while the backup ran. */
  erased: string[];
  /** Keys of blobs that a record refers to but the store does not have. */
  lost: string[];
  /** Keys of blobs that a record refers to, and that are backed up although they cannot be opened. */
  damaged: string[];
  /** The records of both, at most MAXIMUM_LISTED. */
  unreadable: UnreadableDocument[];
}

/**
 * A record that was deleted after the snapshot has lost its blob. A record that still exists should have one that is whole. The
 * snapshots must be open.
 */
export async function judgeFaults(
  { database, store }: { database: Database; store: BlobStore },
  snapshots: readonly Snapshot[],
  { tables }: Catalog,
  faults: readonly BlobFault[],
): Promise<JudgedFaults> {
  const judged: JudgedFaults = { erased: [], lost: [], damaged: [], unreadable: [] };
  for (const [tenantId, ofTenant] of Map.groupBy(faults, (fault) => fault.tenantId)) {
    const tenant = await findTenantKey(snapshots, tenantId);
    for (let start = 0; start < ofTenant.length; start += KEYS_PER_QUERY) {
      const problems = new Map(
        ofTenant.slice(start, start + KEYS_PER_QUERY).map(({ key, problem }) => [key, problem]),
      );
      const referredTo = new Set<string>();
      for (const { name } of tables.filter(({ hasBlobs }) => hasBlobs)) {
        for (const row of await findRecords(database, name, tenantId, [...problems.keys()])) {
          referredTo.add(row.key);
          if (judged.unreadable.length === MAXIMUM_LISTED) continue;
          const problem = problems.get(row.key)!;
          judged.unreadable.push(toUnreadable(row, { problem, tenant, table: name, store }));
        }
      }
      for (const [key, problem] of problems) {
        if (problem === 'damaged' && referredTo.has(key)) judged.damaged.push(key);
        if (problem === 'missing') (referredTo.has(key) ? judged.lost : judged.erased).push(key);
      }
    }
  }
  return judged;
}

/** As it was called in the backup: by now it can have moved, or be gone. */
async function findTenantKey(snapshots: readonly Snapshot[], tenantId: number): Promise<string> {
  const { client } = snapshots.find(({ tenantIds }) => tenantIds.includes(tenantId))!;
  const { rows } = await client.query('SELECT key FROM tenant WHERE id = $1', [tenantId]);
  return rows[0].key;
}

async function findRecords(database: Database, table: string, tenantId: number, keys: string[]) {
  const { rows } = await afterMove(() =>
    sql<UnreadableRow>`
      SELECT ${sql.raw(recordColumns(String(Number(tenantId))))} FROM ${sql.raw(`public.${table}`)} AS r
       WHERE r.tenant_id = ${tenantId} AND r.blob_key = ANY (${keys}) ORDER BY r.blob_key`.execute(
      database.tenant(tenantId),
    ),
  );
  return rows;
}
