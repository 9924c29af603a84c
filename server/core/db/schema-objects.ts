import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';

// What the migrations create: npm run gen writes it down, "doctor" compares a database with it, and a backup contains what is in it.

/** In this order they can be created. */
const KINDS = [
  'table',
  'sequence',
  'column',
  'not null',
  'default',
  'constraint',
  'index',
  'foreign key',
  'function',
  'trigger',
  'policy',
] as const;

export interface SchemaObject {
  kind: (typeof KINDS)[number];
  /** To which it belongs. All names are quoted where SQL needs it. */
  table?: string;
  name: string;
  /** Its definition as PostgreSQL prints it. Of a function, the MD5 of its source, which is empty if PostgreSQL keeps it parsed. */
  form: string;
  /** Only if it does not work as its definition says. */
  state?: 'unlogged' | 'not validated' | 'invalid' | 'disabled';
}

export interface Difference {
  /** Undefined if somebody has added it. */
  expected?: SchemaObject;
  /** Undefined if it is missing. */
  found?: SchemaObject;
}

const EXPECTED = join(import.meta.dirname, 'generated/schema.json');
/** The texts of all definitions were the same from 15 to this version. Another may print the same definition in other words. */
const NEWEST_COMPARED = 18;

// What extensions and operators have added is read too, and compared with nothing. Constraints for NOT NULL have rows since version 18
// only. Triggers of the system belong to foreign keys, which check nothing without them.
const OBJECTS = `
  WITH relation AS (
    SELECT oid, quote_ident(relname) AS name, relkind, relpersistence FROM pg_class
     WHERE relnamespace = $1::oid)
  SELECT 'table' AS kind, NULL AS "table", name, '' AS form,
         CASE relpersistence WHEN 'u' THEN 'unlogged' END AS state
    FROM relation WHERE relkind IN ('r', 'p')
  UNION ALL
  SELECT 'sequence', NULL, name, '', NULL FROM relation WHERE relkind = 'S'
  UNION ALL
  SELECT part.kind, relation.name, quote_ident(attname), part.form, NULL
    FROM relation
    JOIN pg_attribute ON attrelid = relation.oid AND attnum > 0 AND NOT attisdropped
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
   CROSS JOIN LATERAL (VALUES
         ('column', format_type(atttypid, atttypmod) ||
                    CASE WHEN attgenerated <> '' THEN ' GENERATED ALWAYS AS ' || pg_get_expr(adbin, adrelid) ELSE '' END ||
                    CASE WHEN attidentity <> '' THEN ' GENERATED AS IDENTITY' ELSE '' END),
         ('not null', CASE WHEN attnotnull THEN '' END),
         ('default', CASE WHEN attgenerated = '' THEN pg_get_expr(adbin, adrelid) END)) AS part (kind, form)
   WHERE relkind IN ('r', 'p') AND part.form IS NOT NULL
  UNION ALL
  SELECT CASE contype WHEN 'f' THEN 'foreign key' ELSE 'constraint' END, relation.name, quote_ident(conname),
         regexp_replace(pg_get_constraintdef(c.oid, true), ' NOT VALID$', ''),
         CASE WHEN EXISTS (SELECT FROM pg_trigger WHERE tgconstraint = c.oid AND tgenabled NOT IN ('O', 'A')) THEN 'disabled'
              WHEN NOT convalidated THEN 'not validated' END
    FROM relation JOIN pg_constraint AS c ON conrelid = relation.oid
   WHERE contype IN ('c', 'f', 'p', 'u', 'x')
  UNION ALL
  SELECT 'index', relation.name, own.name, pg_get_indexdef(own.oid, 0, true),
         CASE WHEN NOT (indisvalid AND indisready) THEN 'invalid' END
    FROM relation JOIN pg_index ON indrelid = relation.oid JOIN relation AS own ON own.oid = indexrelid
   WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND conrelid = indrelid AND contype <> 'f')
  UNION ALL
  SELECT 'trigger', relation.name, quote_ident(tgname), pg_get_triggerdef(t.oid, true),
         CASE WHEN tgenabled NOT IN ('O', 'A') THEN 'disabled' END
    FROM relation JOIN pg_trigger AS t ON tgrelid = relation.oid WHERE NOT tgisinternal
  UNION ALL
  SELECT 'policy', relation.name, quote_ident(polname),
         format('CREATE POLICY %I ON %s AS %s FOR %s TO %s', polname, relation.name,
                CASE WHEN polpermissive THEN 'PERMISSIVE' ELSE 'RESTRICTIVE' END,
                CASE polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE' ELSE 'ALL' END,
                CASE WHEN polroles = '{0}' THEN 'PUBLIC' ELSE polroles::regrole[]::text END) ||
         coalesce(' USING (' || pg_get_expr(polqual, polrelid, true) || ')', '') ||
         coalesce(' WITH CHECK (' || pg_get_expr(polwithcheck, polrelid, true) || ')', ''), NULL
    FROM relation JOIN pg_policy ON polrelid = relation.oid
  UNION ALL
  SELECT 'function', NULL, p.oid::regprocedure::text, md5(prosrc), NULL
    FROM pg_proc AS p WHERE pronamespace = $1::oid`;

