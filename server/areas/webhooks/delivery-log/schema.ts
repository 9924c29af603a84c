import {
  body,
  int32,
  line,
  list,
  longText,
  nullable,
  optional,
  pageLimit,
  record,
  type Static,
  Type,
  utc,
  uuid,
} from '../../../core/http/schema.ts';
import { FAILED, SEND_STATUS_LEGEND, SEND_STATUSES, TRANSFERRED } from '../delivery/index.ts';
import { referenceProperties } from '../reference-schema.ts';
import { eventType } from '../value-schemas.ts';

const RECORD_FILTERS = {
  entityId: optional(int32('Only events with this entityId.', { examples: [4711] })),
  eventTypes: optional(
    list(eventType('Id of an event type.'), 'Only events of these types. If empty or absent: all types.', {
      maxItems: 100,
    }),
  ),
};

const FILTERS = {
  eventDateFromUtc: optional(
    utc(
      'Only events at or after this time. If null: 30 days before eventDateToUtc, or before the call if eventDateToUtc is null or in the future.',
    ),
  ),
  eventDateToUtc: optional(
    utc('Only events at or before this time. If null: no limit.', {
      examples: ['2026-03-03T08:15:30.000Z'],
    }),
  ),
  ...RECORD_FILTERS,
};

export const DeliveryLogBody = Type.Object(FILTERS, { title: 'WebhookProtocolRequest' });

const { additionalData, ...reference } = referenceProperties;

const ENTRY = {
  ...reference,
  id: uuid('Id of the entry. Its calls have it as their webhook-id.'),
  sendStatusId: nullable(
    int32(`${SEND_STATUS_LEGEND}; null until the first call has ended.`, {
      examples: [TRANSFERRED],
    }),
  ),
  sendStatus: nullable(line('Name of the status.', { examples: ['Transfered'] })),
  sendStatusReason: nullable(longText('Why the last call failed or no call was made; null after a success.')),
  webhookUrl: line('Address of the receiver.', { maxLength: 2000 }),
  additionalData,
  attempts: int32('Number of calls made so far.', { examples: [1] }),
  latencyMs: nullable(
    int32('Milliseconds from the start of the last call until its response or failure.', {
      examples: [84],
    }),
  ),
  answerExcerpt: nullable(
    line(
      'Start of the body of the last response. Null if there was none, and if the candidate or the document of the event was deleted.',
      { maxLength: 500 },
    ),
  ),
  lastAttemptAtUtc: nullable(utc('Time at which the last call ended.')),
  nextAttemptAtUtc: nullable(utc('Time at which the next call is due; null if there is none.')),
};

const LogEntry = record('WebhookEventProtocolDto', ENTRY);

export const DeliveryLogResponse = record('WebhookProtocolResponse', {
  events: list(LogEntry, 'Entries sorted by the time of their event, oldest first.'),
});

const MAXIMUM_LIMIT = 200;
export const DEFAULT_LIMIT = 50;
/** The number of entries that a page reads at most, so that its cost has a limit however few of them match. */
export const MAXIMUM_READ = 20_000;

export const DeliverySearch = body('WebhookProtocolSearchRequest', {
  ...FILTERS,
  sendStatusIds: optional(
    list(
      Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        enum: [...SEND_STATUSES.map(({ id }) => id), null],
        description: `${SEND_STATUS_LEGEND}; null: the first call has not ended.`,
        examples: [FAILED],
      }),
      'Only entries with these statuses. If empty or absent: all.',
      { maxItems: SEND_STATUSES.length + 1 },
    ),
  ),
  cursor: optional(
    line('nextCursor of the previous page. Send it with the same filters.', {
      examples: ['2026-03-02T08:15:30.123456Z~6f1c2a34-5b7d-4e8f-9a01-23456789abcd'],
    }),
  ),
  limit: optional(pageLimit('entries', { standard: DEFAULT_LIMIT, maximum: MAXIMUM_LIMIT })),
});

export type DeliverySearchBody = Static<typeof DeliverySearch>;

export const DeliverySearchResponse = record('WebhookProtocolSearchResponse', {
  events: list(LogEntry, 'A page of the entries, sorted by the time of their event, newest first.'),
  readSinceUtc: utc('The pages so far have all matching events of the period at or after this time.'),
  nextCursor: nullable(
    line(
      'Value of cursor for the next page. Null on the last page. A page can have fewer entries than limit, and even none, although there is a next one.',
    ),
  ),
});

export const Resend = body('WebhookResendRequest', {
  ids: optional(
    list(uuid('Id of an entry of the delivery log.'), 'Only these entries, including transferred ones.', {
      maxItems: 1000,
    }),
  ),
  eventDateFromUtc: optional(utc('Only events at or after this time.')),
  eventDateToUtc: optional(
    utc('Only events at or before this time.', { examples: ['2026-03-03T08:15:30.000Z'] }),
  ),
  ...RECORD_FILTERS,
  sendStatusIds: optional(
    list(
      Type.Unsafe<number>({
        type: 'integer',
        enum: SEND_STATUSES.map(({ id }) => id),
        description: `${SEND_STATUS_LEGEND}.`,
        examples: [FAILED],
      }),
      'Only entries with these statuses. If it is empty or absent, and ids is absent: only failed and skipped entries.',
      { maxItems: 3 },
    ),
  ),
  cursor: optional(
    line('nextCursor of the previous call. Send it with the same filters.', {
      examples: ['2026-03-02T08:15:30.123456Z~6f1c2a34-5b7d-4e8f-9a01-23456789abcd'],
    }),
  ),
});

export type ResendBody = Static<typeof Resend>;

export const ResendResponse = record('WebhookResendResponse', {
  queued: int32('Number of entries that this call queued for delivery.', { examples: [12] }),
  left: int32(
    'Number of entries that this call did not queue because their registration is paused or removed.',
    { examples: [0] },
  ),
  nextCursor: nullable(line('Value of cursor for the next call. Null if no entries are left to read.')),
});

export const DeliveryPath = Type.Object({ deliveryId: uuid('Id of an entry of the delivery log.') });

export const DeliveryResponse = record('WebhookDeliveryResponse', {
  ...ENTRY,
  failedCalls: list(
    record('WebhookFailedCallDto', {
      endedAtUtc: utc('When the call ended.'),
      reason: longText('Why the call failed.'),
      latencyMs: int32('Milliseconds from the start of the call until its response or failure.', {
        examples: [84],
      }),
      answerExcerpt: nullable(
        line(
          'Start of the body of the response. Null if there was none, and if the candidate or the document of the event was deleted.',
          { maxLength: 500 },
        ),
      ),
    }),
    'The calls that failed, oldest first. Only the last 20 are kept. Calls that were made before the service had this list are not in it.',
  ),
});
