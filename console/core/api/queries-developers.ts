import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  changeListLatest,
  clientList,
  requestLogCount,
  requestLogList,
  usageGetTokens,
  webhookEventTypeList,
  webhookProtocolGet,
  webhookSecretList,
  webhookSettingsRead,
  webhookSubscriptionList,
} from '../../generated/operations.ts';
import type { CallOutcome } from '../paths.ts';
import { call, read } from './call.ts';
import { type DeliveryFilter, readDeliveries } from './deliveries.ts';
import type { FeedEntity } from './records.ts';

export interface ChangeFilter {
  entity: FeedEntity | undefined;
  /** The id of a record of this type. */
  record: number | undefined;
}

export interface CallFilter {
  clientId?: string;
  outcome?: CallOutcome;
  requestId?: string;
}

/** Event types change only with the version of the service. */
const SLOW_MS = 10 * 60_000;

/** The reads of developers: webhooks with their deliveries, API clients with their calls, and tokens. */
export const developerQueries = {
  eventTypes: () =>
    queryOptions({
      queryKey: ['eventTypes'],
      queryFn: async ({ signal }) => (await call(webhookEventTypeList, { signal })).eventTypes,
      staleTime: SLOW_MS,
    }),

  registrations: () =>
    queryOptions({
      queryKey: ['webhooks', 'registrations'],
      queryFn: async ({ signal }) => (await call(webhookSubscriptionList, { signal })).subscriptions,
    }),

  webhookSettings: () =>
    queryOptions({
      queryKey: ['webhooks', 'settings'],
      queryFn: ({ signal }) => read(webhookSettingsRead, { signal }),
    }),

  /** Whether each of the secrets that sign calls is the current one. Their values are not kept. */
  signingSecrets: () =>
    queryOptions({
      queryKey: ['webhooks', 'secrets'],
      async queryFn({ signal }) {
        const { secrets } = await call(webhookSecretList, { signal });
        return secrets.map(({ isCurrent }) => ({ isCurrent }));
      },
    }),

  /** The deliveries that match, the newest first, page by page. */
  deliveries: (filter: DeliveryFilter) =>
    infiniteQueryOptions({
      queryKey: ['webhooks', 'deliveries', filter],
      queryFn: ({ pageParam, signal }) => readDeliveries(filter, pageParam, signal),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next }) => next,
      // It would read every page again. There is a button for that.
      refetchOnWindowFocus: false,
    }),

  delivery: (deliveryId: string) =>
    queryOptions({
      queryKey: ['webhooks', 'deliveries', 'one', deliveryId],
      queryFn: ({ signal }) => call(webhookProtocolGet, { path: { deliveryId }, signal }),
    }),

  /** The changes of the feed that match, the newest first, page by page. */
  latestChanges: (filter: ChangeFilter) =>
    infiniteQueryOptions({
      queryKey: ['latestChanges', filter],
      queryFn: ({ pageParam, signal }) =>
        call(changeListLatest, {
          query: { entities: filter.entity, recordId: filter.record, before: pageParam },
          signal,
        }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextBefore }) => nextBefore,
      // It would read every page again. There is a button for that.
      refetchOnWindowFocus: false,
    }),

  apiClients: () =>
    queryOptions({
      queryKey: ['apiClients'],
      queryFn: async ({ signal }) => (await call(clientList, { signal })).clients,
    }),

  /** The calls of API clients that match, the newest first, page by page. */
  requestLog: (filter: CallFilter) =>
    infiniteQueryOptions({
      queryKey: ['requestLog', 'list', filter],
      queryFn: ({ pageParam, signal }) =>
        call(requestLogList, { query: { ...filter, before: pageParam }, signal }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: ({ nextBefore }) => nextBefore,
      // It would read every page again. There is a button for that.
      refetchOnWindowFocus: false,
    }),

  /** Null if it is not in the log. */
  loggedCall: (requestId: string) =>
    queryOptions({
      queryKey: ['requestLog', 'one', requestId],
      queryFn: async ({ signal }) =>
        (await call(requestLogList, { query: { requestId }, signal })).requests[0] ?? null,
    }),

  /** The calls of the last hours, by hour and by operation. */
  callCounts: (clientId: string | undefined, hours: number) =>
    queryOptions({
      queryKey: ['requestLog', 'counts', { clientId, hours }],
      queryFn: ({ signal }) => call(requestLogCount, { query: { clientId, hours }, signal }),
      refetchOnWindowFocus: false,
    }),

  /** The tokens that were issued in a month. Without one: in the current month. */
  tokenUsage: (month?: string) =>
    queryOptions({
      queryKey: ['tokens', month ?? 'current'],
      queryFn: ({ signal }) => call(usageGetTokens, { query: { month }, signal }),
    }),
};
