import { webhookProtocolList } from '../../generated/operations.ts';
import type { DeliveryStatus } from '../paths.ts';
import { call } from './call.ts';
import type { Delivery } from './records.ts';

// The delivery log has no pages and no filter by status, and it has the oldest entry first. So it is read in spans of time, from
// now backwards. A span is as long as the entries before it suggest.

export interface DeliveryFilter {
  /** The first and the last day, in UTC. */
  from?: string;
  to?: string;
  eventTypes?: readonly number[];
  entityId?: number;
  status?: DeliveryStatus;
}

/** Where the next page begins. */
export interface DeliveryPosition {
  /** What happened earlier has not been read. */
  untilMs: number;
  spanMs: number;
}

interface DeliveryPage {
  deliveries: readonly Delivery[];
  /** Everything that has happened since has been read. */
  sinceMs: number;
  /** Undefined if the period has been read to its beginning. */
  next: DeliveryPosition | undefined;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The period of the service if no first day is given. */
const DEFAULT_DAYS = 30;
const FIRST_SPAN_MS = HOUR_MS;
const SHORTEST_SPAN_MS = 1000;
const MOST_GROWTH = 8;
/** So many entries of a span are about right. */
const WANTED_ENTRIES = 200;
/** A page is complete with so many. */
const PAGE_ROWS = 50;
/** So many spans are read for a page. If most entries do not match, it can then be empty. */
const PAGE_SPANS = 8;

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
export function periodOf({ from, to }: DeliveryFilter, nowMs: number) {
  const lastMs = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(`${to}T00:00:00Z`) + DAY_MS;
  const untilMs = lastMs > nowMs ? undefined : lastMs;
  const sinceMs =
    from === undefined ? (untilMs ?? nowMs) - DEFAULT_DAYS * DAY_MS : Date.parse(`${from}T00:00:00Z`);
  return { sinceMs, untilMs };
}

/** How long the next span is, after one with so many entries. */
function nextSpan(spanMs: number, entries: number): number {
  const factor = entries === 0 ? MOST_GROWTH : Math.min(MOST_GROWTH, WANTED_ENTRIES / entries);
  return Math.max(SHORTEST_SPAN_MS, Math.round(spanMs * factor));
}

export async function readDeliveries(
  filter: DeliveryFilter,
  position: DeliveryPosition | undefined,
  signal: AbortSignal,
): Promise<DeliveryPage> {
  const nowMs = Date.now();
  const period = periodOf(filter, nowMs);
  let untilMs = position?.untilMs ?? period.untilMs;
  let spanMs = position?.spanMs ?? FIRST_SPAN_MS;
  const deliveries: Delivery[] = [];
  for (let spans = 1; ; spans++) {
    const sinceMs = Math.max((untilMs ?? nowMs) - spanMs, period.sinceMs);
    const entries = await readSpan(filter, sinceMs, untilMs, signal);
    deliveries.push(...entries.filter((entry) => matches(entry, filter)).reverse());
    if (sinceMs <= period.sinceMs) return { deliveries, sinceMs, next: undefined };
    untilMs = sinceMs;
    spanMs = nextSpan(spanMs, entries.length);
    if (deliveries.length >= PAGE_ROWS || spans === PAGE_SPANS)
      return { deliveries, sinceMs, next: { untilMs, spanMs } };
  }
}

const matches = (entry: Delivery, { status }: DeliveryFilter): boolean =>
  status === undefined || statusOf(entry) === status;

async function readSpan(
  { eventTypes, entityId }: DeliveryFilter,
  sinceMs: number,
  untilMs: number | undefined,
  signal: AbortSignal,
): Promise<readonly Delivery[]> {
  const { events } = await call(webhookProtocolList, {
    body: {
      eventDateFromUtc: new Date(sinceMs).toISOString(),
      // The service includes the whole millisecond.
      eventDateToUtc: untilMs === undefined ? null : new Date(untilMs - 1).toISOString(),
      entityId: entityId ?? null,
      eventTypes: eventTypes === undefined ? null : [...eventTypes],
    },
    signal,
  });
  return events;
}
