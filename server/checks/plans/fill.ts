import type pg from 'pg';
import { FEW_VALUES } from '../../testing/kept-plan.ts';

/** Of columns that statements compare with a text of their own, and whose check does not say which there are. */
const TEXTS: Readonly<Record<string, string[]>> = {
  entity: ['candidate', 'application', 'jobAd', 'document'],
  language: ['de', 'en'],
};

interface Column {
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
  /** The texts that its check permits, and null if it has no such check. */
  texts: string[] | null;
}

/**
 * Fills each table that has a tenant with so many rows, at least 1000, and makes statistics. Types, and which columns have few values, are
 * as in an installation. Nothing else is: the checks are gone, and references lead nowhere. `admin` is a superuser.
 */
export async function fillTables(admin: pg.ClientBase, tenantId: number, count: number): Promise<void> {
  const { rows: columns } = await admin.query<Column>(COLUMNS);
  const { rows: checks } = await admin.query<{ table: string; name: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name
       FROM pg_constraint WHERE contype = 'c' AND conrelid <> 0 AND connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of checks) await admin.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
  // Without triggers and references.
  await admin.query('SET session_replication_role = replica');
  const tables = Map.groupBy(columns, (column) => column.table);
  await admin.query(`TRUNCATE ${[...tables.keys()].join()} CASCADE`);
  for (const [table, all] of tables) {
    await admin.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
    const filled = all.flatMap((column) => {
      const value = rowValue(column, tenantId);
      return value === undefined ? [] : [{ name: `"${column.name}"`, value }];
    });
    await admin.query(
      `INSERT INTO ${table} (${filled.map(({ name }) => name).join()}) OVERRIDING SYSTEM VALUE
       SELECT ${filled.map(({ value }) => value).join()} FROM generate_series(1, ${count}) AS g ON CONFLICT DO NOTHING`,
    );
    await admin.query(`ANALYZE ${table}`);
  }
}

const COLUMNS = `
  SELECT c.oid::regclass::text AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
         NOT a.attnotnull AS "isNullable",
         (SELECT ARRAY(SELECT part[1] FROM regexp_matches(pg_get_constraintdef(k.oid), '''([^'']*)''::text', 'g') AS part)
            FROM pg_constraint AS k
           WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]
             AND pg_get_constraintdef(k.oid) LIKE '%ARRAY[''%''::text%' LIMIT 1) AS texts
    FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
   WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attgenerated = ''
     AND EXISTS (SELECT FROM pg_attribute AS t WHERE t.attrelid = c.oid AND t.attname = 'tenant_id')
   ORDER BY c.relname, a.attnum`;

/** SQL for the value of row `g`. Undefined: none. Throws if the column needs one of a type that nobody has thought of. */
function rowValue({ name, type, isNullable, texts }: Column, tenantId: number): string | undefined {
  if (name === 'tenant_id') return String(tenantId);
  const known = texts ?? TEXTS[name];
  if (known !== undefined) return `(ARRAY['${known.join("','")}'])[1 + g % ${known.length}]`;
  const hasFew = FEW_VALUES.test(name);
  const byType: [type: RegExp, value: string][] = [
    [/\[\]$/, `'{}'`],
    [/^jsonb?$/, `'{}'`],
    [/^numeric\(/, 'g % 90'],
    [/^(smallint|integer|bigint|numeric|real|double)/, hasFew ? 'g % 4' : 'g'],
    [/^(text|character)/, hasFew ? `(ARRAY['a', 'b', 'c', 'd'])[1 + g % 4]` : `'x' || g`],
    [/^boolean$/, 'g % 2 = 0'],
    // Many columns say when something ended, and are null until then.
    [
      /^timestamp/,
      isNullable ? `CASE WHEN g % 2 = 0 THEN now() - g * interval '1 s' END` : `now() - g * interval '1 s'`,
    ],
    [/^date$/, 'current_date - g % 1000'],
    [/^uuid$/, 'gen_random_uuid()'],
    [/^bytea$/, `convert_to('x' || g, 'UTF8')`],
    [/^xid8$/, 'g::text::xid8'],
    [/^interval$/, `interval '1 s'`],
  ];
  const value = byType.find(([pattern]) => pattern.test(type))?.[1];
  if (value === undefined && !isNullable) throw new Error(`Column ${name} is of the unknown type ${type}.`);
  return value;
}
