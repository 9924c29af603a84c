interface Row {
  id: number;
}

interface Shown<Hit> {
  /** The rows of each page that has been loaded. */
  pages: readonly (readonly Hit[])[];
  /** Whether there are rows after the last page. */
  hasMore: boolean;
}

interface First<Hit> {
  /** What the list begins with now. */
  rows: readonly Hit[];
  hasMore: boolean;
}

/**
 * The pages with what the list begins with now: rows that match now appear where they belong, those that match no longer disappear,
 * and all others stay where they are, with their current values. `kept` stay in any case.
 */
export function mergeRows<Hit extends Row>(
  shown: Shown<Hit>,
  first: First<Hit>,
  kept: ReadonlySet<number> = new Set(),
): Hit[][] {
  const current = new Map(first.rows.map((row) => [row.id, row]));
  const loaded = shown.pages.flat();
  const known = new Set(loaded.map(({ id }) => id));
  // Rows after the last one that was read now were loaded by a later page.
  const end = first.hasMore ? loaded.findLastIndex(({ id }) => current.has(id)) + 1 : loaded.length;
  const beyond = new Set(loaded.slice(end).map(({ id }) => id));
  const isKept = ({ id }: Row) => current.has(id) || beyond.has(id) || kept.has(id);
  const added = addedAfter(first.rows, known);
  // What comes after the last row is on a page that has not been loaded.
  if (shown.hasMore) added.delete(loaded.at(-1)?.id);
  return shown.pages.map((rows, index) => [
    ...(index === 0 ? (added.get(undefined) ?? []) : []),
    ...rows
      .flatMap((row) => [row, ...(added.get(row.id) ?? [])])
      .filter(isKept)
      .map((row) => current.get(row.id) ?? row),
  ]);
}

/** The rows that are not in the list yet, by the one of the list that they come after. */
function addedAfter<Hit extends Row>(
  rows: readonly Hit[],
  known: ReadonlySet<number>,
): Map<number | undefined, Hit[]> {
  const added = new Map<number | undefined, Hit[]>();
  let after: number | undefined;
  for (const row of rows) {
    if (known.has(row.id)) after = row.id;
    else added.set(after, [...(added.get(after) ?? []), row]);
  }
  return added;
}
