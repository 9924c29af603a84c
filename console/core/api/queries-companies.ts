import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  companyActivityList,
  companyFindDuplicates,
  companyGet,
  companyHistory,
  companySearch,
  contactGet,
  siteGet,
  workLocationGet,
} from '../../generated/operations.ts';
import { call, read } from './call.ts';
import type { CompanyFilter } from './records.ts';

const COMPANY_PAGE_ROWS = 100;
const PAGE_HISTORY = 50;
const LIKE_ROWS = 5;

/**
 * The reads of the list of companies and of the page of one. Sites, work locations, and contacts are below their company: their
 * changes are changes of it.
 */
export const companyQueries = {
  /** The companies that match, page by page. */
  companies: (filter: CompanyFilter, language: string) =>
    infiniteQueryOptions({
      queryKey: ['companies', 'list', filter, language],
      queryFn: ({ pageParam, signal }) =>
        call(companySearch, {
          body: { ...filter, limit: COMPANY_PAGE_ROWS, cursor: pageParam },
          language,
          signal,
        }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      placeholderData: keepPreviousData,
    }),

  /** How many companies match. */
  companyCount: (filter: CompanyFilter) =>
    queryOptions({
      queryKey: ['companies', 'count', filter],
      queryFn: ({ signal }) => call(companySearch, { body: { ...filter, limit: 1 }, signal }),
    }),

  /** The best companies that have the words. */
  companiesLike: (text: string) =>
    queryOptions({
      queryKey: ['companies', 'like', text],
      queryFn: async ({ signal }) =>
        (await call(companySearch, { body: { text, limit: LIKE_ROWS }, signal })).companies,
      placeholderData: keepPreviousData,
    }),

  /** The companies whose name begins with these letters, or with this VAT id. */
  companyDuplicates: (query: { name?: string | undefined; vatId?: string | undefined }) =>
    queryOptions({
      queryKey: ['companies', 'duplicates', query],
      queryFn: async ({ signal }) => (await call(companyFindDuplicates, { query, signal })).companies,
      placeholderData: keepPreviousData,
    }),

  /** The company, with the tag that a change of it sends. */
  company: (customerId: number) =>
    queryOptions({
      queryKey: ['companies', customerId],
      queryFn: ({ signal }) => read(companyGet, { path: { customerId }, signal }),
    }),

  /** A site with its contacts and work locations. */
  site: (customerId: number, officeId: number) =>
    queryOptions({
      queryKey: ['companies', customerId, 'sites', officeId],
      queryFn: ({ signal }) => read(siteGet, { path: { officeId }, signal }),
    }),

  contact: (customerId: number, contactId: number) =>
    queryOptions({
      queryKey: ['companies', customerId, 'contacts', contactId],
      queryFn: ({ signal }) => read(contactGet, { path: { contactId }, signal }),
    }),

  workLocation: (customerId: number, locationId: number) =>
    queryOptions({
      queryKey: ['companies', customerId, 'locations', locationId],
      queryFn: ({ signal }) => read(workLocationGet, { path: { locationId }, signal }),
    }),

  /** What was done about the company, the latest first. */
  companyActivities: (customerId: number, language: string) =>
    queryOptions({
      queryKey: ['companies', customerId, 'activities', language],
      queryFn: async ({ signal }) =>
        (await call(companyActivityList, { path: { customerId }, language, signal })).activities,
    }),

  /** Who changed the company, when, and which properties, page by page. */
  companyHistory: (companyId: number) =>
    infiniteQueryOptions({
      queryKey: ['companies', companyId, 'history'],
      queryFn: ({ pageParam, signal }) =>
        call(companyHistory, {
          path: { companyId },
          query: { limit: PAGE_HISTORY, cursor: pageParam },
          signal,
        }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),
};
