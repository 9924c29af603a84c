import type { QueryClient } from '@tanstack/react-query';
import { dueCandidateList } from '../../generated/operations.ts';
import { call } from '../api/call.ts';
import { queries } from '../api/queries.ts';
import type { DueCandidate } from '../api/records.ts';
import { refreshShown } from './refresh-shown.ts';

type Pages = Parameters<NonNullable<ReturnType<typeof queries.dueCandidates>['select']>>[0];

/** As many as one call returns. What comes after them stays as it was read. */
const FIRST_ROWS = 200;

/**
 * Reads the beginning of the list of candidates who are due, if it is shown. Those who are no longer due stay in their places and are
 * marked, because a button that is pressed must not become the one of somebody else. Nobody is added: candidates become due when a
 * day begins.
 */
export async function refreshDue(queryClient: QueryClient): Promise<void> {
  await refreshShown(
    queryClient,
    queries.dueCandidates().queryKey,
    () => call(dueCandidateList, { query: { limit: FIRST_ROWS } }),
    (shown: Pages, { candidates, nextCursor }) =>
      mark(shown, new Set(candidates.map(({ candidateId }) => candidateId)), nextCursor === null),
  );
}

function mark(pages: Pages, current: ReadonlySet<number>, isLast: boolean): Pages {
  const loaded = pages.pages.flatMap(({ candidates }) => candidates);
  const isDue = ({ candidateId }: DueCandidate) => current.has(candidateId);
  // Rows after the last one that was read now were loaded by a later page.
  const end = isLast ? loaded.length : loaded.findLastIndex(isDue) + 1;
  const beyond = new Set(loaded.slice(end));
  return mapRows(pages, (row) => [beyond.has(row) ? row : { ...row, hasLeft: !isDue(row) }]);
}

/** Removes a candidate from the list. Only for what the user has done. */
export function leaveDue(queryClient: QueryClient, candidateId: number): void {
  queryClient.setQueryData<Pages>(
    queries.dueCandidates().queryKey,
    (pages) => pages && mapRows(pages, (row) => (row.candidateId === candidateId ? [] : [row])),
  );
}

function mapRows(pages: Pages, change: (row: DueCandidate) => DueCandidate[]): Pages {
  return {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, candidates: page.candidates.flatMap(change) })),
  };
}
