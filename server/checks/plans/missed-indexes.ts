import pg from 'pg';
import {
  FEW_VALUES,
  type Index,
  isLookUp,
  type PlanNode,
  planOf,
  planWithoutValues,
  readIndexes,
  statementsWithPlan,
} from '../../testing/kept-plan.ts';
import { copyOfTemplate, databaseUrl } from '../../testing/template.ts';
import { fillTables } from './fill.ts';

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

/** Plans each statement without its values, as a connection keeps it, in tables that `fillTables` has filled. */
export async function findMissedIndexes(
  client: pg.ClientBase,
  tenantId: number,
  texts: Iterable<string>,
): Promise<MissedIndex[]> {
  const indexes = await readIndexes(client);
  await planWithoutValues(client, tenantId);
  const found: MissedIndex[] = [];
  for (const statement of [...texts].flatMap(statementsWithPlan)) {
    for (const node of await partsOfPlan(client, statement)) {
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

/** Empty if there is no plan: tests also execute statements that fail, and some of tables that only they have. */
async function partsOfPlan(client: pg.ClientBase, statement: string): Promise<PlanNode[]> {
  try {
    return allOf(await planOf(client, statement));
  } catch (error) {
    if (error instanceof pg.DatabaseError) return [];
    throw error;
  }
}

function allOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(allOf)];
}

// As PostgreSQL prints NOT IN, and NOT of an OR with an IN.
const NOT_IN = /NOT \(ANY \(\w+ = [^)]+\)\.col1\)\)|\(ANY \(\w+ = [^)]+\)\.col1\)\) IS NOT TRUE/g;

/** What a scan of all rows of a tenant keeps of them. Undefined if it looks rows up, or keeps all. */
function scanCondition(node: PlanNode, indexes: readonly Index[]): string | undefined {
  // What is in none of a list cannot be looked up.
  return readsAll(node, indexes) ? node.Filter?.replace(NOT_IN, '') : undefined;
}

function readsAll(node: PlanNode, indexes: readonly Index[]): boolean {
  const { 'Node Type': type, Plans: parts = [] } = node;
  if (type === 'Seq Scan') return true;
  // Of two sets of rows, only those of the smaller one are read.
  if (type === 'BitmapAnd') return parts.every((part) => readsAll(part, indexes));
  if (type === 'Bitmap Heap Scan' || type === 'BitmapOr')
    return parts.some((part) => readsAll(part, indexes));
  const index = indexes.find(({ name }) => name === node['Index Name']);
  return index !== undefined && !isLookUp(node, index);
}

/** The first column of an index that tells rows of a tenant apart. */
function firstOfMany(columns: readonly string[]): string | undefined {
  return columns.find((column) => !FEW_VALUES.test(column));
}

function compares(condition: string, column: string | undefined): boolean {
  return column !== undefined && new RegExp(`(?<![.\\w"])${column} = `).test(condition);
}
