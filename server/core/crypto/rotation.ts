import { sql } from 'kysely';
import { rewrapKey } from '../blobs/encryption.ts';
import type { Database, SystemDatabase, TenantDatabase } from '../db/connection.ts';
import { violatedConstraint } from '../db/faults.ts';
import { readMigratedNames } from '../db/own-objects.ts';
import { isTableWithFiles, TABLES_WITH_FILES, type TableWithFiles } from '../document-files/rows.ts';
import { readMasterKeys, sealHandover } from './master-keys.ts';
import { openText, sealText, toMasterKeyId } from './sealing.ts';

// The parts of a rotation of the master key. See docs/adr/0014-master-key-rotation.md. Each part can be repeated after a kill:
// what it has done is in the database, and it does the rest.

/**
 * On the first server, held by a rotation, by a move of a tenant, and by a backup that begins. An arbitrary number. Every
 * version must use the same one.
 */
export const ROTATION_LOCK = 7_146_510_236;

/** A column of the control plane whose texts are sealed with the master key, for this purpose. */
export interface SealedColumn {
  table: 'signing_key' | 'tenant';
  column: string;
  purpose: string;
}

export interface RotationPair {
  from: Buffer;
  to: Buffer;
}

interface RewrapOptions extends RotationPair {
  database: Database;
  columns: readonly SealedColumn[];
  /** Called after each batch, with the number of keys and secrets so far and in total. */
  onProgress(done: number, total: number): void;
  signal?: AbortSignal | undefined;
}

interface RewrapReport {
  done: number;
  /** Things that the old key does not open, such as "document of tenant 3: t3/…". */
  damaged: string[];
}

const BATCH = 500;

/**
 * Announces the new key: from the commit on, processes learn it and seal new contents with it. The first server is the last,
 * because what is sealed from then on refers to the key on every server.
 */
export async function announceMasterKey({ system, servers }: Database, pair: RotationPair): Promise<void> {
  const [, ...others] = servers;
  for (const { database } of others) {
    const [newest] = await readMasterKeys(database.system);
    if (newest?.id !== toMasterKeyId(pair.to)) await announceOn(database.system, pair);
  }
  await announceOn(system, pair);
}

async function announceOn(db: SystemDatabase, { from, to }: RotationPair): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`LOCK TABLE master_key IN SHARE ROW EXCLUSIVE MODE`.execute(transaction);
    const [current, ...others] = await readMasterKeys(transaction);
    if (current?.id !== toMasterKeyId(from) || others.length > 0)
      throw new Error('Another rotation of the master key began at the same time.');
    await transaction
      .insertInto('master_key')
      .values({
        id: toMasterKeyId(to),
        generation: current.generation + 1,
        handover: sealHandover(to, from),
      })
      .execute();
    await transaction
      .updateTable('master_key')
      .set({ handover: sealHandover(from, to) })
      .where('id', '=', current.id)
      .execute();
    await sql`SELECT pg_notify('master_key', ${toMasterKeyId(to)})`.execute(transaction);
  });
}

/**
 * Seals everything that the old key has sealed with the new one, in batches of short transactions. Documents are not encrypted
 * again, only their keys. Reads and writes continue.
 */
export async function rewrapAll(options: RewrapOptions): Promise<RewrapReport> {
  const { database, columns, from, signal } = options;
  const oldId = toMasterKeyId(from);
  const tables = await readBlobTables(database.system);
  const tenants = await database.system.selectFrom('tenant').select('id').orderBy('id').execute();
  const report: RewrapReport = { done: 0, damaged: [] };
  let total = 0;
  for (const column of columns) total += await countTexts(database.system, column, oldId);
  for (const { id } of tenants)
    for (const table of tables) total += await countBlobs(database.tenant(id), id, table, oldId);
  const advance = (count: number) => {
    signal?.throwIfAborted();
    report.done += count;
    options.onProgress(report.done, Math.max(total, report.done));
  };
  for (const column of columns) await resealTexts(options, column, report, advance);
  for (const { id } of tenants)
    for (const table of tables) await rewrapBlobs(options, id, table, report, advance);
  return report;
}

/**
 * Retires the old key: nothing can be sealed with it any more, and nothing is. Returns false if something still is, because
 * it was written meanwhile. The first server is the last, because its keys say whether a rotation has begun.
 */
export async function retireMasterKey({ servers }: Database, pair: RotationPair): Promise<boolean> {
  for (const { database } of servers.toReversed()) if (!(await retireOn(database.system, pair))) return false;
  return true;
}

async function retireOn(db: SystemDatabase, { from, to }: RotationPair): Promise<boolean> {
  try {
    await db.transaction().execute(async (transaction) => {
      // The foreign keys refuse this as long as anything refers to the key.
      await transaction.deleteFrom('master_key').where('id', '=', toMasterKeyId(from)).execute();
      await transaction
        .updateTable('master_key')
        .set({ handover: null })
        .where('id', '=', toMasterKeyId(to))
        .execute();
      await transaction
        .insertInto('retired_master_key')
        .values({ id: toMasterKeyId(from), successor_id: toMasterKeyId(to) })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    });
    return true;
  } catch (error) {
    if (violatedConstraint(error)?.kind === 'reference') return false;
    throw error;
  }
}

