import type { QueryClient } from '@tanstack/react-query';
import { requestSearch } from '../../generated/operations.ts';
import { call } from '../api/call.ts';
import type { queries } from '../api/queries.ts';
import { REQUEST_PAGE_ROWS } from '../api/queries-requests.ts';
import type { RequestFilter } from '../api/records.ts';

type Pages = Parameters<NonNullable<ReturnType<typeof queries.requests>['select']>>[0];
type Page = Pages['pages'][number];

/** As many as one call returns. What comes after them stays as it was read. */
const FIRST_ROWS = 200;

/** Reads the beginning of the lists of requests that are shown, and the short lists on other pages. */
export async function refreshRequests(queryClient: QueryClient): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['requests', 'of'] });
  const shown = queryClient.getQueryCache().findAll({ queryKey: ['requests', 'list'], type: 'active' });
  for (const { queryKey } of shown) {
    const [, , filter, language] = queryKey as [string, string, RequestFilter, string];
    const loaded = rowsOf(queryClient.getQueryData<Pages>(queryKey)).length;
    const limit = Math.min(FIRST_ROWS, Math.max(REQUEST_PAGE_ROWS, loaded));
    // If there is no connection, the page says so, and its queries are repeated when it is back.
    const first = await call(requestSearch, { body: { ...filter, limit }, language }).catch(() => undefined);
    if (first !== undefined)
      queryClient.setQueryData<Pages>(queryKey, (pages) => pages && merge(pages, first));
  }
}

const rowsOf = (pages: Pages | undefined) => pages?.pages.flatMap(({ requests }) => requests) ?? [];

/** The rows that were read now, and after them those that are beyond. */
function merge(shown: Pages, first: Page): Pages {
  const loaded = rowsOf(shown);
  const current = new Set(first.requests.map(({ id }) => id));
  const last = loaded.findLastIndex(({ id }) => current.has(id));
  const isWhole = first.nextCursor === null || loaded.length <= first.requests.length || last === -1;
  const page = isWhole
    ? first
    : {
        ...first,
        requests: [...first.requests, ...loaded.slice(last + 1)],
        nextCursor: shown.pages.at(-1)!.nextCursor,
      };
  return { pages: [page], pageParams: [undefined] };
}
