import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  applicationSearch,
  branchGet,
  branchList,
  candidateGet,
  candidateListApplications,
  candidateNoteList,
  platformUserGet,
  platformUserList,
  taskList,
} from '../../generated/operations.ts';
import { call, read } from './call.ts';
import { candidatePageQueries } from './queries-candidate.ts';
import { candidateQueries } from './queries-candidates.ts';
import { companyQueries } from './queries-companies.ts';
import { developerQueries } from './queries-developers.ts';
import { duplicateQueries } from './queries-duplicates.ts';
import { jobAdQueries } from './queries-jobads.ts';
import { privacyQueries } from './queries-privacy.ts';
import { proposalQueries } from './queries-proposals.ts';
import { reportQueries } from './queries-reports.ts';
import { requestQueries } from './queries-requests.ts';
import { settingsQueries } from './queries-settings.ts';
import { workQueries } from './queries-work.ts';
import type { ApplicationFilter } from './records.ts';

const PAGE_ROWS = 100;
const PAGE_TASKS = 50;
const PAGE_NOTES = 50;
/** Value lists change rarely. */
const SLOW_MS = 10 * 60_000;

/** Every read of the console, with its key. A key begins with the kind of record that makes it stale. */
export const queries = {
  ...jobAdQueries,
  ...proposalQueries,

  /** The applications that match, page by page. */
  applications: (filter: ApplicationFilter) =>
    infiniteQueryOptions({
      queryKey: ['applications', 'list', filter],
      queryFn: ({ pageParam, signal }) =>
        call(applicationSearch, { body: { ...filter, limit: PAGE_ROWS, cursor: pageParam }, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      placeholderData: keepPreviousData,
    }),

  /** The newest applications that match, and how many match. */
  applicationSummary: (filter: ApplicationFilter) =>
    queryOptions({
      queryKey: ['applications', 'summary', filter],
      queryFn: ({ signal }) => call(applicationSearch, { body: filter, signal }),
    }),

  /** The candidate, with the tag that a change of it sends. */
  candidate: (candidateId: number) =>
    queryOptions({
      queryKey: ['candidates', candidateId],
      queryFn: ({ signal }) => read(candidateGet, { path: { candidateId }, signal }),
    }),

  ...candidatePageQueries,
  ...duplicateQueries,

  applicationsOf: (candidateId: number) =>
    queryOptions({
      queryKey: ['candidates', candidateId, 'applications'],
      queryFn: ({ signal }) => call(candidateListApplications, { path: { candidateId }, signal }),
    }),

  /** The notes about the candidate, the newest first, page by page. */
  notes: (candidateId: number) =>
    infiniteQueryOptions({
      queryKey: ['candidates', candidateId, 'notes'],
      queryFn: ({ pageParam, signal }) =>
        call(candidateNoteList, {
          path: { candidateId },
          query: { limit: PAGE_NOTES, before: pageParam },
          signal,
        }),
      initialPageParam: undefined as number | undefined,
      // The response does not say whether older ones exist, but only the last page is not full.
      getNextPageParam: ({ notes }) => (notes.length < PAGE_NOTES ? undefined : notes.at(-1)?.id),
    }),

  /** The open tasks of the user, earliest due date first, page by page. */
  myTasks: () =>
    infiniteQueryOptions({
      queryKey: ['tasks', 'mine'],
      queryFn: ({ pageParam, signal }) =>
        call(taskList, { query: { mine: true, state: 'open', limit: PAGE_TASKS, after: pageParam }, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),

  branches: () =>
    queryOptions({
      queryKey: ['branches'],
      queryFn: ({ signal }) => call(branchList, { signal }),
      staleTime: SLOW_MS,
    }),

  /** The branch, with the tag that a change of it sends. */
  branch: (branchId: number) =>
    queryOptions({
      queryKey: ['branches', branchId],
      queryFn: ({ signal }) => read(branchGet, { path: { branchId }, signal }),
    }),

  /** All users, also those who are deactivated. The service has no pages of them. */
  users: () =>
    queryOptions({
      queryKey: ['users', 'list'],
      queryFn: ({ signal }) => call(platformUserList, { signal }),
    }),

  /** The user, with the tag that a change of it sends. */
  account: (userId: number) =>
    queryOptions({
      queryKey: ['users', userId, 'account'],
      queryFn: ({ signal }) => read(platformUserGet, { path: { userId }, signal }),
    }),

  user: (userId: number) =>
    queryOptions({
      queryKey: ['users', userId],
      queryFn: ({ signal }) => call(platformUserGet, { path: { userId }, signal }),
      staleTime: SLOW_MS,
    }),

  ...workQueries,
  ...reportQueries,
  ...privacyQueries,
  ...settingsQueries,
  ...developerQueries,
  ...candidateQueries,
  ...companyQueries,
  ...requestQueries,
};
