import { Readable } from 'node:stream';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { type AnyEndpoint, defineEndpoint, JsonStream } from '../../../core/http/index.ts';
import { eventTypesFaults } from '../event-type-faults.ts';
import { type DeliveryFilter, readDeliveryLog } from './queries.ts';
import { periodFaults, toLogEntry, toPeriod } from './rules.ts';
import { DeliveryLogBody, DeliveryLogResponse } from './schema.ts';

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
      'Returns the delivery log: one entry per event and registration, with the latest outcome. Without a period, it covers the last 30 days. It includes events that were skipped because their registration was paused. Entries are kept for 90 days unless the operator sets another retention period.',
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
      const filter: DeliveryFilter = {
        ...toPeriod(body, services.now()),
        entityId: body.entityId ?? undefined,
        eventTypeIds: body.eventTypes?.length ? body.eventTypes : undefined,
      };
      return new JsonStream(Readable.from(writeEntries(db, tenantId, filter), { objectMode: false }));
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
