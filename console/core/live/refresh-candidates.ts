import type { QueryClient } from '@tanstack/react-query';
import { candidateSearch } from '../../generated/operations.ts';
import { call } from '../api/call.ts';
import type { queries } from '../api/queries.ts';
import type { CandidateFilter, CandidateHit } from '../api/records.ts';
import { mergeRows } from './merge-rows.ts';

type Pages = Parameters<NonNullable<ReturnType<typeof queries.candidates>['select']>>[0];
type Page = Pages['pages'][number];

/** As many as one call returns. What comes after them stays as it was read. */
const FIRST_ROWS = 200;

let kept: ReadonlySet<number> = new Set();

/** These candidates stay in the lists that are shown, even if they match no longer: the user has selected them. */
export function keepCandidates(ids: ReadonlySet<number>): void {
  kept = ids;
}

/**
 * Reads the beginning of the lists of candidates that are shown. Those that match now appear where they belong, those that
 * match no longer disappear, and all others stay where they are, with their current values. The numbers that are shown beside them are
 * read again too.
 */
export async function refreshCandidates(queryClient: QueryClient): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['candidates', 'count'] });
  const shown = queryClient
    .getQueryCache()
    .findAll({ queryKey: ['candidates', 'list'], type: 'active' })
    .map(({ queryKey }) => queryKey);
  for (const queryKey of shown) {
    const [, , filter, language] = queryKey as [string, string, CandidateFilter, string];
    const body = { ...filter, limit: FIRST_ROWS };
    // If there is no connection, the page says so, and its queries are repeated when it is back.
    const first = await call(candidateSearch, { body, language }).catch(() => undefined);
    if (first !== undefined)
      queryClient.setQueryData<Pages>(queryKey, (pages) => pages && merge(pages, first));
  }
}

/** Changes candidates in every list, without reading or moving them. */
export function changeCandidates(
  queryClient: QueryClient,
  change: (candidate: CandidateHit) => CandidateHit,
): void {
  queryClient.setQueriesData<Pages>({ queryKey: ['candidates', 'list'] }, (pages) =>
    pages === undefined
      ? undefined
      : {
          ...pages,
          pages: pages.pages.map((page) => ({ ...page, candidates: page.candidates.map(change) })),
        },
  );
}

function merge(shown: Pages, first: Page): Pages {
  const rows = mergeRows(
    {
      pages: shown.pages.map(({ candidates }) => candidates),
      hasMore: shown.pages.at(-1)?.nextCursor != null,
    },
    { rows: first.candidates, hasMore: first.nextCursor !== null },
    kept,
  );
  const { total, totalIsExact } = first;
  return {
    ...shown,
    pages: shown.pages.map((page, index) => ({ ...page, total, totalIsExact, candidates: rows[index]! })),
  };
}
