import { Readable } from 'node:stream';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { type AnyEndpoint, defineEndpoint, JsonStream } from '../../../core/http/index.ts';
import { type DeliveryFilter, readProtocol } from './queries.ts';
import { periodFaults, toEntry } from './rules.ts';
import { ProtocolBody, ProtocolResponse } from './schema.ts';

export const protocolEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    id: 'webhookProtocol_list',
    method: 'POST',
    path: '/webhooks/protocol',
    audience: 'integration',
    area: 'Webhooks',
    permission: 'webhooks:read',
    summary: 'Read what was triggered and delivered',
    description:
      'One entry for each event and registration, also for those that were skipped while the registration was paused, with the latest outcome. Entries are kept for 90 days unless the operator sets another time.',
    body: ProtocolBody,
    check: ({ body }) => periodFaults(body),
    success: { status: 200, description: 'The entries of the period.', schema: ProtocolResponse },
    examples: [
      {
        summary: 'New candidates of a day',
        body: {
          eventDateFromUtc: '2026-03-02T00:00:00Z',
          eventDateToUtc: '2026-03-02T23:59:59.999Z',
          entityId: null,
          eventTypes: [1401],
        },
      },
    ],
    async handle({ db, tenantId, body }) {
      const filter: DeliveryFilter = {
        from: body.eventDateFromUtc,
        to: body.eventDateToUtc,
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
  for await (const rows of readProtocol(db, tenantId, filter)) {
    yield text + rows.map((row) => JSON.stringify(toEntry(row))).join(',');
    text = ',';
  }
  yield text === ',' ? ']}' : `${text}]}`;
}
