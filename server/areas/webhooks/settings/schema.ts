import { decimal, int32, line, list, record, Type } from '../../../core/http/schema.ts';
import { CLOUD_EVENT_FORMAT, STANDARD_FORMAT } from '../delivery/index.ts';

export const SettingsResponse = record('WebhookSettingsResponse', {
  settings: record(
    'WebhookReadSettingsDto',
    {
      eventDataTypeId: int32(
        `Format of the calls: ${STANDARD_FORMAT} standard, ${CLOUD_EVENT_FORMAT} cloud event.`,
        { examples: [STANDARD_FORMAT] },
      ),
      eventDataType: line('The format in words.', { examples: ['Standard format'] }),
      failureThreshold: int32('Failed calls in a row after which a registration is paused.', {
        examples: [10],
      }),
      timeoutSeconds: int32('Time within which the receiver must answer with 200.', { examples: [15] }),
      retryScheduleSeconds: list(
        decimal('Seconds.'),
        'Pauses after the first, second, … failed call of a delivery; after the last it is not called again.',
      ),
      signing: line('How calls are signed.', {
        examples: ['Standard Webhooks v1: webhook-id, webhook-timestamp, webhook-signature'],
      }),
    },
    { description: 'The settings.' },
  ),
});

export const EventDataTypePath = Type.Object({
  webhookEventDataType: int32(
    `${STANDARD_FORMAT} standard format, ${CLOUD_EVENT_FORMAT} cloud-event format.`,
    {
      examples: [CLOUD_EVENT_FORMAT],
    },
  ),
});
