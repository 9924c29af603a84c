import { documentedInteger } from '../../core/http/schema.ts';
import { EVENTS } from '../changes/index.ts';
import { CLOUD_EVENT_FORMAT, STANDARD_FORMAT } from './delivery/index.ts';

/** The id of an event type. */
export function eventType(description: string) {
  return documentedInteger(
    'WebhookEventType',
    Object.values(EVENTS).map(({ id }) => id),
    description,
    { examples: [1401] },
  );
}

/** The call format of the tenant's webhooks. */
export const eventDataType = documentedInteger(
  'WebhookEventDataType',
  [STANDARD_FORMAT, CLOUD_EVENT_FORMAT],
  `Call format: ${STANDARD_FORMAT} standard, ${CLOUD_EVENT_FORMAT} CloudEvents.`,
  { examples: [STANDARD_FORMAT] },
);
