import pg from 'pg';
import { REPLACED_TRIGGERS, readDistribution, type Table } from './tables.ts';

/** All tenant tables lie beside it: a tenant's rows are in the shards of one number, on one node. */
const ANCHOR = 'change_log';

interface Key {
  table: string;
  name: string;
  isPrimary: boolean;
  columns: string[];
}

/**
 * Distributes the tables that are not distributed yet, in one transaction. Returns what it did. `owner` owns the tables, and row-level
 * security applies to the login of the service even if it is not forced.
 */
export async function distributeTables(owner: pg.ClientBase, shards: number): Promise<string[]> {
  const tables = await readDistribution(owner);
  const missing = tables.filter(({ isPlaced }) => !isPlaced);
  if (missing.length === 0) return [];
  await owner.query(
    // With foreign keys between them, the engine alters one shard after another. The triggers write only rows of the same tenant.
    `BEGIN; SET LOCAL citus.multi_shard_modify_mode = 'sequential'; SET LOCAL citus.enable_unsafe_triggers = on;
     SET LOCAL client_min_messages = warning`,
  );
  try {
    for (const table of missing) await prepareTable(owner, table);
    const references = await dropReferences(owner, missing);
    const triggers = await dropTriggers(owner, missing);
    const before = await countRows(owner, missing);
    for (const { name } of missing.filter(({ kind }) => kind === 'reference'))
      await owner.query('SELECT create_reference_table($1)', [`public.${pg.escapeIdentifier(name)}`]);
    for (const { name } of missing.filter(({ kind }) => kind === 'distributed').sort(anchorFirst))
      await distribute(owner, name, shards);
    requireSameRows(before, await countRows(owner, missing));
    // What was copied would stay on the disk of the coordinator. Without its references, a table takes no other with it.
    for (const name of namesOf(missing.filter(({ kind }) => kind !== 'coordinator')))
      await owner.query('SELECT truncate_local_data_after_distributing_table($1)', [name]);
    for (const statement of [...references, ...triggers]) await owner.query(statement);
    await owner.query('COMMIT');
  } catch (error) {
    await owner.query('ROLLBACK');
    throw error;
  }
  const count = (kind: string) => missing.filter((table) => table.kind === kind).length;
  return [`tables: ${count('distributed')} distributed by tenant, ${count('reference')} on every node`];
}

const anchorFirst = (a: Table, b: Table) => Number(b.name === ANCHOR) - Number(a.name === ANCHOR);

async function distribute(owner: pg.ClientBase, name: string, shards: number): Promise<void> {
  const table = `public.${pg.escapeIdentifier(name)}`;
  if (name === ANCHOR)
    await owner.query(
      `SELECT create_distributed_table($1, 'tenant_id', shard_count => $2, colocate_with => 'none')`,
      [table, shards],
    );
  else
    await owner.query(`SELECT create_distributed_table($1, 'tenant_id', colocate_with => $2)`, [
      table,
      `public.${ANCHOR}`,
    ]);
}

async function countRows(owner: pg.ClientBase, tables: readonly Table[]): Promise<Map<string, string>> {
  const counts = new Map<string, string>();
  for (const name of namesOf(tables))
    counts.set(name, (await owner.query(`SELECT count(*) AS rows FROM ${name}`)).rows[0].rows);
  return counts;
}

function requireSameRows(before: Map<string, string>, after: Map<string, string>): void {
  for (const [name, rows] of before)
    if (after.get(name) !== rows)
      throw new Error(`The table ${name} has ${rows} rows, and ${after.get(name)} on the nodes.`);
}

/** What the engine asks of a table. */
async function prepareTable(owner: pg.ClientBase, { name, kind }: Table): Promise<void> {
  const table = `public.${pg.escapeIdentifier(name)}`;
  // It would hide the rows that are copied, now and in a move.
  await owner.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
  await replaceIdentity(owner, name);
  if (kind === 'reference') return;
  const { rows } = await owner.query('SELECT relpersistence AS kind FROM pg_class WHERE oid = $1::regclass', [
    table,
  ]);
  // An unlogged table cannot move.
  if (rows[0].kind === 'u') await owner.query(`ALTER TABLE ${table} SET LOGGED`);
  for (const key of await findKeysWithoutTenant(owner, table)) await addTenantToKey(owner, table, key);
}

