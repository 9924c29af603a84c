import type { QueryClient } from '@tanstack/react-query';
import { companySearch } from '../../generated/operations.ts';
import { call } from '../api/call.ts';
import type { queries } from '../api/queries.ts';
import type { CompanyFilter } from '../api/records.ts';
import { readFirst } from './read-first.ts';
import { mergeFirst, refreshShown } from './refresh-shown.ts';

type Pages = Parameters<NonNullable<ReturnType<typeof queries.companies>['select']>>[0];

/** As many as one call returns. What comes after them stays as it was read. */
const FIRST_ROWS = 200;

/** Reads the beginning of the lists of companies that are shown, as those of candidates are read. */
export async function refreshCompanies(queryClient: QueryClient): Promise<void> {
  await refreshShown(
    queryClient,
    ['companies', 'list'],
    ([, , filter, language], shown: Pages) =>
      readFirst(shown, 'companies', (cursor) =>
        call(companySearch, {
          body: { ...(filter as CompanyFilter), limit: FIRST_ROWS, cursor },
          language: language as string,
        }),
      ),
    (shown, first) => mergeFirst(shown, first, 'companies'),
  );
}
