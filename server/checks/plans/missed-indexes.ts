import pg from 'pg';
import { copyOfTemplate, databaseUrl } from '../../testing/template.ts';
import { FEW_VALUES, fillTables } from './fill.ts';

interface MissedIndex {
  table: string;
  /** Of the statement, as PostgreSQL prints it. */
  condition: string;
  index: string;
  statement: string;
}

interface Exception {
  table: string;
  /** Of the condition. */
  column: string;
  reason: string;
}

/** An entry that no statement of a whole test run needs any more is a fault. */
const EXCEPTIONS: readonly Exception[] = [
  { table: 'saved_view', column: 'user_id', reason: 'a tenant has few of them' },
  { table: 'task', column: 'assignee_id', reason: 'a page of those that a user may see, in their order' },
  {
    table: 'webhook_delivery',
    column: 'registration_id',
    reason: 'those that wait for a paused registration are sent when a user resumes it',
  },
];

const TENANT = 1;
/** Of fewer, PostgreSQL reads some pages of a list in their order rather than looking up what it shows. */
const ROWS = 10_000;
const DATABASE = 'stellwerk_plans';

/**
 * Plans the statements in a database with rows, and returns one line for each that reads all rows of a tenant although it compares a
 * column that has an index. Fills a copy of the template on the server.
 */
export async function checkPlans(adminUrl: string, texts: Iterable<string>): Promise<string[]> {
  const server = new pg.Client({ connectionString: adminUrl });
  await server.connect();
  await server.query(copyOfTemplate(DATABASE));
  await server.end();
  const admin = new pg.Client({ connectionString: databaseUrl(adminUrl, DATABASE, null) });
  const client = new pg.Client({ connectionString: databaseUrl(adminUrl, DATABASE) });
  await admin.connect();
  await client.connect();
  try {
    await fillTables(admin, TENANT, ROWS);
    const found = await findMissedIndexes(client, TENANT, texts);
    const needed = new Set(found.map(exceptionFor));
    const unneeded = EXCEPTIONS.filter((entry) => !needed.has(entry));
    return [
      ...found.filter((missed) => exceptionFor(missed) === undefined).map(describe),
      ...unneeded.map(
        ({ table, column }) => `${table}.${column}: no statement needs the exception. Remove it.`,
      ),
    ];
  } finally {
    await admin.end();
    await client.end();
  }
}

function exceptionFor({ table, condition }: MissedIndex): Exception | undefined {
  return EXCEPTIONS.find((entry) => entry.table === table && compares(condition, entry.column));
}

function describe({ table, condition, index, statement }: MissedIndex): string {
  return `reads all of ${table} with ${condition} and not ${index}: ${statement.replace(/\s+/g, ' ').trim().slice(0, 300)}`;
}

interface Index {
  table: string;
  name: string;
  columns: string[];
}

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  Plans?: Node[];
}

/** Plans each statement without its values, as a connection keeps it, in tables that `fillTables` has filled. */
export async function findMissedIndexes(
  client: pg.ClientBase,
  tenantId: number,
  texts: Iterable<string>,
): Promise<MissedIndex[]> {
  const { rows: indexes } = await client.query<Index>(
    `SELECT t.relname AS table, c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
       FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid JOIN pg_class AS t ON t.oid = i.indrelid
       JOIN pg_attribute AS a ON a.attrelid = c.oid
      WHERE t.relnamespace = 'public'::regnamespace
        AND EXISTS (SELECT FROM pg_attribute AS b WHERE b.attrelid = t.oid AND b.attname = 'tenant_id')
      GROUP BY t.oid, c.oid ORDER BY c.relname`,
  );
  await client.query(
    `SET plan_cache_mode = force_generic_plan; SET app.held_candidates = '{}'; SELECT set_config('app.tenant_id', '${tenantId}', false)`,
  );
  const found: MissedIndex[] = [];
  for (const statement of texts) {
    const plan = await planOf(client, statement);
    if (plan === undefined) continue;
    for (const node of nodesOf(plan)) {
      const condition = scanCondition(node, indexes);
      if (condition === undefined) continue;
      const index = indexes.find(
        ({ table, columns }) => table === node['Relation Name'] && compares(condition, firstOfMany(columns)),
      );
      if (index !== undefined) found.push({ table: index.table, condition, index: index.name, statement });
    }
  }
  return found;
}

/** Undefined if nothing can be planned: a test executes also statements that fail, and some of tables that only it has. */
async function planOf(client: pg.ClientBase, text: string): Promise<Node | undefined> {
  if (!/^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/i.test(text)) return undefined;
  const count = Math.max(0, ...Array.from(text.matchAll(/\$(\d+)/g), ([, number]) => Number(number)));
  const values = count === 0 ? '' : `(${Array(count).fill('NULL').join()})`;
  try {
    await client.query(`PREPARE checked AS ${text}`);
    const { rows } = await client.query(`EXPLAIN (FORMAT JSON) EXECUTE checked${values}`);
    await client.query('DEALLOCATE checked');
    return rows[0]['QUERY PLAN'][0].Plan;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    await client.query('DEALLOCATE ALL');
    return undefined;
  }
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

// As PostgreSQL prints NOT IN, and NOT of an OR with an IN.
const NOT_IN = /NOT \(ANY \(\w+ = [^)]+\)\.col1\)\)|\(ANY \(\w+ = [^)]+\)\.col1\)\) IS NOT TRUE/g;

/** What a scan of all rows of a tenant keeps of them. Undefined if it looks rows up, or keeps all. */
function scanCondition(node: Node, indexes: readonly Index[]): string | undefined {
  // What is in none of a list cannot be looked up.
  return readsAll(node, indexes) ? node.Filter?.replace(NOT_IN, '') : undefined;
}

function readsAll(node: Node, indexes: readonly Index[]): boolean {
  if (node['Node Type'] === 'Seq Scan') return true;
  if (node['Node Type'] === 'Bitmap Heap Scan') return node.Plans!.some((part) => readsAll(part, indexes));
  // Of two sets of rows, the smaller one counts.
  if (node['Node Type'] === 'BitmapAnd') return node.Plans!.every((part) => readsAll(part, indexes));
  if (node['Node Type'] === 'BitmapOr') return node.Plans!.some((part) => readsAll(part, indexes));
  const used = indexes.find(({ name }) => name === node['Index Name']);
  if (used === undefined) return false;
  const end = used.columns.findIndex((column) => !FEW_VALUES.test(column));
  const lookedUp = node['Index Cond'] ?? '';
  return !used.columns.slice(0, end + 1).every((column) => new RegExp(`\\b${column}\\b`).test(lookedUp));
}

/** The first column of an index that tells rows of a tenant apart. */
function firstOfMany(columns: readonly string[]): string | undefined {
  return columns.find((column) => !FEW_VALUES.test(column));
}

function compares(condition: string, column: string | undefined): boolean {
  return column !== undefined && new RegExp(`(?<![.\\w"])${column} = `).test(condition);
}
