import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  candidateSearch,
  jobAdGetForEditing,
  jobAdListForEditing,
  masterdataCandidatestatus,
  masterdataDriverslicenses,
  masterdataLanguagelevels,
  masterdataLanguages,
  masterdataProfessions,
  masterdataQualifications,
  masterdataSourcesofsupply,
  savedViewList,
  searchFind,
} from '../../generated/operations.ts';
import { call } from './call.ts';
import { workQueries } from './queries-work.ts';
import type { CandidateFilter } from './records.ts';
import { sortNames } from './sort-names.ts';

const CANDIDATE_PAGE_ROWS = 100;
const JOB_ADS = 30;
const MAXIMUM_VIEWS = 200;
/** Value lists change rarely. */
const SLOW_MS = 10 * 60_000;

/** An entry of a value list, in the language of the page. */
export interface NamedValue {
  id: number;
  name: string;
}

const valueList = (
  name: string,
  language: string,
  read: (signal: AbortSignal) => Promise<readonly NamedValue[]>,
) =>
  queryOptions({
    queryKey: ['masterdata', name, language],
    queryFn: async ({ signal }) => sortNames(name, await read(signal), language),
    staleTime: SLOW_MS,
  });

/** The reads of the list of candidates, of its filters, and of the search in the palette. */
export const candidateQueries = {
  /** The candidates that match, page by page. */
  candidates: (filter: CandidateFilter, language: string) =>
    infiniteQueryOptions({
      queryKey: ['candidates', 'list', filter, language],
      queryFn: ({ pageParam, signal }) =>
        call(candidateSearch, {
          body: { ...filter, limit: CANDIDATE_PAGE_ROWS, cursor: pageParam },
          language,
          signal,
        }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      placeholderData: keepPreviousData,
    }),

  /** How many candidates match. */
  candidateCount: (filter: CandidateFilter, language: string) =>
    queryOptions({
      queryKey: ['candidates', 'count', filter, language],
      queryFn: ({ signal }) => call(candidateSearch, { body: { ...filter, limit: 0 }, language, signal }),
      placeholderData: keepPreviousData,
    }),

  /** The best records of each kind that the user may read. */
  found: (words: string, language: string) =>
    queryOptions({
      queryKey: ['found', words, language],
      queryFn: ({ signal }) => call(searchFind, { query: { q: words }, language, signal }),
      placeholderData: keepPreviousData,
    }),

  candidateStatuses: (language: string) =>
    valueList('candidatestatus', language, async (signal) => {
      return (await call(masterdataCandidatestatus, { language, signal })).candidatestatus;
    }),

  licences: (language: string) =>
    valueList('driverslicenses', language, async (signal) => {
      return (await call(masterdataDriverslicenses, { language, signal })).driverslicenses;
    }),

  languages: (language: string) =>
    valueList('languages', language, async (signal) => {
      return (await call(masterdataLanguages, { language, signal })).languages;
    }),

  languageLevels: (language: string) =>
    valueList('languagelevels', language, async (signal) => {
      return (await call(masterdataLanguagelevels, { language, signal })).languagelevels;
    }),

  qualifications: (language: string) =>
    valueList('qualifications', language, async (signal) => {
      return (await call(masterdataQualifications, { language, signal })).qualifications;
    }),

  sources: (language: string) =>
    valueList('sourcesofsupply', language, async (signal) => {
      return (await call(masterdataSourcesofsupply, { language, signal })).sourcesofsupply;
    }),

  /** The professions whose name has the words. */
  professionsLike: (search: string, language: string) =>
    queryOptions({
      queryKey: ['masterdata', 'professions', language, search],
      queryFn: async ({ signal }): Promise<readonly NamedValue[]> =>
        (await call(masterdataProfessions, { query: { search }, language, signal })).professions,
      staleTime: SLOW_MS,
      placeholderData: keepPreviousData,
    }),

  professionsById: (ids: readonly number[], language: string) =>
    valueList(`professions ${ids.join()}`, language, async (signal) => {
      const query = { ids: ids.join() };
      return (await call(masterdataProfessions, { query, language, signal })).professions;
    }),

  /** The job ads whose title, place or the like has the words. */
  jobAdsLike: (search: string) =>
    queryOptions({
      queryKey: ['jobAds', 'like', search],
      queryFn: async ({ signal }): Promise<readonly NamedValue[]> => {
        const query = { limit: JOB_ADS, ...(search === '' ? {} : { search }) };
        const { jobAds } = await call(jobAdListForEditing, { query, signal });
        return jobAds.map(({ jobAdId, title }) => ({ id: jobAdId, name: title }));
      },
      placeholderData: keepPreviousData,
    }),

  jobAdTitle: (jobAdId: number) =>
    queryOptions({
      queryKey: ['jobAds', jobAdId, 'title'],
      queryFn: async ({ signal }) => (await call(jobAdGetForEditing, { path: { jobAdId }, signal })).title,
      staleTime: SLOW_MS,
    }),

  /** The users who can be responsible for a record, by their names. */
  responsibleNames: () =>
    queryOptions({
      ...workQueries.responsibleUsers(),
      select: ({ users }): readonly NamedValue[] =>
        users.map(({ id, userFullName }) => ({ id, name: userFullName ?? String(id) })),
    }),

  candidateViews: () =>
    queryOptions({
      queryKey: ['views', 'candidates'],
      queryFn: async ({ signal }) =>
        (await call(savedViewList, { query: { screen: 'candidates', limit: MAXIMUM_VIEWS }, signal })).views,
    }),
};