/** Ids of identity columns belong to the coordinator. Those of next_id() come from a sequence that each node has. */
async function replaceIdentity(owner: pg.ClientBase, name: string): Promise<void> {
  const table = `public.${pg.escapeIdentifier(name)}`;
  const { rows } = await owner.query(
    `SELECT pg_get_serial_sequence($1, attname) AS sequence FROM pg_attribute
      WHERE attrelid = $1::regclass AND attidentity <> '' AND attname = 'id'`,
    [table],
  );
  if (rows.length === 0) return;
  const next = await owner.query(`SELECT last_value + is_called::int AS id FROM ${rows[0].sequence}`);
  const sequence = `public.${pg.escapeIdentifier(`${name}_id_seq`)}`;
  await owner.query(
    `ALTER TABLE ${table} ALTER COLUMN id DROP IDENTITY; CREATE SEQUENCE ${sequence} AS integer START ${next.rows[0].id};
     ALTER TABLE ${table} ALTER COLUMN id SET DEFAULT next_id(${pg.escapeLiteral(name)})`,
  );
}

async function findKeysWithoutTenant(owner: pg.ClientBase, table: string): Promise<Key[]> {
  const { rows } = await owner.query<Key>(
    `SELECT conname AS name, contype = 'p' AS "isPrimary",
            ARRAY(SELECT attname::text FROM unnest(conkey) WITH ORDINALITY AS k (number, place)
                    JOIN pg_attribute ON attrelid = conrelid AND attnum = number ORDER BY place) AS columns
       FROM pg_constraint
      WHERE conrelid = $1::regclass AND contype IN ('p', 'u')
        AND NOT EXISTS (SELECT FROM pg_attribute
                         WHERE attrelid = conrelid AND attname = 'tenant_id' AND attnum = ANY (conkey))`,
    [table],
  );
  return rows;
}

/** The values are random, so they stay unique without a key over all tenants. The index finds a row before its tenant is known. */
async function addTenantToKey(
  owner: pg.ClientBase,
  table: string,
  { name, isPrimary, columns }: Key,
): Promise<void> {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const key = pg.escapeIdentifier(name);
  await owner.query(
    `ALTER TABLE ${table} DROP CONSTRAINT ${key},
       ADD CONSTRAINT ${key} ${isPrimary ? 'PRIMARY KEY' : 'UNIQUE'} (tenant_id, ${list});
     CREATE INDEX ON ${table} (${list})`,
  );
}

/** Drops the foreign keys of tables that become distributed, and returns the statements that add them again. */
async function dropReferences(owner: pg.ClientBase, missing: readonly Table[]): Promise<string[]> {
  const { rows } = await owner.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(pg_constraint.oid) AS definition
       FROM pg_constraint
      WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conparentid = 0
        AND (conrelid = ANY ($1::regclass[]) OR confrelid = ANY ($1::regclass[]))
      ORDER BY 1, 2`,
    [namesOf(missing)],
  );
  for (const { table, name } of rows) await owner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  return rows.map(
    ({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`,
  );
}

/**
 * Drops the triggers of tables that become distributed, because they would run for each row that is copied. Returns the statements that
 * add them again.
 */
async function dropTriggers(owner: pg.ClientBase, missing: readonly Table[]): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; table: string; definition: string }>(
    `SELECT tgname AS name, tgrelid::regclass::text AS table, pg_get_triggerdef(oid) AS definition FROM pg_trigger
      WHERE NOT tgisinternal AND tgrelid = ANY ($1::regclass[]) ORDER BY 2, 1`,
    [namesOf(missing)],
  );
  for (const { name, table } of rows)
    await owner.query(`DROP TRIGGER ${pg.escapeIdentifier(name)} ON ${table}`);
  return rows.filter(({ name }) => !REPLACED_TRIGGERS.includes(name)).map(({ definition }) => definition);
}

function namesOf(tables: readonly Table[]): string[] {
  return tables.map(({ name }) => `public.${pg.escapeIdentifier(name)}`);
}
