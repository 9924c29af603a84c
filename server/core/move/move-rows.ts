import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { type BackedUpTable, type Catalog, readCatalog } from '../backup/catalog.ts';
import { REMOVE_TIMEOUTS } from '../db/session-settings.ts';

// Nothing here keeps others from working: no table is locked, and transactions that write are short, because what another
// tenant has changed becomes final only when older transactions have ended.

/** Stored texts of records, which the next read stores again. */
const CACHES = ['"candidate_record"'];
/** What belongs to a tenant without naming it. */
const CONDITIONS: Record<string, string> = {
  '"tenant"': 'id = $',
  '"api_client_secret"': 'api_client_id IN (SELECT id FROM public.api_client WHERE tenant_id = $)',
};
/** Each server has a range of them, so that the rows of a tenant fit into every server. */
const RANGED = ['"api_client_id_seq"', '"api_client_secret_id_seq"'];
const CHUNK_BYTES = 2_000_000;
const DELETED_AT_ONCE = 2000;
const ANALYZED_ROWS = 1000;
const MAXIMUM_TAKEN_IDS = 100_000;
const LOCK_MS = 100;
const LOCK_INTERVAL_MS = 200;
const LOCK_NOT_AVAILABLE = '55P03';

/** The tables with rows of tenants, referenced ones first. By default without those that an operator has added. */
export async function readTenantCatalog(client: pg.ClientBase, { withOwn = false } = {}): Promise<Catalog> {
  const omitted = ['migration', 'installation'];
  const catalog = await readCatalog(client, { omitted, withUnlogged: true, withOwn });
  const tables = catalog.tables.filter(
    ({ name, columns }) => columns.includes('"tenant_id"') || name in CONDITIONS,
  );
  const names = new Set(tables.map(({ name }) => name));
  const [circular] = catalog.circular.filter(({ from }) => names.has(from));
  if (circular !== undefined)
    throw new Error(`${circular.from} and ${circular.to} refer to each other, so they cannot be moved.`);
  return { ...catalog, tables };
}

/** What others read before they know the tenant, such as sessions. */
export function isReadByAll({ name, isWalled }: BackedUpTable): boolean {
  return !isWalled && name !== '"tenant"';
}

function conditionOf({ name }: BackedUpTable, tenantId: number): string {
  return (CONDITIONS[name] ?? 'tenant_id = $').replace('$', String(Math.trunc(tenantId)));
}

/** Lets the connection see and write the rows of the tenant, without triggers and timeouts. */
export async function enterTenant(client: pg.ClientBase, tenantId: number): Promise<void> {
  await client.query(REMOVE_TIMEOUTS);
  await client.query(`SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres';
    SET bytea_output = 'hex'; SET extra_float_digits = 1; SET app.moves_tenant = 'on'`);
  await client.query("SELECT set_config('app.tenant_id', $1, false)", [String(tenantId)]);
}

/** A trigger that does not stay away from a move would do again what it did when a row was written. */
export async function requireGuards(client: pg.ClientBase, { tables }: Catalog): Promise<void> {
  const { rows } = await client.query(
    `SELECT format('%I on %I', t.tgname, c.relname) AS name FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
      WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace AND c.relname = ANY ($1)
        AND pg_get_triggerdef(t.oid) NOT LIKE '%app.moves_tenant%'`,
    [tables.map(({ name }) => name.slice(1, -1))],
  );
  if (rows.length > 0)
    throw new Error(
      `Triggers without a condition on app.moves_tenant: ${rows.map(({ name }) => name).join()}`,
    );
}

/**
 * Copies the rows of a tenant that nobody changes, and returns how many. They can be lost if the server crashes, until a later
 * transaction is durable.
 */
export async function copyRows(
  source: pg.ClientBase,
  target: pg.ClientBase,
  { tables, sequences }: Catalog,
  tenantId: number,
): Promise<number> {
  const copied = tables.filter(({ name }) => !CACHES.includes(name));
  await target.query('SET synchronous_commit = off');
  // A transaction that only reads delays nobody.
  await source.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const before = await countRows(source, copied, tenantId);
  for (const table of copied) {
    const rows = before.get(table.name)!;
    if (rows > 0) await copyTable(source, target, table, tenantId);
    // Without statistics, the first queries would scan the whole table.
    if (rows >= ANALYZED_ROWS) await target.query('SELECT analyze_table($1)', [`public.${table.name}`]);
  }
  await source.query('COMMIT');
  const after = await countRows(target, copied, tenantId);
  for (const [name, rows] of before)
    if (after.get(name) !== rows)
      throw new Error(`The table ${name} has ${rows} rows of the tenant, and its copy ${after.get(name)}.`);
  const wanted = sequences.filter((sequence) => !RANGED.includes(sequence));
  const [next, own] = [await nextOf(source, wanted), await nextOf(target, wanted)];
  for (const [sequence, id] of next)
    if (id > own.get(sequence)!) await raise(target, sequence, id, Number(id - own.get(sequence)!));
  await target.query('RESET synchronous_commit');
  return [...after.values()].reduce((sum, rows) => sum + rows, 0);
}

