import { isUtcDateTime } from '../../../core/http/formats.ts';
import type { Fault } from '../../../core/http/index.ts';
import { sendStatusText, toReference } from '../delivery/index.ts';
import { eventTypesFaults } from '../event-type-faults.ts';
import type { DeliverySearchBody, ResendBody } from './schema.ts';

/** Selects deliveries. An absent property selects all. Times are ISO 8601, both inclusive. */
export interface DeliveryFilter {
  ids?: readonly string[];
  from?: string;
  to?: string;
  entityId?: number;
  eventTypeIds?: readonly number[];
  /** Null selects those whose first call has not ended. */
  statusIds?: readonly (number | null)[];
}

export interface DeliveryLogRow {
  id: string;
  event_type_id: number;
  entity_id: number;
  additional_data: Record<string, unknown> | null;
  occurred_at: string;
  url: string;
  send_status_id: number | null;
  reason: string | null;
  attempts: number;
  latency_ms: number | null;
  answer_excerpt: string | null;
  last_attempt_at: string | null;
  next_attempt_at: string | null;
}

/** Converts a row to an entry of the response. */
export function toLogEntry(row: DeliveryLogRow) {
  return {
    ...toReference(row.id, {
      eventTypeId: row.event_type_id,
      entityId: row.entity_id,
      occurredAt: row.occurred_at,
      additionalData: row.additional_data,
    }),
    sendStatusId: row.send_status_id,
    sendStatus: sendStatusText(row.send_status_id),
    sendStatusReason: row.reason,
    webhookUrl: row.url,
    attempts: row.attempts,
    latencyMs: row.latency_ms,
    answerExcerpt: row.answer_excerpt,
    lastAttemptAtUtc: row.last_attempt_at,
    nextAttemptAtUtc: row.next_attempt_at,
  };
}

interface Period {
  eventDateFromUtc?: string | null;
  eventDateToUtc?: string | null;
}

const DEFAULT_PERIOD_MS = 30 * 24 * 3_600_000;
// PostgreSQL does not accept the year 0.
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00Z');

/** The period to read. Without a start, it begins 30 days before its end, or before now if it has no end or ends later. */
export function toPeriod(
  { eventDateFromUtc, eventDateToUtc }: Period,
  now: Date,
): { from: string; to: string | undefined } {
  const to = eventDateToUtc ?? undefined;
  // Nothing happens in the future: counted from an end there, the period could have no event in it.
  const endMs = Math.min(to === undefined ? Infinity : Date.parse(to), now.getTime());
  const fromMs = endMs - DEFAULT_PERIOD_MS;
  return { from: eventDateFromUtc ?? new Date(Math.max(fromMs, EARLIEST_MS)).toISOString(), to };
}

/** An empty list of types or statuses means all. */
export function toFilter(
  body: ResendBody | Omit<DeliverySearchBody, 'cursor' | 'limit'>,
  period: Pick<DeliveryFilter, 'from' | 'to'>,
): DeliveryFilter {
  return {
    ...period,
    ids: 'ids' in body ? (body.ids ?? undefined) : undefined,
    entityId: body.entityId ?? undefined,
    eventTypeIds: body.eventTypes?.length ? body.eventTypes : undefined,
    statusIds: body.sendStatusIds?.length ? body.sendStatusIds : undefined,
  };
}

/** Without a period, entries of any time are resent. */
export const toResendFilter = (body: ResendBody): DeliveryFilter =>
  toFilter(body, { from: body.eventDateFromUtc ?? undefined, to: body.eventDateToUtc ?? undefined });

export function resendFaults(body: ResendBody): Fault[] {
  const faults = [...periodFaults(body), ...eventTypesFaults(body), ...positionFaults(body)];
  if (Object.values(toResendFilter(body)).some((value) => value !== undefined)) return faults;
  const message =
    'At least one filter is required: ids, eventDateFromUtc, eventDateToUtc, entityId, eventTypes or sendStatusIds.';
  return [...faults, { property: 'ids', code: 'required', message }];
}

export function periodFaults({ eventDateFromUtc, eventDateToUtc }: Period): Fault[] {
  if (eventDateFromUtc == null || eventDateToUtc == null) return [];
  // Nothing is before what is not a time.
  if (!isUtcDateTime(eventDateFromUtc)) return [];
  if (Date.parse(eventDateFromUtc) <= Date.parse(eventDateToUtc)) return [];
  return [
    {
      property: 'eventDateToUtc',
      code: 'range',
      message: 'eventDateToUtc must not be before eventDateFromUtc.',
    },
  ];
}

/** An entry of the log. The next page has what comes before it. */
export interface LogPosition {
  /** ISO 8601 in UTC with microseconds, the precision of the column. */
  at: string;
  id: string;
}

const POSITION_PATTERN = /^(\S{20,30})~([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const formatPosition = ({ at, id }: LogPosition): string => `${at}~${id}`;

export function parsePosition(cursor: string | null | undefined): LogPosition | undefined {
  const [, at, id] = POSITION_PATTERN.exec(cursor ?? '') ?? [];
  return at === undefined || !isUtcDateTime(at) ? undefined : { at, id: id! };
}

export function positionFaults({ cursor }: { cursor?: string | null }): Fault[] {
  if (cursor == null || parsePosition(cursor) !== undefined) return [];
  return [
    {
      property: 'cursor',
      code: 'format',
      message: 'cursor must be an unchanged nextCursor of this operation.',
    },
  ];
}
