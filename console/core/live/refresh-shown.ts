import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { type Page, type Part, readFirst } from './read-first.ts';

/** How often a list is read again if it was changed meanwhile. The next change reads it as well. */
const ATTEMPTS = 5;

/** The read of each list that was started last. */
const started = new WeakMap<Query, symbol>();

/**
 * Reads the beginning of the lists that are shown, and merges it into them. The others are read when they are shown again. Of two reads of
 * a list, the one that was started last counts, even if it ends first. A list that was changed during its read is read again: the
 * response can be from before that.
 */
export async function refreshShown<Pages, First>(
  queryClient: QueryClient,
  prefix: QueryKey,
  read: (queryKey: QueryKey, shown: Pages) => Promise<First>,
  merge: (shown: Pages, first: First, queryKey: QueryKey) => Pages,
): Promise<void> {
  const shown = queryClient.getQueryCache().findAll({ queryKey: prefix, type: 'active' });
  // Before the reads, because a list that is opened during them is not among those that are shown now.
  void queryClient.invalidateQueries({ queryKey: prefix, type: 'inactive', refetchType: 'none' });
  for (const query of shown) await refresh(queryClient, query as Query, read, merge);
}

async function refresh<Pages, First>(
  queryClient: QueryClient,
  query: Query,
  read: (queryKey: QueryKey, shown: Pages) => Promise<First>,
  merge: (shown: Pages, first: First, queryKey: QueryKey) => Pages,
): Promise<void> {
  const { queryKey } = query;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const number = Symbol('read');
    started.set(query, number);
    // What the page itself is reading can be older, and replaces the list.
    await query.promise?.catch(() => {});
    const before = query.state.data;
    if (before === undefined) return;
    // If there is no connection, the page says so, and its queries are repeated when it is back.
    const first = await read(queryKey, before as Pages).catch(() => undefined);
    if (first === undefined || started.get(query) !== number) return;
    if (query.state.data === before) {
      queryClient.setQueryData<Pages>(queryKey, (shown) => shown && merge(shown, first, queryKey));
      return;
    }
  }
}

interface FoundPage extends Page {
  /** Whether the search had indexed all changes before. */
  isCurrent: boolean;
}

/** Whether what a search has returned, one page or several, can lack changes. */
export function isBehind(data: unknown): boolean {
  const { pages = [data as FoundPage] } = data as Partial<InfiniteData<FoundPage>>;
  return pages.some(({ isCurrent }) => isCurrent === false);
}

/** Reads the beginning of the lists that are shown, as `readFirst` reads it. `name` is that of the rows. */
export async function refreshFirst<
  Name extends string,
  One extends FoundPage & Record<Name, { id: number }[]>,
>(
  queryClient: QueryClient,
  prefix: QueryKey,
  name: Name,
  read: (queryKey: QueryKey, part: Part) => Promise<One>,
  kept?: () => ReadonlySet<number>,
): Promise<void> {
  await refreshShown(
    queryClient,
    prefix,
    async (queryKey, { pages }: InfiniteData<One, string | undefined>) => {
      let isCurrent = true;
      const readPart = async (part: Part) => {
        const page = await read(queryKey, part);
        isCurrent &&= page.isCurrent;
        return page;
      };
      const merged = await readFirst(pages, name, readPart, kept);
      return merged.map((page) => ({ ...page, isCurrent }));
    },
    (shown, pages) => ({ ...shown, pages }),
  );
}
