import { sql } from 'kysely';
import { type SealedBlob, toSealedBlob } from '../blobs/index.ts';
import type { TenantDatabase } from '../db/connection.ts';
import { afterMove } from '../db/tenant-away.ts';

// The rows that refer to files in the document store. Of one tenant at a time, in the order of the primary key: there is no index
// by the key of a file.

const ofRow = () => 'r.candidate_id';

/**
 * What a row is to an operator, the column that names it, and SQL for the candidate that it is about, in a query that calls the
 * table `r`. `tenant` is SQL for the id of the tenant. A table that is missing here fails a test.
 */
export const TABLES_WITH_FILES = {
  document: { noun: 'document', id: 'id', lowest: '0', candidate: ofRow },
  candidate_picture: { noun: 'picture', id: 'candidate_id', lowest: '0', candidate: ofRow },
  communication_attachment: {
    noun: 'attachment',
    id: 'id',
    lowest: '0',
    candidate: (tenant: string) =>
      `(SELECT c.candidate_id FROM public.communication AS c WHERE c.tenant_id = ${tenant} AND c.id = r.communication_id)`,
  },
  // A file of a form that nobody has sent yet.
  portal_upload: {
    noun: 'upload of the job portal',
    id: 'id',
    lowest: '00000000-0000-0000-0000-000000000000',
    candidate: () => 'NULL::integer',
  },
} as const;

export type TableWithFiles = keyof typeof TABLES_WITH_FILES;
export const isTableWithFiles = (table: string): table is TableWithFiles =>
  Object.hasOwn(TABLES_WITH_FILES, table);
const TABLE_NAMES = Object.keys(TABLES_WITH_FILES) as TableWithFiles[];

interface RowId {
  table: TableWithFiles;
  id: number | string;
}

export interface RowWithFile extends RowId {
  blob: SealedBlob;
}

const PAGE = 200;
const BLOB = sql.raw('blob_key, wrapped_key, master_key_id, size_bytes, sha256');

type StoredRow = Parameters<typeof toSealedBlob>[0] & { id: number | string };

export async function countRows(db: TenantDatabase, tenantId: number): Promise<number> {
  let total = 0;
  for (const table of TABLE_NAMES) {
    const { rows } = await afterMove(() =>
      sql<{ count: number }>`
        SELECT count(*) AS count FROM ${sql.table(table)} WHERE tenant_id = ${tenantId}`.execute(db),
    );
    total += rows[0]!.count;
  }
  return total;
}

export async function* readPages(db: TenantDatabase, tenantId: number): AsyncGenerator<RowWithFile[]> {
  for (const table of TABLE_NAMES) {
    let last: number | string = TABLES_WITH_FILES[table].lowest;
    for (;;) {
      const page = await readPage(db, tenantId, table, last);
      if (page.length === 0) break;
      yield page;
      last = page.at(-1)!.id;
    }
  }
}

async function readPage(
  db: TenantDatabase,
  tenantId: number,
  table: TableWithFiles,
  after: number | string,
): Promise<RowWithFile[]> {
  const id = sql.ref(TABLES_WITH_FILES[table].id);
  const { rows } = await afterMove(() =>
    sql<StoredRow>`
      SELECT ${id} AS id, ${BLOB} FROM ${sql.table(table)}
       WHERE tenant_id = ${tenantId} AND ${id} > ${after}
       ORDER BY ${id} LIMIT ${PAGE}`.execute(db),
  );
  return rows.map((row) => ({ table, id: row.id, blob: toSealedBlob(row) }));
}

/** The row as it is now. Undefined if it was deleted, or refers to another file than that of the key. */
export async function rereadRow(
  db: TenantDatabase,
  tenantId: number,
  { table, id, key }: RowId & { key: string },
): Promise<RowWithFile | undefined> {
  const { rows } = await afterMove(() =>
    sql<StoredRow>`
      SELECT ${sql.ref(TABLES_WITH_FILES[table].id)} AS id, ${BLOB} FROM ${sql.table(table)}
       WHERE tenant_id = ${tenantId} AND ${sql.ref(TABLES_WITH_FILES[table].id)} = ${id}
         AND blob_key = ${key}`.execute(db),
  );
  return rows[0] && { table, id, blob: toSealedBlob(rows[0]) };
}

/** The candidate that the row is about. Null if there is none. */
export async function findCandidateOf(
  db: TenantDatabase,
  tenantId: number,
  { table, id }: RowId,
): Promise<number | null> {
  const { candidate, id: column } = TABLES_WITH_FILES[table];
  const { rows } = await afterMove(() =>
    sql<{ id: number | null }>`
      SELECT ${sql.raw(candidate(String(tenantId)))} AS id FROM ${sql.table(table)} AS r
       WHERE r.tenant_id = ${tenantId} AND ${sql.ref(`r.${column}`)} = ${id}`.execute(db),
  );
  return rows[0]?.id ?? null;
}

/** Those of the keys of a tenant that a row refers to, or that an upload or a deletion has announced. */
export async function findKeysInUse(
  db: TenantDatabase,
  tenantId: number,
  keys: readonly string[],
): Promise<Set<string>> {
  const inUse = new Set<string>();
  // The announcements first: an upload takes its own off when its row refers to the file.
  for (const table of ['pending_blob', ...TABLE_NAMES]) {
    const { rows } = await afterMove(() =>
      sql<{ key: string }>`
        SELECT blob_key AS key FROM ${sql.table(table)}
         WHERE tenant_id = ${tenantId} AND blob_key = ANY (${keys}::text[])`.execute(db),
    );
    for (const { key } of rows) inUse.add(key);
  }
  return inUse;
}
