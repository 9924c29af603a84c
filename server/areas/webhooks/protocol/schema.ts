import {
  id,
  int32,
  line,
  list,
  longText,
  nullable,
  optional,
  record,
  Type,
  utc,
  uuid,
} from '../../../core/http/schema.ts';
import { SEND_STATUS_LEGEND, TRANSFERRED } from '../delivery/index.ts';

export const ProtocolBody = Type.Object(
  {
    eventDateFromUtc: utc('Only events triggered at or after this time.'),
    eventDateToUtc: utc('Only events triggered at or before this time.', {
      examples: ['2026-03-03T08:15:30.000Z'],
    }),
    entityId: optional(int32('Only events with this entityId.', { examples: [4711] })),
    eventTypes: optional(
      list(int32('Id of an event.', { examples: [1401] }), 'Only these events; empty or absent: all.', {
        maxItems: 100,
      }),
    ),
  },
  { title: 'WebhookProtocolRequest' },
);

export const ProtocolResponse = record('WebhookProtocolResponse', {
  events: list(
    record('WebhookEventProtocolDto', {
      id: uuid('Names this entry, and is the webhook-id of its calls.'),
      eventId: id('Id of the event.'),
      event: line('Name of the event.', { examples: ['candidate.created'] }),
      entityId: int32('Id of the record that the endpoint takes.', { examples: [4711] }),
      endpoint: line('Path below the base address from which the record is fetched.', {
        examples: ['/candidates/4711'],
      }),
      endpointMethod: line('HTTP method of the endpoint.', { examples: ['GET'] }),
      eventDateUtc: utc('When the event was triggered.'),
      sendStatusId: nullable(
        int32(`${SEND_STATUS_LEGEND}; null while the first call is still to come.`, {
          examples: [TRANSFERRED],
        }),
      ),
      sendStatus: nullable(line('The status in words.', { examples: ['Transfered'] })),
      sendStatusReason: nullable(longText('Answer of the call when it was not 200, or why there was none.')),
      webhookUrl: line('The address called.', { maxLength: 2000 }),
      additionalData: Type.Unsafe<Record<string, unknown> | null>({
        type: ['object', 'null'],
        description: 'Further ids; they differ by event.',
      }),
      attempts: int32('Calls made so far.', { examples: [1] }),
      latencyMs: nullable(int32('Milliseconds until the last answer.', { examples: [84] })),
      answerExcerpt: nullable(line('Beginning of the last answer’s body.', { maxLength: 500 })),
      lastAttemptAtUtc: nullable(utc('When the last call ended.')),
      nextAttemptAtUtc: nullable(utc('When the next call is due.')),
    }),
    'Entries by the time of their event, oldest first.',
  ),
});
