import type { PropertyChange } from './choose.ts';
import type { RowChange } from './combine.ts';
import { isSame, type Values, valuesOf } from './properties.ts';
import type { Row } from './tables.ts';

// Takes back what a merge has changed on the kept candidate, where nobody has changed it since, without the database.

/** What the candidate has now. The functions below change it. */
export interface State {
  /** The master data of the candidate. */
  candidate: Record<string, unknown>;
  /** The rows of its lists. */
  rows: Map<string, Record<string, unknown> & Row>;
}

export const rowKey = ({ table, id }: { table: string; id: number }) => `${table} ${id}`;

/** Takes the change of a property back. Returns false if the property was changed since. */
export function revertProperty({ candidate }: State, { property, before, after }: PropertyChange): boolean {
  if (!isSame(valuesOf(property, candidate), after)) return false;
  Object.assign(candidate, before);
  return true;
}

/** Takes the change of a row back, column by column. Returns false if a column was changed since, or the row is gone. */
export function revertRow({ rows }: State, change: RowChange): boolean {
  const row = rows.get(rowKey(change));
  if (row === undefined) return false;
  const unchanged = Object.keys(change.after).filter(
    (column) => (row[column] ?? null) === (change.after[column] ?? null),
  );
  const before: Values = change.before;
  for (const column of unchanged) row[column] = before[column] ?? null;
  return unchanged.length === Object.keys(change.after).length;
}
