import { longestRise } from '../longest-rise.ts';

interface Row {
  id: number;
}

interface First<Hit> {
  /** What the list begins with now. */
  rows: readonly Hit[];
  hasMore: boolean;
}

interface Merged<Hit> {
  pages: Hit[][];
  /** How many rows that are shown come after those that were read. If there are none, the list ends where they end. */
  behind: number;
}

/**
 * The pages of a list with what it begins with now: rows that match now appear where they belong, those that match no longer
 * disappear, and all others stay where they are, with their current values. `kept` stay in any case.
 */
export function mergeRows<Hit extends Row>(
  pages: readonly (readonly Hit[])[],
  { rows, hasMore }: First<Hit>,
  kept: ReadonlySet<number> = new Set(),
): Merged<Hit> {
  const current = new Map(rows.map((row) => [row.id, row]));
  const shown = pages.flat();
  const indexes = toIndexes(shown);
  const inOrder = findSteady(shown, rows);
  const last = inOrder.at(-1) ?? -1;
  const steady = new Set(inOrder);
  const readAfter = rows.length - 1 - rows.findLastIndex(({ id }) => indexes.get(id) === last);
  const shownAfter = shown.slice(last + 1).filter(({ id }) => !current.has(id)).length;
  const behind = hasMore ? Math.max(0, shownAfter - readAfter) : 0;
  const stays = ({ id }: Row, index: number) =>
    current.has(id) || kept.has(id) || (behind > 0 && index > last);

  const afterKept = shown.findIndex(({ id }, index) => index > last && (current.has(id) || !kept.has(id)));
  const end = behind === 0 || afterKept === -1 ? shown.length : afterKept;
  const added = new Map<number, Hit[]>();
  let place = -1;
  for (const row of current.values()) {
    const index = indexes.get(row.id);
    if (index === undefined) added.set(place, [...(added.get(place) ?? []), row]);
    // At the end of what was read, kept rows come before those that are new.
    else if (steady.has(index)) place = index === last ? end - 1 : index;
  }
  const merged = shown.map((row, index) => [
    ...(stays(row, index) ? [current.get(row.id) ?? row] : []),
    ...(added.get(index) ?? []),
  ]);
  const [first = [], ...others] = pages.map(({ length }) => merged.splice(0, length).flat());
  return { pages: [[...(added.get(-1) ?? []), ...first], ...others], behind };
}

const toIndexes = (shown: readonly Row[]) => new Map(shown.map(({ id }, index) => [id, index]));

/** The indexes of the rows that have not moved among the others. One that has says nothing about where those beside it belong. */
export function findSteady(shown: readonly Row[], rows: readonly Row[]): number[] {
  const indexes = toIndexes(shown);
  return longestRise([...new Set(rows.map(({ id }) => id))].flatMap((id) => indexes.get(id) ?? []));
}
