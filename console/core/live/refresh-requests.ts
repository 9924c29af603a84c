import type { QueryClient } from '@tanstack/react-query';
import { requestSearch } from '../../generated/operations.ts';
import { call } from '../api/call.ts';
import type { queries } from '../api/queries.ts';
import type { RequestFilter } from '../api/records.ts';
import { mergeRows } from './merge-rows.ts';

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
    const body = { ...filter, limit: FIRST_ROWS };
    // If there is no connection, the page says so, and its queries are repeated when it is back.
    const first = await call(requestSearch, { body, language }).catch(() => undefined);
    if (first !== undefined)
      queryClient.setQueryData<Pages>(queryKey, (pages) => pages && merge(pages, first));
  }
}

function merge(shown: Pages, first: Page): Pages {
  const rows = mergeRows(
    { pages: shown.pages.map(({ requests }) => requests), hasMore: shown.pages.at(-1)?.nextCursor != null },
    { rows: first.requests, hasMore: first.nextCursor !== null },
  );
  const { total, totalIsExact } = first;
  return {
    ...shown,
    pages: shown.pages.map((page, index) => ({ ...page, total, totalIsExact, requests: rows[index]! })),
  };
}
