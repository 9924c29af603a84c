import type { QueryClient } from '@tanstack/react-query';
import { companySearch } from '../../generated/operations.ts';
import { call } from '../api/call.ts';
import type { queries } from '../api/queries.ts';
import type { CompanyFilter } from '../api/records.ts';
import { mergeRows } from './merge-rows.ts';

type Pages = Parameters<NonNullable<ReturnType<typeof queries.companies>['select']>>[0];
type Page = Pages['pages'][number];

/** As many as one call returns. What comes after them stays as it was read. */
const FIRST_ROWS = 200;

/** Reads the beginning of the lists of companies that are shown, as those of candidates are read. */
export async function refreshCompanies(queryClient: QueryClient): Promise<void> {
  const shown = queryClient
    .getQueryCache()
    .findAll({ queryKey: ['companies', 'list'], type: 'active' })
    .map(({ queryKey }) => queryKey);
  for (const queryKey of shown) {
    const [, , filter, language] = queryKey as [string, string, CompanyFilter, string];
    const body = { ...filter, limit: FIRST_ROWS };
    // If there is no connection, the page says so, and its queries are repeated when it is back.
    const first = await call(companySearch, { body, language }).catch(() => undefined);
    if (first !== undefined)
      queryClient.setQueryData<Pages>(queryKey, (pages) => pages && merge(pages, first));
  }
}

function merge(shown: Pages, first: Page): Pages {
  const rows = mergeRows(
    { pages: shown.pages.map(({ companies }) => companies), hasMore: shown.pages.at(-1)?.nextCursor != null },
    { rows: first.companies, hasMore: first.nextCursor !== null },
  );
  const { total, totalIsExact } = first;
  return {
    ...shown,
    pages: shown.pages.map((page, index) => ({ ...page, total, totalIsExact, companies: rows[index]! })),
  };
}