/** What is in the schema of the service, sorted. */
export async function readSchema(client: pg.ClientBase): Promise<SchemaObject[]> {
  const { rows: schemas } = await client.query(
    `SELECT relnamespace AS oid, quote_ident(nspname) AS name
       FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace WHERE pg_class.oid = to_regclass('migration')`,
  );
  const [schema] = schemas;
  // Names are printed with their schema unless it is in the path, and quoted as the setting says.
  await client.query('BEGIN READ ONLY');
  try {
    await client.query(`SET LOCAL search_path = ${schema.name}; SET LOCAL quote_all_identifiers = off`);
    const { rows } = await client.query(OBJECTS, [schema.oid]);
    return rows
      .map(
        ({ kind, table, name, form, state }): SchemaObject => ({
          kind,
          ...(table === null ? {} : { table }),
          name,
          form,
          ...(state === null ? {} : { state }),
        }),
      )
      .sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || (keyOf(a) < keyOf(b) ? -1 : 1));
  } finally {
    await client.query('ROLLBACK');
  }
}

/** What the migrations of this version create. */
export async function readExpectedSchema(): Promise<SchemaObject[]> {
  return JSON.parse(await readFile(EXPECTED, 'utf8'));
}

/** What the database lacks of the migrations, and what differs. Of what it has besides, only policies are reported. */
export async function findSchemaDifferences(client: pg.ClientBase): Promise<Difference[]> {
  const expected = await readExpectedSchema();
  const { rows } = await client.query(
    "SELECT current_setting('server_version_num')::integer / 10000 AS major",
  );
  return compareSchemas(expected, await readSchema(client), rows[0].major <= NEWEST_COMPARED);
}

/** Reports a missing table or column without what belongs to it. */
export function compareSchemas(
  expected: readonly SchemaObject[],
  present: readonly SchemaObject[],
  comparesForms: boolean,
): Difference[] {
  const found = new Map(present.map((one) => [keyOf(one), one]));
  const has = (kind: SchemaObject['kind'], name: string, table?: string) =>
    found.has(keyOf({ kind, table, name }));
  const differences: Difference[] = [];
  for (const one of expected) {
    if (one.table !== undefined && !has('table', one.table)) continue;
    if ((one.kind === 'not null' || one.kind === 'default') && !has('column', one.name, one.table)) continue;
    const own = found.get(keyOf(one));
    // The source of a function is stored as it was written.
    const hasForm =
      (own && toComparable(own)) === toComparable(one) || (!comparesForms && one.kind !== 'function');
    // What a migration has not validated, somebody else may have.
    const hasState = own?.state === undefined || own.state === one.state;
    if (own === undefined || !hasForm || !hasState) differences.push({ expected: one, found: own });
  }
  return [...differences, ...findAddedPolicies(expected, present)];
}

/** A row is visible if one policy of its table permits it, so another one can open the table to all tenants. */
function findAddedPolicies(
  expected: readonly SchemaObject[],
  present: readonly SchemaObject[],
): Difference[] {
  const known = new Set(expected.map(keyOf));
  return present
    .filter(
      (one) =>
        one.kind === 'policy' &&
        !known.has(keyOf(one)) &&
        known.has(keyOf({ kind: 'table', name: one.table! })),
    )
    .map((found) => ({ found }));
}

/** Without the storage parameters of an index, which an operator may choose. */
function toComparable({ kind, form }: SchemaObject): string {
  return kind === 'index' ? form.replace(/ WITH \([^)]*\)/, '') : form;
}

function keyOf({ kind, table, name }: Pick<SchemaObject, 'kind' | 'table' | 'name'>): string {
  return `${kind} ${table ?? ''} ${name}`;
}
