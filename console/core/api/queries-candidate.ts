import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  candidateHistory,
  candidateReadPicture,
  documentAccessList,
  masterdataCandidatestatus,
  masterdataChannels,
  masterdataCommunicationtypes,
  masterdataContractstatus,
  masterdataCountries,
  masterdataCustomerstatus,
  masterdataDriverslicenses,
  masterdataFederalstates,
  masterdataGenders,
  masterdataIndustries,
  masterdataLanguagelevels,
  masterdataLanguages,
  masterdataLevels,
  masterdataNationalities,
  masterdataRequeststatus,
  masterdataSalutations,
  masterdataSourcesofsupply,
} from '../../generated/operations.ts';
import { call, download } from './call.ts';
import type { Operation } from './operation.ts';
import { sortNames } from './sort-names.ts';

const PAGE_ROWS = 50;
/** Value lists change rarely. */
const SLOW_MS = 10 * 60_000;

const LISTS = {
  candidatestatus: masterdataCandidatestatus,
  channels: masterdataChannels,
  communicationtypes: masterdataCommunicationtypes,
  contractstatus: masterdataContractstatus,
  countries: masterdataCountries,
  customerstatus: masterdataCustomerstatus,
  driverslicenses: masterdataDriverslicenses,
  federalstates: masterdataFederalstates,
  genders: masterdataGenders,
  industries: masterdataIndustries,
  languagelevels: masterdataLanguagelevels,
  languages: masterdataLanguages,
  levels: masterdataLevels,
  nationalities: masterdataNationalities,
  requeststatus: masterdataRequeststatus,
  salutations: masterdataSalutations,
  sourcesofsupply: masterdataSourcesofsupply,
};

export type ValueList = keyof typeof LISTS;

export interface ListEntry {
  id: number;
  name: string;
  /** Whether it stays on old records only. */
  isExpired: boolean;
  /** Of federal states. */
  countryId?: number;
  key?: string | null;
}

/** The reads of the page of a candidate. */
export const candidatePageQueries = {
  /** Who changed the candidate, when, and which properties, page by page. */
  candidateHistory: (candidateId: number) =>
    infiniteQueryOptions({
      queryKey: ['candidates', candidateId, 'history'],
      queryFn: ({ pageParam, signal }) =>
        call(candidateHistory, {
          path: { candidateId },
          query: { limit: PAGE_ROWS, cursor: pageParam },
          signal,
        }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),

  /** Who has read documents of the candidate, page by page. */
  candidateAccesses: (candidateId: number) =>
    infiniteQueryOptions({
      queryKey: ['candidates', candidateId, 'accesses'],
      queryFn: ({ pageParam, signal }) =>
        call(documentAccessList, { query: { candidateId, limit: PAGE_ROWS, before: pageParam }, signal }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: ({ accesses }) => (accesses.length < PAGE_ROWS ? undefined : accesses.at(-1)?.id),
    }),

  /** The key is none of the candidate's, whose changes rarely are about the picture. */
  candidatePicture: (candidateId: number) =>
    queryOptions({
      queryKey: ['candidatePictures', candidateId],
      queryFn: ({ signal }) => download(candidateReadPicture, { path: { candidateId }, signal }),
      staleTime: SLOW_MS,
    }),

  /** The entries of a value list. */
  valueList: (list: ValueList) =>
    queryOptions({
      queryKey: ['masterdata', list],
      queryFn: async ({ signal }) => {
        const operation = LISTS[list] as Operation<'masterdata_genders'>;
        const lists = (await call(operation, { signal })) as unknown as Record<string, readonly ListEntry[]>;
        return sortNames(list, lists[list] ?? [], document.documentElement.lang);
      },
      staleTime: SLOW_MS,
    }),
};
