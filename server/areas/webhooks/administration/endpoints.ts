import { type AnyEndpoint, defineEndpoint } from '../../../core/http/index.ts';
import { readWebhookSecrets, rotateWebhookSecret } from '../../tenants/index.ts';
import { resendDeliveries } from '../protocol/index.ts';
import { resendFaults, toFilter } from './rules.ts';
import { NewSecretResponse, Resend, ResendResponse, SecretsResponse } from './schema.ts';

const COMMON = { audience: 'platform', area: 'Webhooks', permission: 'webhooks:write' } as const;

export const administrationEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'webhookProtocol_resend',
    method: 'POST',
    path: '/webhooks/protocol/resend',
    summary: 'Deliver entries of the protocol again',
    description:
      'Oldest first, each with its original id. Entries whose registration is paused or removed are left out: register it again first.',
    body: Resend,
    check: ({ body }) => resendFaults(body),
    success: { status: 200, description: 'How many are queued.', schema: ResendResponse },
    examples: [
      {
        summary: 'What failed or was skipped overnight',
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
    summary: 'Show the secrets that sign calls',
    success: { status: 200, description: 'The secrets.', schema: SecretsResponse },
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
    summary: 'Rotate the secret',
    description:
      'The previous secret also signs for seven days, so that receivers can switch without an outage.',
    success: { status: 200, description: 'The new secret.', schema: NewSecretResponse },
    handle: async ({ services, tenantId }) => ({ secret: await rotateWebhookSecret(services, tenantId) }),
  }),
];
