import { documentedInteger, int32 } from '../../core/http/schema.ts';
import { CLOUD_EVENT_FORMAT, STANDARD_FORMAT } from './delivery/index.ts';

/** The id of an event type. Not an enum: a release can add event types, and clients must still accept a number. */
export function eventType(description: string) {
  return int32(description, {
    title: 'WebhookEventType',
    componentDescription: 'Id of an event type. GET /webhooks/event/types lists them.',
    examples: [1401],
  });
}

/** The call format of the tenant's webhooks. */
export const eventDataType = documentedInteger(
  'WebhookEventDataType',
  [STANDARD_FORMAT, CLOUD_EVENT_FORMAT],
  `Call format: ${STANDARD_FORMAT} standard, ${CLOUD_EVENT_FORMAT} CloudEvents.`,
  { examples: [STANDARD_FORMAT] },
);
