import { type RawBuilder, sql } from 'kysely';
import { type SealedBlob, toSealedBlob } from '../blobs/index.ts';
import type { Database } from '../db/connection.ts';
import { afterMoveOrDeletion } from '../db/deleted-tenant.ts';

// The rows that refer to files in the document store. Of one tenant at a time, in the order of the primary key: there is no index
// by the key of a file. A tenant that is deleted meanwhile has no rows.

const ofRow = () => 'r.candidate_id';

/**
 * What a row is to an operator, the column that names it with its type, and SQL for the candidate that it is about, in a query that calls the
 * table `r`. `tenant` is SQL for the id of the tenant. A table that is missing here fails a test.
 */
export const TABLES_WITH_FILES = {
  document: { noun: 'document', id: 'id', type: 'integer', lowest: '0', candidate: ofRow },
  candidate_picture: { noun: 'picture', id: 'candidate_id', type: 'integer', lowest: '0', candidate: ofRow },
  communication_attachment: {
    noun: 'attachment',
    id: 'id',
    type: 'integer',
    lowest: '0',
    candidate: (tenant: string) =>
      `(SELECT c.candidate_id FROM public.communication AS c WHERE c.tenant_id = ${tenant} AND c.id = r.communication_id)`,
  },
  // A file of a form that nobody has sent yet.
  portal_upload: {
    noun: 'upload of the job portal',
    id: 'id',
    type: 'uuid',
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

/** What names a row to an operator, besides its table. */
export interface NamedRow {
  id: number | string;
  candidateId: number | null;
  /** The key of the file in the store. */
  key: string;
}

const PAGE = 200;
/** What describes a file in each of the tables: see toSealedBlob(). */
export const BLOB_COLUMNS = 'blob_key, wrapped_key, master_key_id, size_bytes, sha256';

type StoredRow = Parameters<typeof toSealedBlob>[0] & { id: number | string };

async function readRows<T>(database: Database, tenantId: number, statement: RawBuilder<T>): Promise<T[]> {
  const read = () => statement.execute(database.tenant(tenantId));
  return (await afterMoveOrDeletion(database, tenantId, read))?.rows ?? [];
}

export async function countRows(database: Database, tenantId: number): Promise<number> {
  let total = 0;
  for (const table of TABLE_NAMES) {
    const statement = sql<{ count: number }>`
      SELECT count(*) AS count FROM ${sql.table(table)} WHERE tenant_id = ${tenantId}`;
    const [row] = await readRows(database, tenantId, statement);
    total += row?.count ?? 0;
  }
  return total;
}

export async function* readPages(database: Database, tenantId: number): AsyncGenerator<RowWithFile[]> {
  for (const table of TABLE_NAMES) {
    let last: number | string = TABLES_WITH_FILES[table].lowest;
    for (;;) {
      const page = await readPage(database, tenantId, table, last);
      if (page.length === 0) break;
      yield page;
      last = page.at(-1)!.id;
    }
  }
}

async function readPage(
  database: Database,
  tenantId: number,
  table: TableWithFiles,
  after: number | string,
): Promise<RowWithFile[]> {
  const id = sql.ref(TABLES_WITH_FILES[table].id);
  const statement = sql<StoredRow>`
    SELECT ${id} AS id, ${sql.raw(BLOB_COLUMNS)} FROM ${sql.table(table)}
     WHERE tenant_id = ${tenantId} AND ${id} > ${after}
     ORDER BY ${id} LIMIT ${PAGE}`;
  const rows = await readRows(database, tenantId, statement);
  return rows.map((row) => ({ table, id: row.id, blob: toSealedBlob(row) }));
}

/** The row as it is now. Undefined if it was deleted, or refers to another file than that of the key. */
export async function rereadRow(
  database: Database,
  tenantId: number,
  { table, id, key }: RowId & { key: string },
): Promise<RowWithFile | undefined> {
  const column = sql.ref(TABLES_WITH_FILES[table].id);
  const statement = sql<StoredRow>`
    SELECT ${column} AS id, ${sql.raw(BLOB_COLUMNS)} FROM ${sql.table(table)}
     WHERE tenant_id = ${tenantId} AND ${column} = ${id} AND blob_key = ${key}`;
  const [row] = await readRows(database, tenantId, statement);
  return row && { table, id, blob: toSealedBlob(row) };
}

/** SQL for the columns of NamedRow, in a query that calls the table `r`. `tenant` is SQL for the id of the tenant. */
export function namingColumns(table: TableWithFiles, tenant: string): string {
  const { id, candidate } = TABLES_WITH_FILES[table];
  return `r.blob_key AS key, r.${id} AS id, ${candidate(tenant)} AS "candidateId"`;
}

/** The rows that have one of the ids, or refer to a file with one of the keys, which reads all rows of the tenant. */
export function findRows(
  database: Database,
  tenantId: number,
  table: TableWithFiles,
  { by, values }: { by: 'id' | 'key'; values: readonly (number | string)[] },
): Promise<NamedRow[]> {
  const { id } = TABLES_WITH_FILES[table];
  const columns = sql.raw(namingColumns(table, String(Number(tenantId))));
  const statement = sql<NamedRow>`
    SELECT ${columns} FROM ${sql.table(table)} AS r
     WHERE r.tenant_id = ${tenantId} AND ${sql.ref(by === 'id' ? `r.${id}` : 'r.blob_key')} = ANY (${values})
     ORDER BY ${sql.ref(`r.${id}`)}`;
  return readRows(database, tenantId, statement);
}

/** Those of the keys of a tenant that a row refers to, or that an upload or a deletion has announced. */
export async function findKeysInUse(
  database: Database,
  tenantId: number,
  keys: readonly string[],
): Promise<Set<string>> {
  const inUse = new Set<string>();
  // The announcements first: an upload takes its own off when its row refers to the file.
  for (const table of ['pending_blob', ...TABLE_NAMES]) {
    const statement = sql<{ key: string }>`
      SELECT blob_key AS key FROM ${sql.table(table)}
       WHERE tenant_id = ${tenantId} AND blob_key = ANY (${keys}::text[])`;
    for (const { key } of await readRows(database, tenantId, statement)) inUse.add(key);
  }
  return inUse;
}
