import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  candidateHoldGet,
  candidateRetentionGet,
  documentAccessList,
  dueCandidateList,
  holdList,
  retentionGet,
} from '../../generated/operations.ts';
import { call, read } from './call.ts';
import type { DueCandidate } from './records.ts';

const PAGE_ROWS = 50;
/** A page of candidates who are due can be empty although there is a next one. So many are read at once until one is not. */
const EMPTY_PAGES = 10;

/** The reads of privacy: who is due, who is on hold, and who has read. */
export const privacyQueries = {
  /** When the erasure of candidates is proposed. */
  retention: () =>
    queryOptions({
      queryKey: ['privacy', 'retention'],
      queryFn: ({ signal }) => read(retentionGet, { signal }),
    }),

  /** The candidates whose erasure is proposed, those who became due first, page by page. */
  dueCandidates: () =>
    infiniteQueryOptions({
      queryKey: ['privacy', 'due'],
      async queryFn({ pageParam, signal }) {
        let after = pageParam;
        for (let pages = 1; ; pages++) {
          const page = await call(dueCandidateList, { query: { limit: PAGE_ROWS, after }, signal });
          after = page.nextCursor ?? undefined;
          const candidates: readonly DueCandidate[] = page.candidates;
          if (candidates.length > 0 || after === undefined || pages === EMPTY_PAGES)
            return { candidates, nextCursor: page.nextCursor };
        }
      },
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),

  /** The holds that are in force, those of the newest candidates first, page by page. */
  holds: () =>
    infiniteQueryOptions({
      queryKey: ['privacy', 'holds'],
      queryFn: ({ pageParam, signal }) =>
        call(holdList, { query: { limit: PAGE_ROWS, after: pageParam }, signal }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),

  /** The hold of a candidate and the earlier ones, with the tag that a change of it sends. */
  candidateHold: (candidateId: number) =>
    queryOptions({
      queryKey: ['candidates', candidateId, 'hold'],
      queryFn: ({ signal }) => read(candidateHoldGet, { path: { candidateId }, signal }),
    }),

  /** From when on the erasure of a candidate is proposed. */
  candidateRetention: (candidateId: number) =>
    queryOptions({
      queryKey: ['candidates', candidateId, 'retention'],
      queryFn: ({ signal }) => call(candidateRetentionGet, { path: { candidateId }, signal }),
    }),

  /** Who has read which documents in a period, the newest first, page by page. */
  accesses: (period: { startDate?: string; endDate?: string }) =>
    infiniteQueryOptions({
      queryKey: ['privacy', 'accesses', period],
      queryFn: ({ pageParam, signal }) =>
        call(documentAccessList, { query: { ...period, limit: PAGE_ROWS, before: pageParam }, signal }),
      initialPageParam: undefined as number | undefined,
      // The response does not say whether older ones exist, but only the last page is not full.
      getNextPageParam: ({ accesses }) => (accesses.length < PAGE_ROWS ? undefined : accesses.at(-1)?.id),
    }),
};
