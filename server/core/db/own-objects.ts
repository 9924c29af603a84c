import type pg from 'pg';
import { readExpectedSchema } from './schema-objects.ts';

/** Tables, columns, and sequences that the migrations create, by their names as SQL writes them. */
interface MigratedNames {
  tables: string[];
  /** As `table.column`. */
  columns: string[];
  sequences: string[];
}

/** An operator may add others to the schema, and extensions too. */
export async function readMigratedNames(): Promise<MigratedNames> {
  const names: MigratedNames = { tables: [], columns: [], sequences: [] };
  for (const { kind, table, name } of await readExpectedSchema()) {
    if (kind === 'table') names.tables.push(name);
    if (kind === 'column') names.columns.push(`${table}.${name}`);
    if (kind === 'sequence') names.sequences.push(name);
  }
  return names;
}

/** What an operator has added to the schema. Sorted. */
interface OwnObjects {
  tables: string[];
  /** Of the tables of the service, as `table.column`. */
  columns: string[];
  /** Without those of a column. */
  sequences: string[];
}

export async function findOwnObjects(client: pg.ClientBase): Promise<OwnObjects> {
  const { tables, columns, sequences } = await readMigratedNames();
  const { rows } = await client.query<OwnObjects>(
    `WITH relation AS (
       SELECT oid, quote_ident(relname) AS name, relkind FROM pg_class AS class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'S') AND NOT relispartition
          AND NOT EXISTS (SELECT FROM pg_depend
                           WHERE classid = 'pg_class'::regclass AND objid = class.oid
                             AND (deptype = 'e' OR class.relkind = 'S' AND deptype IN ('a', 'i') AND refobjsubid > 0)))
     SELECT ARRAY(SELECT name FROM relation WHERE relkind <> 'S' AND name <> ALL ($1) ORDER BY name) AS tables,
            ARRAY(SELECT name || '.' || quote_ident(attname)
                    FROM relation JOIN pg_attribute ON attrelid = oid AND attnum > 0 AND NOT attisdropped
                   WHERE relkind <> 'S' AND name = ANY ($1) AND name || '.' || quote_ident(attname) <> ALL ($2)
                   ORDER BY 1) AS columns,
            ARRAY(SELECT name FROM relation WHERE relkind = 'S' AND name <> ALL ($3) ORDER BY name) AS sequences`,
    [tables, columns, sequences],
  );
  return rows[0]!;
}
