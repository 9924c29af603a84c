import { Readable } from 'node:stream';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { type AnyEndpoint, defineEndpoint, JsonStream, notFound } from '../../../core/http/index.ts';
import { eventTypesFaults } from '../event-type-faults.ts';
import { type DeliveryFilter, findDelivery, readDeliveryLog, searchDeliveryLog } from './queries.ts';
import {
  formatPosition,
  parsePosition,
  periodFaults,
  positionFaults,
  toLogEntry,
  toPeriod,
} from './rules.ts';
import {
  DEFAULT_LIMIT,
  DeliveryLogBody,
  DeliveryLogResponse,
  DeliveryPath,
  DeliveryResponse,
  DeliverySearch,
  type DeliverySearchBody,
  DeliverySearchResponse,
  MAXIMUM_READ,
} from './schema.ts';

export const deliveryLogEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    id: 'webhookProtocol_list',
    method: 'POST',
    path: '/webhooks/protocol',
    audience: 'integration',
    area: 'Webhooks',
    permission: 'webhooks:read',
    summary: 'List webhook deliveries',
    description:
      'Returns the delivery log: one entry per event and registration, with the latest outcome. Without a period, it covers the last 30 days. It includes events that were skipped because their registration was paused. Entries are kept for 90 days unless the operator sets another retention period. If the candidate or the document of an event is deleted, what the receiver returned is deleted from the entry.',
    body: DeliveryLogBody,
    check: ({ body }) => [...periodFaults(body), ...eventTypesFaults(body)],
    success: { status: 200, description: 'The entries of the period.', schema: DeliveryLogResponse },
    examples: [
      { summary: 'The last 30 days', body: {} },
      {
        summary: 'Candidates created on one day',
        body: {
          eventDateFromUtc: '2026-03-02T00:00:00Z',
          eventDateToUtc: '2026-03-02T23:59:59.999Z',
          entityId: null,
          eventTypes: [1401],
        },
      },
    ],
    async handle({ services, db, tenantId, body }) {
      const filter = toFilter(body, services.now());
      return new JsonStream(Readable.from(writeEntries(db, tenantId, filter), { objectMode: false }));
    },
  }),
  defineEndpoint({
    id: 'webhookProtocol_search',
    method: 'POST',
    path: '/webhooks/protocol/search',
    audience: 'platform',
    area: 'Webhooks',
    permission: 'webhooks:read',
    summary: 'Search webhook deliveries',
    description: `Returns the delivery log, newest first, a page at a time. An entry that exists when the first page is read and keeps its status appears exactly once, even if others come meanwhile. A page reads at most ${MAXIMUM_READ.toLocaleString('en')} entries of the period, so it can have fewer entries than limit, and even none, although there is a next one: the last page is the one without nextCursor.`,
    body: DeliverySearch,
    check: ({ body }) => [...periodFaults(body), ...eventTypesFaults(body), ...positionFaults(body)],
    success: { status: 200, description: 'A page of the entries.', schema: DeliverySearchResponse },
    examples: [
      { summary: 'What failed in the last 30 days', body: { sendStatusIds: [131], limit: 25 } },
      { summary: 'What has not been called yet', body: { sendStatusIds: [null] } },
    ],
    async handle({ services, db, tenantId, body }) {
      const filter = toFilter(body, services.now());
      const { rows, next } = await searchDeliveryLog(db, tenantId, filter, {
        before: parsePosition(body.cursor),
        limit: body.limit ?? DEFAULT_LIMIT,
      });
      return {
        events: rows.map(toLogEntry),
        readSinceUtc: new Date(next?.at ?? filter.from).toISOString(),
        nextCursor: next === undefined ? null : formatPosition(next),
      };
    },
  }),
  defineEndpoint({
    id: 'webhookProtocol_get',
    method: 'GET',
    path: '/webhooks/protocol/{deliveryId}',
    audience: 'platform',
    area: 'Webhooks',
    permission: 'webhooks:read',
    summary: 'Read a webhook delivery',
    description: 'Returns an entry of the delivery log with each of its calls that failed.',
    params: DeliveryPath,
    success: { status: 200, description: 'The entry.', schema: DeliveryResponse },
    notFound: 'Delivery',
    async handle({ db, tenantId, params }) {
      const row = await findDelivery(db, tenantId, params.deliveryId);
      if (row === undefined) throw notFound('Delivery');
      return { ...toLogEntry(row), failedCalls: row.failedCalls };
    },
  }),
];

function toFilter(body: Omit<DeliverySearchBody, 'cursor' | 'limit'>, now: Date) {
  return {
    ...toPeriod(body, now),
    entityId: body.entityId ?? undefined,
    eventTypeIds: body.eventTypes?.length ? body.eventTypes : undefined,
    statusIds: body.sendStatusIds?.length ? body.sendStatusIds : undefined,
  } satisfies DeliveryFilter;
}

async function* writeEntries(
  db: TenantDatabase,
  tenantId: number,
  filter: DeliveryFilter,
): AsyncGenerator<string> {
  let text = '{"events":[';
  for await (const rows of readDeliveryLog(db, tenantId, filter)) {
    yield text + rows.map((row) => JSON.stringify(toLogEntry(row))).join(',');
    text = ',';
  }
  yield text === ',' ? ']}' : `${text}]}`;
}
