import { findSteady, mergeRows } from './merge-rows.ts';

/** A part of a list, as a search returns it. */
export interface Page {
  total: number;
  totalIsExact: boolean;
  nextCursor: string | null;
}

/** The part of a list that a read is about. */
export interface Part {
  limit: number;
  cursor?: string | undefined;
}

/** What comes after them stays as it was read. One call returns no more. */
const FIRST_ROWS = 200;
/** As many as a list reads when it is opened. */
const FEWEST_ROWS = 100;

/**
 * Reads the beginning of a list again, and returns its pages with that, as `mergeRows` merges it. `name` is that of the rows. If a
 * row is missing, or nothing that is shown was read, it reads on: the row can still match, and then belongs farther down. It reads no
 * more rows than are shown, and none that is not shown then, because the access log has every excerpt of a document that is read. If
 * a row is still missing then, the list ends there.
 */
export async function readFirst<Name extends string, One extends Page & Record<Name, { id: number }[]>>(
  shown: readonly One[],
  name: Name,
  read: (part: Part) => Promise<One>,
  kept: () => ReadonlySet<number> = () => new Set(),
): Promise<One[]> {
  const known = idsOf(shown, name);
  const mostRows = Math.max(FIRST_ROWS, known.size);
  let first = await read({ limit: Math.min(FIRST_ROWS, Math.max(FEWEST_ROWS, known.size)) });
  let merged = mergeFirst(shown, first, name, kept());
  const isComplete = () => {
    const now = idsOf(merged.pages, name);
    return first[name].some(({ id }) => known.has(id)) && [...known].every((id) => now.has(id));
  };
  const mergeAgain = (hasMore?: boolean) => {
    // A row that the merge before took out comes back where it belongs now, or where it was if it has not moved after all, or if the
    // user has chosen it meanwhile.
    const all = shown.flatMap((page) => page[name]);
    const steady = findSteady(all, first[name]).map((index) => all[index]!.id);
    const stay = new Set([...idsOf(merged.pages, name), ...kept(), ...steady]);
    const rest = shown.map((page) => ({ ...page, [name]: page[name].filter(({ id }) => stay.has(id)) }));
    return mergeFirst(rest, first, name, kept(), hasMore);
  };
  while (merged.behind > 0 && (first[name].length < FIRST_ROWS || !isComplete())) {
    const left = mostRows - first[name].length;
    if (left === 0) return mergeAgain(false).pages;
    const next = await read({ limit: Math.min(FIRST_ROWS, merged.behind, left), cursor: first.nextCursor! });
    first = { ...first, nextCursor: next.nextCursor, [name]: [...first[name], ...next[name]] };
    merged = mergeAgain();
  }
  return merged.pages;
}

/**
 * The pages with what the list begins with now, as `mergeRows` merges it, and how many rows come after that. Without `hasMore`, the
 * list ends there, and is read on from there.
 */
export function mergeFirst<Name extends string, One extends Page & Record<Name, { id: number }[]>>(
  shown: readonly One[],
  first: One,
  name: Name,
  kept: ReadonlySet<number>,
  hasMore: boolean = first.nextCursor !== null,
): { pages: One[]; behind: number } {
  const { total, totalIsExact, nextCursor } = first;
  const { pages, behind } = mergeRows(
    shown.map((page) => page[name]),
    { rows: first[name], hasMore },
    kept,
  );
  return {
    pages: shown.map((page, index) => ({
      ...page,
      total,
      totalIsExact,
      nextCursor: behind > 0 || index < shown.length - 1 ? page.nextCursor : nextCursor,
      [name]: pages[index],
    })),
    behind,
  };
}

function idsOf<Name extends string>(pages: readonly Record<Name, { id: number }[]>[], name: Name) {
  return new Set(pages.flatMap((page) => page[name]).map(({ id }) => id));
}
