import { decimal, int32, line, list, record, Type } from '../../../core/http/schema.ts';
import { eventDataType } from '../value-schemas.ts';

export const SettingsResponse = record('WebhookSettingsResponse', {
  settings: record(
    'WebhookReadSettingsDto',
    {
      eventDataTypeId: eventDataType,
      eventDataType: line('Name of the call format.', { examples: ['Standard format'] }),
      failureThreshold: int32('Number of failed calls in a row after which a registration is paused.', {
        examples: [10],
      }),
      timeoutSeconds: int32('Seconds within which the receiver must respond with 200.', { examples: [15] }),
      retryScheduleSeconds: list(
        decimal('Delay in seconds.'),
        'Delays after the first, second, … failed call of a delivery. The number of delays is the number of retries.',
      ),
      signing: line('Signature scheme and the headers it uses.', {
        examples: ['Standard Webhooks v1: webhook-id, webhook-timestamp, webhook-signature'],
      }),
    },
    { description: 'Webhook settings of the tenant.' },
  ),
});

export const EventDataTypePath = Type.Object({ webhookEventDataType: eventDataType });
