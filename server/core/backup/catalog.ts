import pg from 'pg';
import { readMigratedNames } from '../db/own-objects.ts';
import { isTableWithFiles, type TableWithFiles } from '../document-files/index.ts';

// The list of tables to back up comes from what the migrations create, so a new table cannot be forgotten, and what an operator has
// added is not in the way: a restored database would lack it.

export interface BackedUpTable {
  /** As in SQL, quoted if needed. */
  name: string;
  /** Without generated columns, which are recomputed. */
  columns: string[];
  /** Row-level security applies: a connection sees only the rows of the tenant that it has set. */
  isWalled: boolean;
  /** Its name if its rows refer to files in the document store. */
  withFiles: TableWithFiles | undefined;
  hasTriggers: boolean;
}

interface Reference {
  constraint: string;
  from: string;
  to: string;
}

export interface Catalog {
  /** In an order in which rows can be restored: referenced tables come first. */
  tables: BackedUpTable[];
  /** References that form a cycle and can be checked only at the end. */
  circular: Reference[];
  sequences: string[];
}

// State of the database itself, files that visitors have not sent as an application yet, and texts of records that the next
// read stores again. A restored copy is another installation than its original, so it keeps its own id.
const OMITTED_TABLES = ['migration', 'installation', 'portal_upload', 'candidate_record'];
/** Those of them that a restore empties, because they refer to tables that it fills. */
export const EMPTIED_TABLES = ['portal_upload', 'candidate_record'];

/**
 * The tables of the service (schema public). Leaves out the queue's tables, because schedules create new jobs, and by default
 * unlogged tables, which a crash would empty too, and what an operator has added.
 */
export async function readCatalog(
  client: pg.ClientBase,
  { omitted = OMITTED_TABLES, withUnlogged = false, withOwn = false } = {},
): Promise<Catalog> {
  const migrated = await readMigratedNames();
  const { rows } = await client.query(
    `SELECT class.relname AS table, class.relrowsecurity AS walled,
            array_agg(attribute.attname::text ORDER BY attribute.attnum) FILTER (WHERE attribute.attgenerated = '') AS columns,
            quote_ident(class.relname) <> ALL ($3) AS own,
            EXISTS (SELECT FROM pg_trigger WHERE tgrelid = class.oid AND NOT tgisinternal AND tgenabled = 'O') AS triggers
       FROM pg_class AS class
       JOIN pg_attribute AS attribute ON attribute.attrelid = class.oid AND attribute.attnum > 0 AND NOT attribute.attisdropped
      WHERE class.relnamespace = 'public'::regnamespace AND class.relkind IN ('r', 'p') AND NOT class.relispartition
        AND (class.relpersistence = 'p' OR $2) AND class.relname <> ALL ($1)
        AND ($5 OR quote_ident(class.relname) = ANY ($3)
                   AND quote_ident(class.relname) || '.' || quote_ident(attribute.attname) = ANY ($4))
      GROUP BY class.oid
      ORDER BY class.relname`,
    [omitted, withUnlogged, migrated.tables, migrated.columns, withOwn],
  );
  const references = await client.query(
    `SELECT conname AS constraint, source.relname AS from, target.relname AS to
       FROM pg_constraint
       JOIN pg_class AS source ON source.oid = conrelid
       JOIN pg_class AS target ON target.oid = confrelid
      WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conrelid <> confrelid AND conparentid = 0
      ORDER BY source.relname, conname`,
  );
  const sequences = await client.query(
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' AND ($2 OR quote_ident(relname) = ANY ($1))
      ORDER BY relname`,
    [migrated.sequences, withOwn],
  );
  const { order, circular } = orderTables(
    rows.map((row) => row.table),
    references.rows,
  );
  const tables = order.map((table): BackedUpTable => {
    const row = rows.find((candidate) => candidate.table === table)!;
    const columns: string[] = row.columns;
    if (row.walled && !row.own && !columns.includes('tenant_id'))
      throw new Error(`${table} has row-level security but no tenant_id.`);
    return {
      name: pg.escapeIdentifier(table),
      columns: columns.map((column) => pg.escapeIdentifier(column)),
      isWalled: row.walled,
      withFiles: isTableWithFiles(table) ? table : undefined,
      hasTriggers: row.triggers,
    };
  });
  return {
    tables,
    circular: circular.map(({ constraint, from, to }) => ({
      constraint: pg.escapeIdentifier(constraint),
      from: pg.escapeIdentifier(from),
      to: pg.escapeIdentifier(to),
    })),
    sequences: sequences.rows.map((row) => pg.escapeIdentifier(row.name)),
  };
}

/** Sorts tables after the tables they refer to. Also returns the references for which that is impossible. */
export function orderTables(
  tables: readonly string[],
  references: readonly Reference[],
): { order: string[]; circular: Reference[] } {
  const order: string[] = [];
  const circular: Reference[] = [];
  const state = new Map<string, 'entered' | 'left'>();
  const visit = (table: string): void => {
    state.set(table, 'entered');
    for (const reference of references) {
      if (reference.from !== table || !tables.includes(reference.to)) continue;
      const seen = state.get(reference.to);
      if (seen === 'entered') circular.push(reference);
      else if (seen === undefined) visit(reference.to);
    }
    state.set(table, 'left');
    order.push(table);
  };
  for (const table of tables) if (!state.has(table)) visit(table);
  return { order, circular };
}
