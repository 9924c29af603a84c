import { type AnyEndpoint, defineEndpoint } from '../../../core/http/index.ts';
import { readWebhookSecrets, rotateWebhookSecret } from '../../tenants/index.ts';
import { NewSecretResponse, SecretsResponse } from './schema.ts';

const COMMON = { audience: 'platform', area: 'Webhooks', permission: 'webhooks:write' } as const;

export const secretEndpoints: readonly AnyEndpoint[] = [
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
