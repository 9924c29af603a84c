import { COMBINED_TABLES, type CombinedTableName, type RankOf, type Row, tableOf } from './tables.ts';

/** The rows of both candidates, by table. */
export type Lists = Readonly<Record<CombinedTableName, readonly Row[]>>;

/** A row that remains, or that was moved, with the columns that the merge has changed. */
export interface RowChange {
  table: CombinedTableName;
  id: number;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** A row of the merged candidate that the kept one has already. */
export interface RemovedRow {
  table: CombinedTableName;
  /** The row of the kept candidate. */
  keptId: number;
  row: Row;
}

export interface Combination {
  removed: RemovedRow[];
  changed: RowChange[];
  /** The rows that go to the kept candidate. */
  moved: Record<string, number[]>;
}

/** What becomes of the lists of both candidates. */
export function combineLists(kept: Lists, merged: Lists, rankOf: RankOf): Combination {
  const result: Combination = { removed: [], changed: [], moved: {} };
  for (const table of COMBINED_TABLES) {
    const own = new Map(kept[table].map((row) => [keyOf(table, row), row]));
    const moved: number[] = [];
    const hasPrimary = kept[table].some((row) => row.is_primary === true);
    for (const row of merged[table]) {
      const same = own.get(keyOf(table, row));
      if (same !== undefined) {
        result.removed.push({ table, keptId: same.id, row });
        addChange(result.changed, table, same, improved(table, same, row, rankOf));
        if (isMain(table, row) && !hasPrimary) addChange(result.changed, table, same, { is_primary: true });
        continue;
      }
      moved.push(row.id);
      if (isMain(table, row) && hasPrimary) addChange(result.changed, table, row, { is_primary: false });
    }
    if (moved.length > 0) result.moved[table] = moved;
  }
  return result;
}

/** Whether it is the main profession, of which there is one. Channels are aligned with contact afterwards. */
const isMain = (table: CombinedTableName, row: Row) =>
  table === 'candidate_profession' && row.is_primary === true;

function keyOf(table: CombinedTableName, row: Row): string {
  if (tableOf(table).isAlone?.(row) === true) return `${row.id}`;
  return JSON.stringify(tableOf(table).key.map((column) => row[column] ?? null));
}

/** The columns in which the other row makes this one better. */
function improved(table: CombinedTableName, row: Row, other: Row, rankOf: RankOf): Record<string, unknown> {
  return tableOf(table).better?.(row, other, rankOf) ?? {};
}

/** Adds what differs from the row. A row that is changed twice has one entry. */
export function addChange(
  changes: RowChange[],
  table: CombinedTableName,
  row: Row,
  columns: Record<string, unknown>,
): void {
  const changed = Object.entries(columns).filter(
    ([column, value]) => (row[column] ?? null) !== (value ?? null),
  );
  if (changed.length === 0) return;
  const known = changes.find((change) => change.table === table && change.id === row.id);
  const before = Object.fromEntries(changed.map(([column]) => [column, row[column] ?? null]));
  const after = Object.fromEntries(changed);
  if (known === undefined) changes.push({ table, id: row.id, before, after });
  else {
    known.before = { ...before, ...known.before };
    known.after = { ...known.after, ...after };
  }
}