/** Every table with keys of blobs, without copies of them that an operator made. A new table cannot be forgotten. */
async function readBlobTables(db: SystemDatabase): Promise<TableWithFiles[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT format('%I', class.relname) AS name
      FROM pg_class AS class
      JOIN pg_attribute AS attribute ON attribute.attrelid = class.oid AND NOT attribute.attisdropped
     WHERE class.relnamespace = 'public'::regnamespace AND class.relkind IN ('r', 'p') AND NOT class.relispartition
       AND attribute.attname IN ('tenant_id', 'blob_key', 'wrapped_key', 'master_key_id')
     GROUP BY class.oid
    HAVING count(*) = 4
     ORDER BY class.relname`.execute(db);
  const { tables } = await readMigratedNames();
  return rows.flatMap(({ name }) => {
    if (!tables.includes(name)) return [];
    if (!isTableWithFiles(name)) throw new Error(`The table ${name} is missing in TABLES_WITH_FILES.`);
    return [name];
  });
}

async function countTexts(db: SystemDatabase, { table, column }: SealedColumn, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM ${sql.table(table)}
     WHERE split_part(${sql.ref(column)}, '.', 2) = ${id}`.execute(db);
  return rows[0]!.count;
}

async function countBlobs(db: TenantDatabase, tenantId: number, table: string, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM ${sql.raw(table)}
     WHERE tenant_id = ${tenantId} AND master_key_id = ${id}`.execute(db);
  return rows[0]!.count;
}

async function resealTexts(
  { database, from, to }: RewrapOptions,
  { table, column, purpose }: SealedColumn,
  report: RewrapReport,
  advance: (count: number) => void,
): Promise<void> {
  const [name, text] = [sql.table(table), sql.ref(column)];
  // There are a few per tenant.
  const { rows } = await sql<{ sealed: string }>`
    SELECT ${text} AS sealed FROM ${name} WHERE split_part(${text}, '.', 2) = ${toMasterKeyId(from)}`.execute(
    database.system,
  );
  for (const { sealed } of rows) {
    const resealed = reseal(sealed, purpose, { from, to });
    if (resealed === undefined) {
      report.damaged.push(`${table}.${column}`);
      continue;
    }
    // Only if nobody has changed it meanwhile.
    await sql`UPDATE ${name} SET ${text} = ${resealed} WHERE ${text} = ${sealed}`.execute(database.system);
    advance(1);
  }
}

function reseal(sealed: string, purpose: string, { from, to }: RotationPair): string | undefined {
  try {
    return sealText(openText(sealed, { masterKey: from, purpose }), { masterKey: to, purpose });
  } catch {
    return undefined;
  }
}

async function rewrapBlobs(
  { database, from, to }: RewrapOptions,
  tenantId: number,
  table: TableWithFiles,
  report: RewrapReport,
  advance: (count: number) => void,
): Promise<void> {
  const db = database.tenant(tenantId);
  const { id: column, lowest, type } = TABLES_WITH_FILES[table];
  const [name, id] = [sql.table(table), sql.ref(`${table}.${column}`)];
  const oldId = toMasterKeyId(from);
  let last: number | string = lowest;
  for (;;) {
    // In the order of the primary key: without an index, each batch would read all rows of the tenant.
    const { rows } = await sql<{ id: number | string; key: string; wrapped: Buffer }>`
      SELECT ${id} AS id, blob_key AS key, wrapped_key AS wrapped FROM ${name}
       WHERE tenant_id = ${tenantId} AND master_key_id = ${oldId} AND ${id} > ${last}
       ORDER BY ${id} LIMIT ${BATCH}`.execute(db);
    if (rows.length === 0) return;
    const renewed = rows.flatMap((row) => {
      const wrapped = rewrap(tenantId, row, { from, to });
      if (wrapped === undefined) report.damaged.push(`${table} of tenant ${tenantId}: ${row.key}`);
      return wrapped === undefined ? [] : [{ ...row, wrapped }];
    });
    const [ids, keys, wrapped] = [
      renewed.map((row) => row.id),
      renewed.map((row) => row.key),
      renewed.map((row) => row.wrapped),
    ];
    await sql`
      UPDATE ${name} SET wrapped_key = renewed.wrapped, master_key_id = ${toMasterKeyId(to)}
        FROM unnest(${ids}::${sql.raw(type)}[], ${keys}::text[], ${wrapped}::bytea[]) AS renewed (id, key, wrapped)
       WHERE tenant_id = ${tenantId} AND master_key_id = ${oldId} AND ${id} = renewed.id AND blob_key = renewed.key`.execute(
      db,
    );
    last = rows.at(-1)!.id;
    advance(renewed.length);
  }
}

function rewrap(
  tenantId: number,
  { key, wrapped }: { key: string; wrapped: Buffer },
  { from, to }: RotationPair,
): Buffer | undefined {
  try {
    return rewrapKey({ tenantId, key, wrappedKey: wrapped }, from, to);
  } catch {
    return undefined;
  }
}
