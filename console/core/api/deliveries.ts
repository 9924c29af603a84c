import { webhookProtocolSearch } from '../../generated/operations.ts';
import type { DeliveryStatus } from '../paths.ts';
import { call } from './call.ts';
import type { Delivery } from './records.ts';

export interface DeliveryFilter {
  /** The first and the last day, in UTC. */
  from?: string;
  to?: string;
  eventTypes?: readonly number[];
  entityId?: number;
  status?: DeliveryStatus;
}

export interface DeliveryPage {
  deliveries: readonly Delivery[];
  /** Everything that has happened since has been read. */
  sinceUtc: string;
  /** Null if the period has been read to its beginning. */
  next: string | null;
}

const DAY_MS = 24 * 3_600_000;
/** The period of the service if no first day is given. */
const DEFAULT_DAYS = 30;

const PAGE_ROWS = 100;

export const STATUS_IDS = {
  delivered: 130,
  failed: 131,
  skipped: 132,
  pending: null,
} as const satisfies Record<DeliveryStatus, number | null>;

export const statusOf = ({ sendStatusId }: Pick<Delivery, 'sendStatusId'>): DeliveryStatus =>
  (Object.keys(STATUS_IDS) as DeliveryStatus[]).find((name) => STATUS_IDS[name] === sendStatusId) ??
  'pending';

/** The period of a filter. It ends before `untilMs`, or not at all. */
function periodOf({ from, to }: DeliveryFilter, nowMs: number) {
  const lastMs = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(`${to}T00:00:00Z`) + DAY_MS;
  const untilMs = lastMs > nowMs ? undefined : lastMs;
  const sinceMs =
    from === undefined ? (untilMs ?? nowMs) - DEFAULT_DAYS * DAY_MS : Date.parse(`${from}T00:00:00Z`);
  return { sinceMs, untilMs };
}

/** A page of the log, with the newest first. */
export async function readDeliveries(
  filter: DeliveryFilter,
  cursor: string | null,
  signal: AbortSignal,
): Promise<DeliveryPage> {
  const { status } = filter;
  const body = {
    ...toBody(filter),
    sendStatusIds: status === undefined ? null : [STATUS_IDS[status]],
    cursor,
    limit: PAGE_ROWS,
  };
  const { events, readSinceUtc, nextCursor } = await call(webhookProtocolSearch, { body, signal });
  return { deliveries: events, sinceUtc: readSinceUtc, next: nextCursor };
}

/** What the service needs to know of a filter, without the status. */
export function toBody(filter: DeliveryFilter) {
  const { sinceMs, untilMs } = periodOf(filter, Date.now());
  return {
    eventDateFromUtc: new Date(sinceMs).toISOString(),
    // The service includes the whole millisecond.
    eventDateToUtc: untilMs === undefined ? null : new Date(untilMs - 1).toISOString(),
    entityId: filter.entityId ?? null,
    eventTypes: filter.eventTypes === undefined ? null : [...filter.eventTypes],
  };
}
