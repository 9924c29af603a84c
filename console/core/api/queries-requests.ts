import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  companyGet,
  requestGetDirectPlacement,
  requestGetServiceContract,
  requestGetTemporaryStaffing,
  requestHistory,
  requestListPlaces,
  requestOverview,
  requestSearch,
} from '../../generated/operations.ts';
import type {
  SchemaDirectPlacementRequestDto,
  SchemaServiceContractRequestDto,
  SchemaTemporaryStaffingRequestDto,
} from '../../generated/types.ts';
import type { RequestKind } from '../paths.ts';
import { call, read, type Tagged } from './call.ts';
import type { Operation } from './operation.ts';
import type { RequestFilter } from './records.ts';

const REQUEST_PAGE_ROWS = 100;
const PAGE_ENTRIES = 20;
const OF_COMPANY = 10;
const EARLIEST = 6;
/** Names of companies change rarely. */
const SLOW_MS = 10 * 60_000;

const READS = {
  temporarystaffing: requestGetTemporaryStaffing,
  directplacement: requestGetDirectPlacement,
  servicecontract: requestGetServiceContract,
};

/** A request of any kind. It has the properties of its kind only. */
export type RequestRecord = Omit<SchemaTemporaryStaffingRequestDto, 'kind'> &
  Partial<Omit<SchemaDirectPlacementRequestDto, 'kind'>> &
  Partial<Omit<SchemaServiceContractRequestDto, 'kind'>> & { kind: RequestKind };

/** The reads of requests. Names of statuses are in the language of the page, so keys have it too. */
export const requestQueries = {
  /** The requests that match, page by page. */
  requests: (filter: RequestFilter, language: string) =>
    infiniteQueryOptions({
      queryKey: ['requests', 'list', filter, language],
      queryFn: ({ pageParam, signal }) =>
        call(requestSearch, {
          body: { ...filter, limit: REQUEST_PAGE_ROWS, cursor: pageParam },
          language,
          signal,
        }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      placeholderData: keepPreviousData,
    }),

  /** How many requests match. */
  requestCount: (filter: RequestFilter) =>
    queryOptions({
      queryKey: ['requests', 'count', filter],
      queryFn: ({ signal }) => call(requestSearch, { body: { ...filter, limit: 1 }, signal }),
    }),

  /** The newest requests of a company, and how many there are. */
  requestsOf: (companyId: number, language: string) =>
    queryOptions({
      queryKey: ['requests', 'of', companyId, language],
      queryFn: ({ signal }) =>
        call(requestSearch, { body: { companyIds: [companyId], limit: OF_COMPANY }, language, signal }),
    }),

  /** The open requests that start first, in these branches or in all. */
  earliestRequests: (officeIds: readonly number[], language: string) =>
    queryOptions({
      queryKey: ['requests', 'of', 'earliest', officeIds, language],
      queryFn: ({ signal }) =>
        call(requestSearch, {
          body: { isOpen: true, officeIds: [...officeIds], sort: 'startDate', limit: EARLIEST },
          language,
          signal,
        }),
    }),

  /** The kind of a request, the names of what it refers to, and what can become of it. */
  requestOverview: (requestId: number, language: string) =>
    queryOptions({
      queryKey: ['requests', requestId, 'overview', language],
      queryFn: ({ signal }) => call(requestOverview, { path: { requestId }, language, signal }),
    }),

  /** With the tag that a change is based on. */
  request: (requestId: number, kind: RequestKind, language: string) =>
    queryOptions({
      queryKey: ['requests', requestId, 'record', kind, language],
      queryFn: async ({ signal }) => {
        const operation = READS[kind] as Operation<'request_getTemporaryStaffing'>;
        return (await read(operation, { path: { requestId }, language, signal })) as Tagged<RequestRecord>;
      },
    }),

  requestHistory: (requestId: number) =>
    infiniteQueryOptions({
      queryKey: ['requests', requestId, 'history'],
      queryFn: ({ pageParam, signal }) =>
        call(requestHistory, {
          path: { requestId },
          query: { cursor: pageParam, limit: PAGE_ENTRIES },
          signal,
        }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),

  /** The sites, work locations, and contacts that a request of the company can have. */
  companyPlaces: (companyId: number) =>
    queryOptions({
      queryKey: ['companies', companyId, 'places'],
      queryFn: ({ signal }) => call(requestListPlaces, { path: { companyId }, signal }),
    }),

  companyName: (companyId: number) =>
    queryOptions({
      queryKey: ['companies', companyId, 'name'],
      queryFn: async ({ signal }) =>
        (await call(companyGet, { path: { customerId: companyId }, signal })).name,
      staleTime: SLOW_MS,
    }),
};
