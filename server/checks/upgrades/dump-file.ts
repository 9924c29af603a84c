import { readFile, writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import type pg from 'pg';

// A dump of a released version: its data, and what its API returned for them. The schema is not part of it, because the
// migrations of a release never change. The data are those of the demo, so the file has no personal data.

interface DumpedTable {
  name: string;
  columns: string[];
  /** Each row as the JSON of its columns, in a fixed order. */
  rows: Record<string, unknown>[];
}

export interface RecordedResponse {
  path: string;
  body: unknown;
}

export interface Dump {
  version: string;
  /** Names of the migrations that the version had applied. */
  migrations: string[];
  clientId: string;
  clientSecret: string;
  audience: string;
  tables: DumpedTable[];
  sequences: Record<string, string>;
  responses: RecordedResponse[];
}

export async function writeDump(path: string, dump: Dump): Promise<number> {
  const bytes = gzipSync(JSON.stringify(dump), { level: 9 });
  await writeFile(path, bytes);
  return bytes.length;
}

export async function readDump(path: string): Promise<Dump> {
  return JSON.parse(gunzipSync(await readFile(path)).toString()) as Dump;
}

/** Reads all tables of the service. The connection must bypass row-level security. */
export async function readTables(client: pg.Client): Promise<DumpedTable[]> {
  const { rows } = await client.query(`
    SELECT class.relname AS name,
           array_agg(attribute.attname::text ORDER BY attribute.attnum) FILTER (WHERE attribute.attgenerated = '') AS columns
      FROM pg_class AS class
      JOIN pg_attribute AS attribute ON attribute.attrelid = class.oid AND attribute.attnum > 0 AND NOT attribute.attisdropped
     WHERE class.relnamespace = 'public'::regnamespace AND class.relkind = 'r' AND class.relname <> 'migration'
     GROUP BY class.relname ORDER BY class.relname`);
  const tables: DumpedTable[] = [];
  for (const { name, columns } of rows) tables.push(await readTable(client, name, columns));
  return tables;
}

/** Reads these columns of a table. Rows are sorted by their text. */
export async function readTable(client: pg.Client, name: string, columns: string[]): Promise<DumpedTable> {
  const { rows } = await client.query(
    `SELECT to_jsonb(part)::text AS row FROM (SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(name)}) AS part
      ORDER BY to_jsonb(part)::text COLLATE "C"`,
  );
  return { name, columns, rows: rows.map(({ row }) => JSON.parse(row)) };
}

/** Writes the tables of a dump into a database with its schema. The connection must be a superuser's. */
export async function loadTables(client: pg.Client, { tables, sequences }: Dump): Promise<void> {
  await client.query('BEGIN');
  // Neither triggers nor references: the rows were checked when they were first written.
  await client.query('SET LOCAL session_replication_role = replica');
  for (const { name, columns, rows } of tables) {
    const list = columns.map(quoted).join(', ');
    await client.query(`DELETE FROM ${quoted(name)}`);
    await client.query(
      `INSERT INTO ${quoted(name)} (${list}) OVERRIDING SYSTEM VALUE
       SELECT ${list} FROM jsonb_populate_recordset(NULL::${quoted(name)}, $1::jsonb)`,
      [JSON.stringify(rows)],
    );
  }
  for (const [name, value] of Object.entries(sequences))
    await client.query('SELECT setval($1, $2)', [quoted(name), value]);
  await client.query('COMMIT');
}

export async function readSequences(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query(
    `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
      WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
