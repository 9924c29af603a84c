import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  candidateProposalList,
  requestMatchList,
  requestProposalGet,
  requestProposalList,
} from '../../generated/operations.ts';
import type { MatchesSearch } from '../paths.ts';
import { call, read } from './call.ts';

const PAGE_ROWS = 25;

/** The reads of proposals. What the live stream says of them has the id of the request or the candidate, so keys begin with it. */
export const proposalQueries = {
  requestProposals: (requestId: number) =>
    queryOptions({
      queryKey: ['proposals', 'request', requestId],
      queryFn: ({ signal }) => call(requestProposalList, { path: { requestId }, signal }),
    }),

  /** With the tag that a change is based on. */
  proposal: (requestId: number, proposalId: number) =>
    queryOptions({
      queryKey: ['proposals', 'request', requestId, proposalId],
      queryFn: ({ signal }) => read(requestProposalGet, { path: { requestId, proposalId }, signal }),
    }),

  candidateProposals: (candidateId: number) =>
    infiniteQueryOptions({
      queryKey: ['proposals', 'candidate', candidateId],
      queryFn: ({ pageParam, signal }) =>
        call(candidateProposalList, {
          path: { candidateId },
          query: { before: pageParam, limit: PAGE_ROWS },
          signal,
        }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: ({ nextBefore }) => nextBefore ?? undefined,
    }),

  /** Not read again when proposals change: the rows take the marks from the proposals, and a list that jumps loses its reader. */
  matches: (
    requestId: number,
    { only = [], branch, unproposed, everyone }: MatchesSearch,
    language: string,
  ) =>
    infiniteQueryOptions({
      queryKey: ['matches', requestId, { only, branch, unproposed, everyone }, language],
      queryFn: ({ pageParam, signal }) =>
        call(requestMatchList, {
          path: { requestId },
          query: {
            mustMeet: only.length === 0 ? undefined : only.join(','),
            officeId: branch,
            unproposed,
            everyone,
            cursor: pageParam,
            limit: PAGE_ROWS,
          },
          language,
          signal,
        }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      placeholderData: keepPreviousData,
    }),
};
