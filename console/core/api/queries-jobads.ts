import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  applicationSearch,
  candidateSearchDuplicates,
  jobAdGetForEditing,
  jobAdListForEditing,
  jobAdPreview,
  jobadHistory,
  masterdataProfessions,
  reportListDays,
} from '../../generated/operations.ts';
import type { SchemaCandidateDuplicateSearchDto, SchemaJobAdPreviewDto } from '../../generated/types.ts';
import type { JobAdsSearch } from '../paths.ts';
import { call, read } from './call.ts';
import type { ApplicationStage } from './records.ts';

const PAGE_JOB_ADS = 50;
const PAGE_CARDS = 25;
const PAGE_ENTRIES = 20;
/** As many as the service lists at once. */
const CHOICES = 200;
const SLOW_MS = 10 * 60_000;
const RARELY = { staleTime: SLOW_MS } as const;

/** The reads of job ads, their pipeline, and new candidates. */
export const jobAdQueries = {
  /** A page of job ads, newest first. */
  jobAds: ({ q, status, branch, before }: JobAdsSearch) =>
    queryOptions({
      queryKey: ['jobAds', 'list', { q, status, branch, before }],
      queryFn: ({ signal }) =>
        call(jobAdListForEditing, {
          query: { search: q, status, officeId: branch, before, limit: PAGE_JOB_ADS },
          signal,
        }),
      placeholderData: keepPreviousData,
    }),

  /** The newest job ads that are published, for a choice. */
  publishedJobAds: () =>
    queryOptions({
      queryKey: ['jobAds', 'published'],
      queryFn: ({ signal }) =>
        call(jobAdListForEditing, { query: { status: 'Active', limit: CHOICES }, signal }),
    }),

  /** With the tag that a change is based on. */
  jobAd: (jobAdId: number) =>
    queryOptions({
      queryKey: ['jobAds', jobAdId],
      queryFn: ({ signal }) => read(jobAdGetForEditing, { path: { jobAdId }, signal }),
    }),

  jobAdHistory: (jobAdId: number) =>
    infiniteQueryOptions({
      queryKey: ['jobAds', jobAdId, 'history'],
      queryFn: ({ pageParam, signal }) =>
        call(jobadHistory, { path: { jobAdId }, query: { cursor: pageParam, limit: PAGE_ENTRIES }, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),

  /** What the job portal would show. */
  jobAdPreview: (body: SchemaJobAdPreviewDto) =>
    queryOptions({
      queryKey: ['jobAdPreview', body],
      queryFn: ({ signal }) => call(jobAdPreview, { body, signal }),
      placeholderData: keepPreviousData,
      retry: false,
      ...RARELY,
      gcTime: 0,
    }),

  /** A column of the pipeline: the applications for a job ad in a stage, newest first. */
  boardColumn: (jobAdId: number, stage: ApplicationStage) =>
    infiniteQueryOptions({
      queryKey: ['applications', 'board', jobAdId, stage],
      queryFn: ({ pageParam, signal }) =>
        call(applicationSearch, {
          body: { jobAdIds: [jobAdId], stages: [stage], limit: PAGE_CARDS, cursor: pageParam },
          signal,
        }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),

  /** The applications of each day, by what has been decided. */
  applicationDays: (startDate: string, endDate: string) =>
    queryOptions({
      queryKey: ['applications', 'summary', 'days', startDate, endDate],
      queryFn: ({ signal }) => call(reportListDays, { query: { startDate, endDate }, signal }),
    }),

  /** Candidates that may be the person who is being entered. */
  duplicates: (body: SchemaCandidateDuplicateSearchDto) =>
    queryOptions({
      queryKey: ['candidates', 'duplicates', body],
      queryFn: ({ signal }) => call(candidateSearchDuplicates, { body, signal }),
      placeholderData: keepPreviousData,
      retry: false,
      gcTime: 0,
    }),

  /** Professions whose name contains the words, or the one with the id. */
  professions: (choice: { words: string } | { id: string }) =>
    queryOptions({
      queryKey: ['masterdata', 'professions', choice],
      queryFn: ({ signal }) =>
        call(masterdataProfessions, {
          query: 'id' in choice ? { ids: choice.id } : { search: choice.words },
          signal,
        }),
      placeholderData: keepPreviousData,
      ...RARELY,
    }),
};
