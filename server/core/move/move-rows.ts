import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { type BackedUpTable, type Catalog, readCatalog } from '../backup/catalog.ts';

/** Stored texts of records, which the next read stores again. */
const CACHES = ['"candidate_record"'];
/** What belongs to a tenant without naming it. */
const CONDITIONS: Record<string, string> = {
  '"tenant"': 'id = $',
  '"api_client_secret"': 'api_client_id IN (SELECT id FROM public.api_client WHERE tenant_id = $)',
};
/** Each server has a range of them, so that the rows of a tenant fit into every server. */
const RANGED = ['"api_client_id_seq"', '"api_client_secret_id_seq"'];

/** The tables with rows of tenants, referenced ones first. */
export async function readTenantCatalog(client: pg.ClientBase): Promise<Catalog> {
  const catalog = await readCatalog(client, { omitted: ['migration', 'installation'], withUnlogged: true });
  const tables = catalog.tables.filter(
    ({ name, columns }) => columns.includes('"tenant_id"') || name in CONDITIONS,
  );
  const names = new Set(tables.map(({ name }) => name));
  return { ...catalog, tables, circular: catalog.circular.filter(({ from }) => names.has(from)) };
}

function conditionOf({ name }: BackedUpTable, tenantId: number): string {
  return (CONDITIONS[name] ?? 'tenant_id = $').replace('$', String(Math.trunc(tenantId)));
}

/**
 * Locks the tables until the end of the transaction, which keeps everybody else out, and lets the owner see and write the rows of every
 * tenant without triggers. They ran when the rows were first written.
 */
export async function openTables(client: pg.ClientBase, { tables, circular }: Catalog): Promise<void> {
  await client.query("SET LOCAL lock_timeout = '10s'");
  for (const { name, isWalled, hasTriggers } of tables) {
    await client.query(`LOCK TABLE public.${name}`);
    if (isWalled) await client.query(`ALTER TABLE public.${name} NO FORCE ROW LEVEL SECURITY`);
    if (hasTriggers) await client.query(`ALTER TABLE public.${name} DISABLE TRIGGER USER`);
  }
  for (const { from, constraint } of circular)
    await client.query(
      `ALTER TABLE public.${from} ALTER CONSTRAINT ${constraint} DEFERRABLE INITIALLY DEFERRED`,
    );
}

export async function closeTables(client: pg.ClientBase, { tables, circular }: Catalog): Promise<void> {
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  for (const { from, constraint } of circular)
    await client.query(`ALTER TABLE public.${from} ALTER CONSTRAINT ${constraint} NOT DEFERRABLE`);
  for (const { name, isWalled, hasTriggers } of tables) {
    if (isWalled) await client.query(`ALTER TABLE public.${name} FORCE ROW LEVEL SECURITY`);
    if (hasTriggers) await client.query(`ALTER TABLE public.${name} ENABLE TRIGGER USER`);
  }
}

/** Copies the rows of a tenant, and returns how many. The tables of both are open. */
export async function copyRows(
  source: pg.ClientBase,
  target: pg.ClientBase,
  { tables, sequences }: Catalog,
  tenantId: number,
): Promise<number> {
  let copied = 0;
  for (const table of tables) {
    if (CACHES.includes(table.name)) continue;
    const columns = table.columns.join(', ');
    const condition = conditionOf(table, tenantId);
    const rows = source.query(
      copyTo(`COPY (SELECT ${columns} FROM public.${table.name} WHERE ${condition}) TO STDOUT`),
    );
    await pipeline(rows, target.query(copyFrom(`COPY public.${table.name} (${columns}) FROM STDIN`)));
    const [before, after] = [await count(source, table, condition), await count(target, table, condition)];
    if (before !== after)
      throw new Error(`The table ${table.name} has ${before} rows of the tenant, and its copy ${after}.`);
    copied += after;
  }
  for (const sequence of sequences) if (!RANGED.includes(sequence)) await raise(source, target, sequence);
  return copied;
}

async function count(client: pg.ClientBase, { name }: BackedUpTable, condition: string): Promise<number> {
  const { rows } = await client.query(`SELECT count(*)::int AS count FROM public.${name} WHERE ${condition}`);
  return rows[0].count;
}

/** An id that the tenant had on its old server must not be given to another of its records, even if that record was deleted. */
async function raise(source: pg.ClientBase, target: pg.ClientBase, sequence: string): Promise<void> {
  const nextOf = async (client: pg.ClientBase) => {
    const { rows } = await client.query(
      `SELECT (last_value + is_called::int)::text AS next FROM public.${sequence}`,
    );
    return BigInt(rows[0].next);
  };
  const next = await nextOf(source);
  if (next > (await nextOf(target)))
    await target.query(`ALTER SEQUENCE public.${sequence} RESTART WITH ${next}`);
}

/** Deletes the rows of a tenant. The tables are open. */
export async function deleteRows(
  client: pg.ClientBase,
  { tables }: Catalog,
  tenantId: number,
): Promise<void> {
  for (const table of tables.toReversed())
    await client.query(`DELETE FROM public.${table.name} WHERE ${conditionOf(table, tenantId)}`);
}
