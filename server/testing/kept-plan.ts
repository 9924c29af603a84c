import type pg from 'pg';

// A connection keeps the plan of a prepared statement, and the one that it keeps may have been made without values.

/** A part of a plan, as EXPLAIN (FORMAT JSON) returns it. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Alias?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  Plans?: PlanNode[];
}

export interface Index {
  table: string;
  name: string;
  columns: string[];
}

/** Columns with few values, by their names. An index that is used with nothing else finds too many rows. */
export const FEW_VALUES =
  /^(tenant_id|generation|entity|kind|stage|state|status|role|purpose|language|field|is_.*)$|_(kind|type|status|status_id|state)$/;

/** From here on, the connection plans statements of the tenant without their values. */
export async function planWithoutValues(client: pg.ClientBase, tenantId: number): Promise<void> {
  await client.query(
    `SET plan_cache_mode = force_generic_plan; SET app.held_candidates = '{}'; SELECT set_config('app.tenant_id', '${tenantId}', false)`,
  );
}

/** What has a plan in a text that the service sends: the text itself, each statement that it prepares, or nothing. */
export function statementsWithPlan(text: string): string[] {
  if (text.startsWith('PREPARE ')) return text.split(/; (?=PREPARE )/);
  return /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/i.test(text) ? [text] : [];
}

/** The plan of one of `statementsWithPlan`. */
export async function planOf(client: pg.ClientBase, statement: string): Promise<PlanNode> {
  const isPrepared = statement.startsWith('PREPARE ');
  await client.query(
    isPrepared ? statement.replace(/^PREPARE \w+/, 'PREPARE checked') : `PREPARE checked AS ${statement}`,
  );
  try {
    const count = Math.max(0, ...Array.from(statement.matchAll(/\$(\d+)/g), ([, number]) => Number(number)));
    const values = count === 0 ? '' : `(${Array(count).fill('NULL').join()})`;
    const { rows } = await client.query(`EXPLAIN (FORMAT JSON) EXECUTE checked${values}`);
    return rows[0]['QUERY PLAN'][0].Plan;
  } finally {
    await client.query('DEALLOCATE checked');
  }
}

/** The indexes of the tables that have a tenant. */
export async function readIndexes(client: pg.ClientBase): Promise<Index[]> {
  const { rows } = await client.query<Index>(
    `SELECT t.relname AS table, c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
       FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid JOIN pg_class AS t ON t.oid = i.indrelid
       JOIN pg_attribute AS a ON a.attrelid = c.oid
      WHERE t.relnamespace = 'public'::regnamespace
        AND EXISTS (SELECT FROM pg_attribute AS b WHERE b.attrelid = t.oid AND b.attname = 'tenant_id')
      GROUP BY t.oid, c.oid ORDER BY c.relname`,
  );
  return rows;
}

/** Whether the scan of the index names its columns up to the first one with many values. */
export function isLookUp(scan: PlanNode, { columns }: Index): boolean {
  const end = columns.findIndex((column) => !FEW_VALUES.test(column));
  const condition = scan['Index Cond'] ?? '';
  return columns.slice(0, end + 1).every((column) => new RegExp(`\\b${column}\\b`).test(condition));
}