/** The rows of a tenant in each table. */
export async function countRows(
  client: pg.ClientBase,
  tables: readonly BackedUpTable[],
  tenantId: number,
): Promise<Map<string, number>> {
  const counts = tables.map(
    (table) => `(SELECT count(*)::int FROM public.${table.name} WHERE ${conditionOf(table, tenantId)})`,
  );
  const { rows } = await client.query(`SELECT unnest(ARRAY[${counts.join(', ')}]) AS count`);
  return new Map(tables.map(({ name }, index) => [name, rows[index].count]));
}

/** Over a temporary table, because COPY does not write to tables with row-level security. */
async function copyTable(
  source: pg.ClientBase,
  target: pg.ClientBase,
  table: BackedUpTable,
  tenantId: number,
): Promise<void> {
  const { name, columns } = table;
  const list = columns.join(', ');
  // Not the column of the copy, so that no row of another tenant can be written.
  const values = columns
    .map((column) => (column === '"tenant_id"' ? Math.trunc(tenantId) : column))
    .join(', ');
  const condition = conditionOf(table, tenantId);
  const rows = source.query(copyTo(`COPY (SELECT ${list} FROM public.${name} WHERE ${condition}) TO STDOUT`));
  let hasTable = false;
  for await (const chunk of chunksOf(rows)) {
    if (!hasTable)
      await target.query(
        `CREATE TEMP TABLE moved_rows AS SELECT ${list} FROM public.${name} WHERE ${condition} WITH NO DATA`,
      );
    hasTable = true;
    await pipeline(
      Readable.from([chunk]),
      target.query(copyFrom(`COPY pg_temp.moved_rows (${list}) FROM STDIN`)),
    );
    await target.query(
      `INSERT INTO public.${name} (${list}) OVERRIDING SYSTEM VALUE SELECT ${values} FROM pg_temp.moved_rows`,
    );
    await target.query('TRUNCATE pg_temp.moved_rows');
  }
  if (hasTable) await target.query('DROP TABLE pg_temp.moved_rows');
}

/** Whole lines. In the text format of COPY, a line break within a value is escaped. */
async function* chunksOf(rows: Readable): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of rows as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    if (bytes < CHUNK_BYTES) continue;
    const all = Buffer.concat(parts);
    const end = all.lastIndexOf('\n') + 1;
    if (end > 0) yield all.subarray(0, end);
    parts = [all.subarray(end)];
    bytes = all.length - end;
  }
  if (bytes > 0) yield Buffer.concat(parts);
}

/**
 * An id that the tenant had on its old server must not be given to another of its records, even if that record was deleted.
 * Others take ids meanwhile, so the sequence only goes up.
 */
async function raise(target: pg.ClientBase, sequence: string, next: bigint, gap: number): Promise<void> {
  if (gap <= MAXIMUM_TAKEN_IDS)
    await target.query(`SELECT count(nextval('public.${sequence}')) FROM generate_series(1, $1::int)`, [gap]);
  else while (!(await restart(target, sequence, next))) await delay(LOCK_INTERVAL_MS);
}

/** Returns false if others are taking ids just now. Waiting for them would make those behind wait too. */
async function restart(target: pg.ClientBase, sequence: string, next: bigint): Promise<boolean> {
  try {
    await target.query('BEGIN');
    await target.query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
    // Keeps others from taking ids until the end of the transaction.
    await target.query('SELECT raise_sequence($1, $2)', [`public.${sequence}`, next]);
    await target.query('COMMIT');
    return true;
  } catch (error) {
    await target.query('ROLLBACK');
    if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error;
    return false;
  }
}

/** The ids that the sequences give next. */
async function nextOf(client: pg.ClientBase, sequences: readonly string[]): Promise<Map<string, bigint>> {
  const ids = sequences.map((name) => `(SELECT last_value + is_called::int FROM public.${name})`);
  const { rows } = await client.query(`SELECT unnest(ARRAY[${ids.join(', ')}])::text AS id`);
  return new Map(sequences.map((name, index) => [name, BigInt(rows[index].id)]));
}

/** Deletes the rows of a tenant in these tables, those that refer to others first. Returns their number, without those that cascades delete. */
export async function deleteRows(
  client: pg.ClientBase,
  tables: readonly BackedUpTable[],
  tenantId: number,
): Promise<number> {
  let rows = 0;
  for (const table of tables.toReversed()) {
    const condition = conditionOf(table, tenantId);
    let deleted: number;
    do {
      const { rowCount } = await client.query(
        `DELETE FROM public.${table.name} WHERE ${condition} AND ctid = ANY (ARRAY(
           SELECT ctid FROM public.${table.name} WHERE ${condition} LIMIT ${DELETED_AT_ONCE}))`,
      );
      deleted = rowCount ?? 0;
      rows += deleted;
    } while (deleted === DELETED_AT_ONCE);
  }
  return rows;
}
