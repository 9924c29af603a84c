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

export const MAXIMUM_URL_LENGTH = 2000;

const event = int32('Id of the event: see GET /webhooks/event/types.', { examples: [1401] });
const url = line('Address that takes the calls by POST: absolute, http or https, without credentials.', {
  maxLength: MAXIMUM_URL_LENGTH,
  examples: ['https://hooks.example.com/stellwerk'],
});

export const SubscribeBody = Type.Object(
  {
    event,
    url,
    resendMissed: optional(
      flag('Only of a paused registration: also make the calls that failed or were skipped, oldest first.'),
    ),
  },
  { title: 'WebhookSubscribe' },
);

export const UnsubscribeBody = Type.Object({ event, url }, { title: 'WebhookUnsubscribe' });

export const EventTypesResponse = record('WebhookEventTypesResponse', {
  eventTypes: list(
    record('WebhookReadEventTypeDto', {
      id: id('Id, for registrations and for the filter of the protocol.'),
      name: line('Name.', { examples: ['candidate.created'] }),
      description: line('When it is triggered.'),
      entity: line('What it is about.', { examples: ['candidate'] }),
    }),
    'All events, by id.',
  ),
});

export const SubscriptionsResponse = record('WebhookSubscriptionsResponse', {
  subscriptions: list(
    record('WebhookReadSubscriptionsDto', {
      id: id('Id of the registration.'),
      event: id('Id of the event.'),
      eventName: line('Name of the event.', { examples: ['candidate.created'] }),
      url: line('The address called.', { maxLength: MAXIMUM_URL_LENGTH }),
      isPaused: flag(
        'Whether calls have stopped after too many failures in a row; register again to resume.',
      ),
      errorCount: int32('Failed calls since the last success.'),
      pausedAtUtc: nullable(utc('When it was paused.')),
      createdAtUtc: utc('When it was registered.'),
      lastSuccessAtUtc: nullable(utc('When a call succeeded last.')),
    }),
    'All registrations, by id.',
  ),
});
