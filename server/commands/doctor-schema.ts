import type pg from 'pg';
import { connectClient } from '../core/db/connect-client.ts';
import { findLastMigrationWith } from '../core/db/migrate.ts';
import { type Difference, findSchemaDifferences, type SchemaObject } from '../core/db/schema-objects.ts';

const SHOWN = 10;

/** Whether the tables, and what belongs to them, are as the migrations created them. */
export async function checkSchema(databaseUrl: string): Promise<['ok' | 'fail', string]> {
  const client = await connectClient({ connectionString: databaseUrl });
  let differences: Difference[];
  let forcedTables: ReadonlySet<string>;
  try {
    const { rows } = await client.query('SELECT is_distributed FROM installation');
    if (rows[0].is_distributed)
      return ['ok', 'Citus has distributed the tables, with other keys and triggers. They are not compared.'];
    differences = await findSchemaDifferences(client);
    forcedTables = await readForcedTables(client);
  } finally {
    await client.end();
  }
  if (differences.length === 0) return ['ok', 'The tables are as the migrations created them.'];
  const shown = differences.slice(0, SHOWN);
  const found = shown.map(describe).join(', ');
  const others = differences.length - shown.length;
  const isKey = (one: Difference) => objectOf(one).kind === 'foreign key';
  const statements = await Promise.all(shown.filter((one) => !isKey(one)).map(toStatement));
  const repairs = [
    ...statements.filter((text) => text !== undefined),
    ...toKeyStatements(shown.filter(isKey), forcedTables),
    ...toFollowing(shown),
  ];
  const isLost = shown.some((one) => one.found === undefined && isContent(objectOf(one)));
  return [
    'fail',
    [
      `Somebody has changed the database: ${found}${others > 0 ? `, and ${others} more` : ''}.`,
      ...(repairs.length > 0 ? [`As the owner of the tables, run: ${repairs.join('; ')};`] : []),
      ...(isLost
        ? ['Restore a backup: nothing else has what was in a missing table, column, or sequence.']
        : []),
    ].join(' '),
  ];
}

async function readForcedTables(client: pg.ClientBase): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT quote_ident(relname) AS name FROM pg_class WHERE relforcerowsecurity',
  );
  return new Set(rows.map(({ name }) => name));
}

function describe(difference: Difference): string {
  const { kind, table, name } = objectOf(difference);
  const isOfColumn = kind === 'not null' || kind === 'default';
  const what = isOfColumn ? `${kind} of ${table}.${name}` : `${kind} ${name}`;
  const place = table === undefined || isOfColumn ? '' : ` of ${table}`;
  return `${what}${place} ${faultOf(difference)}`;
}

const objectOf = ({ expected, found }: Difference): SchemaObject => (expected ?? found)!;

function faultOf({ expected, found }: Difference): string {
  if (expected === undefined) return 'was added, and can open it to other tenants';
  if (found === undefined) return 'is missing';
  return found.form === expected.form && found.state !== undefined ? `is ${found.state}` : 'differs';
}

function isContent({ kind }: SchemaObject): boolean {
  return kind === 'table' || kind === 'column' || kind === 'sequence';
}

/** Undefined if a statement alone cannot repair it. */
async function toStatement(difference: Difference): Promise<string | undefined> {
  const { expected, found } = difference;
  const { kind, table, name, form } = objectOf(difference);
  if (expected === undefined) return `DROP POLICY ${name} ON ${table}`;
  const isPresent = found !== undefined;
  switch (kind) {
    case 'table':
      return isPresent ? `ALTER TABLE ${name} SET LOGGED` : undefined;
    case 'not null':
      return `ALTER TABLE ${table} ALTER COLUMN ${name} SET NOT NULL`;
    case 'default':
      return `ALTER TABLE ${table} ALTER COLUMN ${name} SET DEFAULT ${form}`;
    case 'constraint':
      return toConstraintStatement(difference);
    case 'index':
      if (found?.form === form) return `REINDEX INDEX ${name}`;
      return `${isPresent ? `DROP INDEX ${name}; ` : ''}${form}`;
    case 'trigger':
      if (found?.form === form) return `ALTER TABLE ${table} ENABLE TRIGGER ${name}`;
      return `${isPresent ? `DROP TRIGGER ${name} ON ${table}; ` : ''}${form}`;
    case 'policy':
      return `${isPresent ? `DROP POLICY ${name} ON ${table}; ` : ''}${form}`;
    case 'function': {
      const [own] = name.split('(');
      const migration = await findLastMigrationWith(new RegExp(`(FUNCTION|PROCEDURE) ${own}\\s*\\(`));
      return `the definition of ${own} in migrations/${migration}`;
    }
    default:
      return undefined;
  }
}

function toConstraintStatement(difference: Difference): string {
  const { found } = difference;
  const { table, name, form, state } = objectOf(difference);
  if (found?.form === form && found.state === 'not validated')
    return `ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}`;
  // Also if it is disabled: rows that were written meanwhile are checked, and its triggers belong to the system.
  const drop = found === undefined ? '' : `DROP CONSTRAINT ${name}, `;
  return `ALTER TABLE ${table} ${drop}ADD CONSTRAINT ${name} ${form}${state === 'not validated' ? ' NOT VALID' : ''}`;
}

/** If row-level security is forced, it hides rows from the check of a foreign key. */
function toKeyStatements(differences: readonly Difference[], forcedTables: ReadonlySet<string>): string[] {
  const tables = differences.flatMap((one) => {
    const { table, form } = objectOf(one);
    return [table!, /REFERENCES ([^(]+)\(/.exec(form)![1]!];
  });
  const forced = [...new Set(tables)].filter((table) => forcedTables.has(table));
  const statements = differences.map(toConstraintStatement);
  if (forced.length === 0) return statements;
  return [
    'BEGIN',
    ...forced.map((table) => `ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`),
    ...statements,
    ...forced.map((table) => `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`),
    'COMMIT',
  ];
}

/** The stored records may be old if one of the triggers that delete them did not run. */
function toFollowing(differences: readonly Difference[]): string[] {
  const hasForgotten = differences.some((one) => {
    const { kind, name } = objectOf(one);
    return /^forget_/.test(name) && (kind === 'trigger' || kind === 'function');
  });
  return hasForgotten ? ['TRUNCATE candidate_record'] : [];
}
