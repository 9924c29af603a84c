import type { TestService } from '../../testing/harness.ts';

// Finds the rows that are deleted with a candidate, from the foreign keys.

interface ChangeableColumn {
  name: string;
  /** SQL for a value that differs from the present one, of the row `t`. */
  otherValue: string;
}

interface TableOfCandidate {
  name: string;
  /** SQL condition for the rows `t` that belong to the candidate $2 of the tenant $1. */
  rows: string;
  /** Those that do not identify a row or its owner, and are not generated. */
  columns: ChangeableColumn[];
  /** Foreign keys, checks, and unique constraints. */
  constraints: string[];
}

interface ForeignKey {
  child: string;
  column: string;
  parent: string;
  parentColumn: string;
}

/** Returns the candidate's table and those whose rows are deleted with it. */
export async function readRowsOfCandidate(service: TestService): Promise<TableOfCandidate[]> {
  const keys = await service.sql<ForeignKey>(
    `SELECT c.conrelid::regclass::text AS child, a.attname AS column, c.confrelid::regclass::text AS parent,
            b.attname AS "parentColumn"
       FROM pg_constraint c
      CROSS JOIN LATERAL unnest(c.conkey, c.confkey) AS pair (own, other)
       JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = pair.own
       JOIN pg_attribute b ON b.attrelid = c.confrelid AND b.attnum = pair.other
      WHERE c.contype = 'f' AND c.confdeltype = 'c' AND a.attname <> 'tenant_id' ORDER BY 1, 2`,
  );
  const names = new Set(['candidate']);
  for (const name of names) for (const { child, parent } of keys) if (parent === name) names.add(child);
  const tables: TableOfCandidate[] = [];
  for (const name of names) {
    const owners = keys.filter(({ child, parent }) => child === name && names.has(parent));
    tables.push({
      name,
      rows: rowsOf(name, keys, names),
      columns: await readColumns(service, name, new Set(owners.map(({ column }) => column))),
      constraints: (
        await service.sql<{ name: string }>(
          "SELECT conname AS name FROM pg_constraint WHERE conrelid = $1::regclass AND contype IN ('f', 'c', 'u')",
          [name],
        )
      ).map((constraint) => constraint.name),
    });
  }
  return tables;
}

function rowsOf(table: string, keys: readonly ForeignKey[], names: ReadonlySet<string>, alias = 't'): string {
  const own = `${alias}.tenant_id = $1`;
  if (table === 'candidate') return `${own} AND ${alias}.id = $2`;
  const inner = `${alias}x`;
  const parts = keys
    .filter(({ child, parent }) => child === table && names.has(parent))
    .map(
      ({ column, parent, parentColumn }) =>
        `${alias}.${column} IN (SELECT ${inner}.${parentColumn} FROM ${parent} AS ${inner} WHERE ${rowsOf(parent, keys, names, inner)})`,
    );
  return `${own} AND (${parts.join(' OR ')})`;
}

async function readColumns(
  service: TestService,
  table: string,
  owners: ReadonlySet<string>,
): Promise<ChangeableColumn[]> {
  const columns = await service.sql<{ name: string; type: string }>(
    `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type
       FROM pg_attribute a
      WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
        AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = a.attrelid AND i.indisprimary AND a.attnum = ANY (i.indkey))
      ORDER BY a.attnum`,
    [table],
  );
  return columns
    .filter(({ name }) => !owners.has(name))
    .map(({ name, type }) => ({ name, otherValue: otherValue(`t.${name}`, type, `${table}.${name}`) }));
}

function otherValue(column: string, type: string, label: string): string {
  if (type === 'text' || type.startsWith('character')) return `'other ${label}'`;
  if (type === 'boolean') return `NOT coalesce(${column}, false)`;
  if (type === 'date') return `coalesce(${column}, '2001-02-03') + 1`;
  if (type.startsWith('timestamp')) return `coalesce(${column}, '2001-02-03T04:05:06Z') + interval '1 day'`;
  if (type === 'jsonb' || type === 'json') return `'{"other": "${label}"}'`;
  if (type === 'uuid') return 'gen_random_uuid()';
  if (type.endsWith('[]')) return `array_append(coalesce(${column}, '{}'), NULL)`;
  if (type === 'bytea') return "'\\x00'::bytea";
  if (/^(smallint|integer|bigint|numeric|real|double precision)/.test(type))
    return `coalesce(${column}, 0) + 1`;
  throw new Error(`Add a value of the type ${type} of ${label}.`);
}
