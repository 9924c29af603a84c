import { flag, line, list, record } from '../../../core/http/schema.ts';

const secret = line('Secret in the format of Standard Webhooks: whsec_ followed by Base64.', {
  examples: ['whsec_…'],
});

export const SecretsResponse = record('WebhookSecretsResponse', {
  secrets: list(
    record('WebhookSecretDto', {
      secret,
      isCurrent: flag(
        'True for the current secret; false for the previous one, which still signs calls for seven days after a rotation.',
      ),
    }),
    'Secrets that currently sign calls. The newest comes first.',
  ),
});

export const NewSecretResponse = record('WebhookNewSecretResponse', { secret });
