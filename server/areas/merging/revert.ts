import { combine, type PropertyChange } from './choose.ts';
import { improved, type RowChange } from './combine.ts';
import type { KeptMerge } from './kept.ts';
import { isSame, type Values, valuesOf } from './properties.ts';
import type { RankOf, Row } from './tables.ts';

// Takes back what a merge has changed on the kept candidate, where nobody has changed it since. Merges can follow each other, and be undone
// in any order: the value can be what a later merge puts back, or the kept candidate can itself be kept by a later merge. All of that is
// decided here, without the database.

/** What the candidate has now. The functions below change it. */
export interface State {
  /** The master data of the candidate. */
  candidate: Record<string, unknown>;
  /** The rows of its lists. */
  rows: Map<string, Record<string, unknown> & Row>;
  /** Its other merges that can still be undone. */
  merges: readonly KeptMerge[];
  rankOf: RankOf;
}

export const rowKey = ({ table, id }: { table: string; id: number }) => `${table} ${id}`;

/**
 * Takes the change of a property back. `owner` is the merge whose candidate has the property, undefined for the candidate itself. Later
 * merges than `mergeId` can have found its value. Returns false if the property was changed since.
 */
export function revertProperty(
  state: State,
  owner: KeptMerge | undefined,
  { property, before, after }: Pick<PropertyChange, 'property' | 'before' | 'after'>,
  mergeId: number,
): boolean {
  const later = state.merges.find(
    (merge) =>
      merge.id > mergeId &&
      merge.parentId === (owner?.id ?? null) &&
      merge.kept.properties.some((one) => one.property === property && isSame(one.before, after)),
  );
  if (later !== undefined) {
    const change = later.kept.properties.find((one) => one.property === property)!;
    change.before = before;
    return revise(state, later, change, valuesOf(property, later.kept.columns));
  }
  if (owner === undefined) {
    if (!isSame(valuesOf(property, state.candidate), after)) return false;
    Object.assign(state.candidate, before);
    return true;
  }
  if (!isSame(valuesOf(property, owner.kept.columns), after)) return false;
  owner.kept.columns = { ...owner.kept.columns, ...before };
  const passedOn = owner.kept.properties.find((one) => one.property === property);
  // What the owner passed on when it was merged in turn was the value that goes.
  if (passedOn !== undefined) revise(state, owner, passedOn, before);
  return true;
}

/**
 * Decides again what the merge made of the values of both, one of which has gone: the result can have parts of it. Returns false if the
 * result was changed since.
 */
function revise(state: State, merge: KeptMerge, change: PropertyChange, merged: Values): boolean {
  const { property, before, after, isTaken } = change;
  const next = combine(property, before, merged, isTaken);
  const isUnchanged =
    isSame(next, after) ||
    revertProperty(state, ownerOf(state, merge), { property, before: next, after }, merge.id);
  change.after = next;
  if (isSame(before, next)) merge.kept.properties = merge.kept.properties.filter((one) => one !== change);
  return isUnchanged;
}

/** Takes the change of a row back, column by column. Returns false if a column was changed since, or the row is gone. */
export function revertRow(state: State, change: RowChange, mergeId: number): boolean {
  const row = state.rows.get(rowKey(change));
  if (row === undefined) return revertRemoved(state, change);
  return Object.entries(change.after).every(([column, after]) => {
    const before = change.before[column] ?? null;
    const later = state.merges
      .flatMap(({ id, kept }) => (id > mergeId ? kept.rows : []))
      .find(
        (one) =>
          rowKey(one) === rowKey(change) && column in one.after && (one.before[column] ?? null) === after,
      );
    if (later !== undefined) later.before[column] = before;
    else if ((row[column] ?? null) === after) row[column] = before;
    else return false;
    return true;
  });
}

/** The row was removed by a later merge, because the next candidate had the entry already. */
function revertRemoved(state: State, change: RowChange): boolean {
  for (const merge of state.merges) {
    const removed = merge.kept.removed.find(
      ({ table, row }) => rowKey({ table, id: row.id }) === rowKey(change),
    );
    if (removed === undefined) continue;
    const isUnchanged = Object.entries(change.after).every(
      ([column, after]) => removed.row[column] === after,
    );
    if (!isUnchanged) return false;
    removed.row = { ...removed.row, ...change.before };
    const key = { table: change.table, id: removed.keptId };
    const passedOn = merge.kept.rows.find((one) => rowKey(one) === rowKey(key));
    const remaining = state.rows.get(rowKey(key));
    if (passedOn === undefined || remaining === undefined) return true;
    const original: Row = { ...remaining, ...passedOn.before };
    const next = improved(change.table, original, removed.row, state.rankOf);
    const nextAfter = Object.fromEntries(
      Object.keys(passedOn.after).map((column) => [
        column,
        column in next ? (next[column] ?? null) : passedOn.after[column],
      ]),
    );
    revertRow(state, { ...key, before: nextAfter, after: passedOn.after }, merge.id);
    passedOn.after = nextAfter;
    return true;
  }
  return false;
}

export function ownerOf(state: State, { parentId }: KeptMerge): KeptMerge | undefined {
  return parentId === null ? undefined : state.merges.find(({ id }) => id === parentId);
}

/** The merge and those that hang on it. */
export function branchOf(merges: readonly KeptMerge[], id: number): Set<number> {
  const branch = new Set([id]);
  // A child has a smaller id than its parent: its candidate had to be merged first.
  for (const merge of merges.toSorted((a, b) => b.id - a.id))
    if (merge.parentId !== null && branch.has(merge.parentId)) branch.add(merge.id);
  return branch;
}
