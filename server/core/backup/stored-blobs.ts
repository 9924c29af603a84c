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
import {
  type Faults,
  type FileFault,
  isRefusedFile,
  MAXIMUM_FAULTS,
  TABLES_WITH_FILES,
  type TableWithFiles,
} from '../document-files/index.ts';
import type { BackedUpTable, Catalog } from './catalog.ts';
import { dataFrames, sectionFrame } from './format.ts';
import type { Snapshot } from './snapshots.ts';

const BLOBS_PER_FETCH = 500;
const KEYS_PER_QUERY = 500;

export interface BlobFault {
  reason: 'missing' | 'damaged';
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
      outcome.faults.push({ reason: 'missing', tenantId, key });
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
      // If the whole store is away, the next file cannot be opened.
      if (!isRefusedFile(error)) throw error;
      isReadable = false;
    }
    outcome.blobs += 1;
    if (check.end() === undefined && isReadable) continue;
    yield sectionFrame({ kind: 'damaged', key });
    outcome.faults.push({ reason: 'damaged', tenantId, key });
  }
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
  /** The records of both. */
  faults: Faults;
}

/**
 * A record that was deleted after the snapshot has lost its blob. A record that still exists should have one that is whole. The
 * snapshots must be open.
 */
export async function judgeFaults(
  database: Database,
  snapshots: readonly Snapshot[],
  { tables }: Catalog,
  faults: readonly BlobFault[],
): Promise<JudgedFaults> {
  const judged: JudgedFaults = { erased: [], lost: [], damaged: [], faults: { count: 0, list: [] } };
  for (const [tenantId, ofTenant] of Map.groupBy(faults, (fault) => fault.tenantId)) {
    const tenant = await findTenantKey(snapshots, tenantId);
    for (let start = 0; start < ofTenant.length; start += KEYS_PER_QUERY) {
      const reasons = new Map(
        ofTenant.slice(start, start + KEYS_PER_QUERY).map(({ key, reason }) => [key, reason]),
      );
      const referredTo = new Set<string>();
      for (const { withFiles: table } of tables) {
        if (table === undefined) continue;
        for (const row of await findRecords(database, table, tenantId, [...reasons.keys()])) {
          referredTo.add(row.key);
          judged.faults.count += 1;
          if (judged.faults.list.length < MAXIMUM_FAULTS)
            judged.faults.list.push({ tenant, table, ...row, reason: reasons.get(row.key)! });
        }
      }
      for (const [key, reason] of reasons) {
        if (reason === 'damaged' && referredTo.has(key)) judged.damaged.push(key);
        if (reason === 'missing') (referredTo.has(key) ? judged.lost : judged.erased).push(key);
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

/** What names the records that refer to these files. */
async function findRecords(database: Database, table: TableWithFiles, tenantId: number, keys: string[]) {
  const { id, candidate } = TABLES_WITH_FILES[table];
  const { rows } = await afterMove(() =>
    sql<Pick<FileFault, 'id' | 'candidateId' | 'key'>>`
      SELECT r.blob_key AS key, ${sql.ref(`r.${id}`)} AS id, ${sql.raw(candidate(String(tenantId)))} AS "candidateId"
        FROM ${sql.table(table)} AS r
       WHERE r.tenant_id = ${tenantId} AND r.blob_key = ANY (${keys}) ORDER BY r.${sql.raw(id)}`.execute(
      database.tenant(tenantId),
    ),
  );
  return rows;
}
