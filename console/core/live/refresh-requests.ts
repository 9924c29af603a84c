import type { QueryClient } from '@tanstack/react-query';
import { requestSearch } from '../../generated/operations.ts';
import { call } from '../api/call.ts';
import type { queries } from '../api/queries.ts';
import type { RequestFilter } from '../api/records.ts';
import { readFirst } from './read-first.ts';
import { mergeFirst, refreshShown } from './refresh-shown.ts';

type Pages = Parameters<NonNullable<ReturnType<typeof queries.requests>['select']>>[0];

/** As many as one call returns. What comes after them stays as it was read. */
const FIRST_ROWS = 200;

/** Reads the beginning of the lists of requests that are shown, and the short lists on other pages. */
export async function refreshRequests(queryClient: QueryClient): Promise<void> {
  const beside = queryClient.invalidateQueries({ queryKey: ['requests', 'of'] });
  await refreshShown(
    queryClient,
    ['requests', 'list'],
    ([, , filter, language], shown: Pages) =>
      readFirst(shown, 'requests', (cursor) =>
        call(requestSearch, {
          body: { ...(filter as RequestFilter), limit: FIRST_ROWS, cursor },
          language: language as string,
        }),
      ),
    (shown, first) => mergeFirst(shown, first, 'requests'),
  );
  await beside;
}
