import { Readable } from 'node:stream';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { type AnyEndpoint, defineEndpoint, JsonStream, notFound } from '../../../core/http/index.ts';
import { eventTypesFaults } from '../event-type-faults.ts';
import { findDelivery, readDeliveryLog, searchDeliveryLog } from './queries.ts';
import { resendPage } from './resending-queries.ts';
import {
  type DeliveryFilter,
  formatPosition,
  parsePosition,
  periodFaults,
  positionFaults,
  resendFaults,
  toFilter,
  toLogEntry,
  toPeriod,
  toResendFilter,
} from './rules.ts';
import {
  DEFAULT_LIMIT,
  DeliveryLogBody,
  DeliveryLogResponse,
  DeliveryPath,
  DeliveryResponse,
  DeliverySearch,
  DeliverySearchResponse,
  MAXIMUM_READ,
  Resend,
  ResendResponse,
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
      const filter = toFilter(body, toPeriod(body, services.now()));
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
      const period = toPeriod(body, services.now());
      const { rows, next } = await searchDeliveryLog(db, tenantId, toFilter(body, period), {
        before: parsePosition(body.cursor),
        limit: body.limit ?? DEFAULT_LIMIT,
      });
      return {
        events: rows.map(toLogEntry),
        readSinceUtc: new Date(next?.at ?? period.from).toISOString(),
        nextCursor: next === undefined ? null : formatPosition(next),
      };
    },
  }),
  defineEndpoint({
    id: 'webhookProtocol_resend',
    method: 'POST',
    path: '/webhooks/protocol/resend',
    audience: 'platform',
    area: 'Webhooks',
    permission: 'webhooks:write',
    summary: 'Resend deliveries',
    description:
      'Queues entries of the delivery log again, oldest first. Each call has its original id. Skips entries whose registration is paused or removed; to resend those, register the address for the event again first. A call reads and queues a part of the entries: repeat it with nextCursor until that is null. If a repetition fails, the entries before it are queued.',
    body: Resend,
    check: ({ body }) => resendFaults(body),
    success: { status: 200, description: 'The number of queued entries.', schema: ResendResponse },
    examples: [
      {
        summary: 'Resend the calls that failed or were skipped overnight',
        body: { eventDateFromUtc: '2026-03-02T20:00:00Z', eventDateToUtc: '2026-03-03T06:00:00Z' },
      },
    ],
    async handle({ write, tenantId, body }) {
      const filter = toResendFilter(body);
      const after = parsePosition(body.cursor);
      const { next, ...counts } = await write((db) => resendPage(db, tenantId, filter, after));
      return { ...counts, nextCursor: next === undefined ? null : formatPosition(next) };
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
