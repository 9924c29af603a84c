import type { QueryClient } from '@tanstack/react-query';
import { candidateSearch } from '../../generated/operations.ts';
import { call } from '../api/call.ts';
import type { queries } from '../api/queries.ts';
import type { CandidateFilter, CandidateHit } from '../api/records.ts';
import { refreshFirst } from './refresh-shown.ts';

type Pages = Parameters<NonNullable<ReturnType<typeof queries.candidates>['select']>>[0];

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
  await refreshFirst(
    queryClient,
    ['candidates', 'list'],
    'candidates',
    ([, , filter, language], part) =>
      call(candidateSearch, {
        body: { ...(filter as CandidateFilter), ...part },
        language: language as string,
      }),
    () => kept,
  );
  await queryClient.invalidateQueries({ queryKey: ['candidates', 'count'] });
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
