import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  candidateFindMerged,
  candidateListMerges,
  candidateListPairs,
  duplicatePairList,
} from '../../generated/operations.ts';
import { call } from './call.ts';

const PAGE_ROWS = 50;

/** The reads of duplicates. Names of statuses are in the language of the page. */
export const duplicateQueries = {
  /** The pairs, best first, page by page. */
  duplicatePairs: (state: 'open' | 'dismissed', language: string) =>
    infiniteQueryOptions({
      queryKey: ['duplicates', 'list', state, language],
      queryFn: ({ pageParam, signal }) =>
        call(duplicatePairList, { query: { state, limit: PAGE_ROWS, after: pageParam }, language, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),

  /** How many open pairs there are. */
  duplicateCount: () =>
    queryOptions({
      queryKey: ['duplicates', 'count'],
      queryFn: ({ signal }) => call(duplicatePairList, { query: { limit: 1 }, signal }),
    }),

  duplicatesOf: (candidateId: number) =>
    queryOptions({
      queryKey: ['candidates', candidateId, 'duplicates'],
      queryFn: ({ signal }) => call(candidateListPairs, { path: { candidateId }, signal }),
    }),

  merges: (candidateId: number) =>
    queryOptions({
      queryKey: ['candidates', candidateId, 'merges'],
      queryFn: ({ signal }) => call(candidateListMerges, { path: { candidateId }, signal }),
    }),

  /** Where a candidate has gone that is not found. */
  merged: (candidateId: number) =>
    queryOptions({
      queryKey: ['candidates', candidateId, 'merged'],
      queryFn: ({ signal }) => call(candidateFindMerged, { query: { candidateId }, signal }),
    }),
};
