import {
  flag,
  id,
  int32,
  line,
  list,
  nullable,
  optional,
  record,
  Type,
  utc,
} from '../../../core/http/schema.ts';
import { eventName } from '../event-name.ts';
import { eventType } from '../value-schemas.ts';

const MAXIMUM_URL_LENGTH = 2000;

const event = eventType('Id of the event type. GET /webhooks/event/types lists them.');
const url = line(
  'Absolute http or https address without user name and password. Calls are sent to it with POST.',
  {
    maxLength: MAXIMUM_URL_LENGTH,
    examples: ['https://hooks.example.com/stellwerk'],
  },
);

export const SubscribeBody = Type.Object(
  {
    event,
    url,
    resendMissed: optional(
      flag(
        'Only for a paused registration: true also makes the calls that failed or were skipped, oldest first and one after the other.',
      ),
    ),
  },
  { title: 'WebhookSubscribe' },
);

/** What identifies a registration. */
export const registrationProperties = { event, url };

export const UnsubscribeBody = Type.Object(registrationProperties, { title: 'WebhookUnsubscribe' });

export const EventTypesResponse = record('WebhookEventTypesResponse', {
  eventTypes: list(
    record('WebhookReadEventTypeDto', {
      id: eventType('Id, for registrations and for the filter of the delivery log.'),
      name: eventName,
      description: line('When the event is triggered.'),
      entity: line('Type of the record that the event is about.', { examples: ['candidate'] }),
    }),
    'All event types, sorted by id.',
  ),
});

export const SubscriptionsResponse = record('WebhookSubscriptionsResponse', {
  subscriptions: list(
    record('WebhookReadSubscriptionsDto', {
      id: id('Id of the registration.'),
      event: eventType('Id of the event type.'),
      eventName,
      url: line('Address of the receiver.', { maxLength: MAXIMUM_URL_LENGTH }),
      isPaused: flag(
        'True if calls have stopped after too many failures in a row. Register the pair again to resume.',
      ),
      errorCount: int32('Number of failed calls since the last success.'),
      pausedAtUtc: nullable(utc('Time at which the registration was paused; null if it is active.')),
      createdAtUtc: utc('Time at which the registration was created.'),
      lastSuccessAtUtc: nullable(utc('Time of the last successful call; null if there was none.')),
    }),
    'All registrations, sorted by id.',
  ),
});
