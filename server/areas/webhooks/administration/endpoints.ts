import { type AnyEndpoint, defineEndpoint } from '../../../core/http/index.ts';
import { readWebhookSecrets, rotateWebhookSecret } from '../../tenants/index.ts';
import { resendDeliveries } from '../delivery-log/index.ts';
import { resendFaults, toFilter } from './rules.ts';
import { NewSecretResponse, Resend, ResendResponse, SecretsResponse } from './schema.ts';

const COMMON = { audience: 'platform', area: 'Webhooks', permission: 'webhooks:write' } as const;

export const administrationEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'webhookProtocol_resend',
    method: 'POST',
    path: '/webhooks/protocol/resend',
    summary: 'Resend deliveries',
    description:
      'Queues entries of the delivery log again, oldest first. Each call has its original id. Skips entries whose registration is paused or removed; to resend those, register the address for the event again first.',
    body: Resend,
    check: ({ body }) => resendFaults(body),
    success: { status: 200, description: 'The number of queued entries.', schema: ResendResponse },
    examples: [
      {
        summary: 'Resend the calls that failed or were skipped overnight',
        body: { eventDateFromUtc: '2026-03-02T20:00:00Z', eventDateToUtc: '2026-03-03T06:00:00Z' },
      },
    ],
    handle: ({ db, tenantId, body }) => resendDeliveries(db, tenantId, toFilter(body)),
  }),
  defineEndpoint({
    ...COMMON,
    id: 'webhookSecret_list',
    method: 'GET',
    path: '/webhooks/secrets',
    summary: 'List signing secrets',
    success: { status: 200, description: 'The secrets that sign calls.', schema: SecretsResponse },
    async handle({ services, tenantId, setHeader }) {
      setHeader('cache-control', 'no-store');
      const secrets = await readWebhookSecrets(services, tenantId);
      return { secrets: secrets.map((secret, index) => ({ secret, isCurrent: index === 0 })) };
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'webhookSecret_rotate',
    method: 'POST',
    path: '/webhooks/secrets',
    summary: 'Rotate the signing secret',
    description:
      'For seven days, calls are also signed with the previous secret, so that receivers can switch without an outage. A second rotation in that time ends the secret before the previous one at once.',
    success: { status: 200, description: 'The new secret.', schema: NewSecretResponse },
    handle: async ({ services, tenantId }) => ({ secret: await rotateWebhookSecret(services, tenantId) }),
  }),
];
