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
import { BLOB_COLUMNS, isRefusedFile, type TableWithFiles } from '../document-files/index.ts';
import { FaultJudge, type JudgedFaults } from './fault-judge.ts';
import { dataFrames, sectionFrame } from './format.ts';

const BLOBS_PER_FETCH = 500;

export interface StoredBlobs extends JudgedFaults {
  /** Those in the backup. */
  blobs: number;
}

interface Sources {
  database: Database;
  store: BlobStore;
  masterKeys: Pick<WrappingKeys, 'find'>;
}

/**
 * The documents of a tenant as they are in the store. One that is damaged is backed up too: nothing says that there is a better
 * copy, and parts of it may be of use.
 */
export async function* readBlobs(
  client: pg.ClientBase,
  { database, store, masterKeys }: Sources,
  { tables, tenantId }: { tables: readonly TableWithFiles[]; tenantId: number },
  report: StoredBlobs,
): AsyncGenerator<Buffer> {
  const judge = new FaultJudge(database, tables, await readTenant(client, tenantId), report);
  for await (const blob of readDescriptions(client, tables, tenantId)) {
    const { key } = blob;
    const check = await StoredBlobCheck.begin(blob, { tenantId, masterKeys });
    const stored = await store.read(key).catch(toOpenFault);
    if (typeof stored === 'string') {
      await judge.add(key, stored);
      continue;
    }
    let isRefused = false;
    try {
      yield sectionFrame({ kind: 'blob', key });
      for await (const chunk of stored as AsyncIterable<Buffer>) {
        check.update(chunk);
        yield* dataFrames(chunk);
      }
    } catch (error) {
      // If the whole store is away, the next file cannot be opened.
      if (!isRefusedFile(error)) throw error;
      isRefused = true;
    } finally {
      // Also if the backup ends here, because its disk is full.
      stored.destroy();
    }
    report.blobs += 1;
    if (check.end() === undefined && !isRefused) continue;
    yield sectionFrame({ kind: 'damaged', key });
    await judge.add(key, isRefused ? 'unreadable' : 'damaged');
  }
  await judge.end();
}

/** Why the backup has nothing of a file. Throws the error if it is not about this file alone. */
function toOpenFault(error: unknown): 'missing' | 'unreadable' {
  if (error instanceof BlobNotFoundError) return 'missing';
  if (isRefusedFile(error)) return 'unreadable';
  throw error;
}

/** With its key in the backup: by now the tenant can be called something else, or be gone. */
async function readTenant(client: pg.ClientBase, id: number): Promise<{ id: number; key: string }> {
  const { rows } = await client.query('SELECT key FROM tenant WHERE id = $1', [id]);
  return { id, key: rows[0].key };
}

/** Each blob once, although two records can have the same one. */
async function* readDescriptions(
  client: pg.ClientBase,
  tables: readonly TableWithFiles[],
  tenantId: number,
): AsyncGenerator<SealedBlob> {
  const queries = tables.map(
    (table) =>
      `SELECT ${BLOB_COLUMNS} FROM public.${table} WHERE tenant_id = ${Number(tenantId)} AND blob_key IS NOT NULL`,
  );
  await client.query(
    `DECLARE blobs NO SCROLL CURSOR FOR
       SELECT DISTINCT ON (blob_key) ${BLOB_COLUMNS} FROM (${queries.join(' UNION ALL ')}) AS blob ORDER BY blob_key`,
  );
  for (;;) {
    const { rows } = await client.query(`FETCH ${BLOBS_PER_FETCH} FROM blobs`);
    for (const row of rows) yield toSealedBlob({ ...row, size_bytes: Number(row.size_bytes) });
    if (rows.length < BLOBS_PER_FETCH) break;
  }
  await client.query('CLOSE blobs');
}
