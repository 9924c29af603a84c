import type { PropertyChange } from './choose.ts';
import type { RowChange } from './combine.ts';
import { isSame, type Values, valuesOf } from './properties.ts';
import { type Row, tableOf } from './tables.ts';

// Takes back what a merge has changed on the kept candidate, where nobody has changed it since, without the database.

/** What the candidate has now. The functions below change it. */
export interface State {
  /** The master data of the candidate. */
  candidate: Record<string, unknown>;
  /** The rows of its lists. */
  rows: Map<string, Record<string, unknown> & Row>;
}

export const rowKey = ({ table, id }: { table: string; id: number }) => `${table} ${id}`;

/** Takes the change of a property back. Returns false if the property was changed since, to something else than before. */
export function revertProperty({ candidate }: State, { property, before, after }: PropertyChange): boolean {
  const values = valuesOf(property, candidate);
  if (isSame(values, before)) return true;
  if (!isSame(values, after)) return false;
  Object.assign(candidate, before);
  return true;
}

/**
 * Takes the change of a row back, column by column, and where columns are right only together, those. Returns false if something was
 * changed since, to something else than before, or the row is gone.
 */
export function revertRow({ rows }: State, { table, id, before, after }: RowChange): boolean {
  const row = rows.get(rowKey({ table, id }));
  if (row === undefined) return false;
  const changed = Object.keys(after);
  const has = (values: Values) => (column: string) => (row[column] ?? null) === (values[column] ?? null);
  const withOthers = (column: string) => {
    const together = tableOf(table).together?.find((columns) => columns.includes(column)) ?? [column];
    return together.filter((one) => changed.includes(one));
  };
  const reverted = changed.filter((column) => withOthers(column).every(has(after)));
  for (const column of reverted) row[column] = before[column] ?? null;
  return changed.every(has(before));
}
