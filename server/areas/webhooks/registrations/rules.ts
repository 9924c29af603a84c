import type { Fault } from '../../../core/http/index.ts';
import { isWebUrl } from '../../../core/text/web-url.ts';
import { type DescribedEventType, EVENTS } from '../../changes/index.ts';
import { eventTypeFaults } from '../event-type-faults.ts';

export const EVENT_TYPES: readonly DescribedEventType[] = Object.values(EVENTS);

/** Of an event. Each adds a delivery to every transaction that triggers the event. */
export const MAXIMUM_REGISTRATIONS = 200;

const NAMES = new Map(EVENT_TYPES.map(({ id, name }) => [id, name]));

/** Returns the name of an event type, or its id as text if a newer version has added the event type. */
export function eventNameOf(id: number): string {
  return NAMES.get(id) ?? String(id);
}

export interface RegistrationRow {
  id: number;
  event_type_id: number;
  url: string;
  error_count: number;
  paused_at: string | null;
  created_at: string;
  last_success_at: string | null;
}

/** Converts a row to a registration of the response. */
export function toSubscription(row: RegistrationRow) {
  return {
    id: row.id,
    event: row.event_type_id,
    eventName: eventNameOf(row.event_type_id),
    url: row.url,
    isPaused: row.paused_at !== null,
    errorCount: row.error_count,
    pausedAtUtc: row.paused_at,
    createdAtUtc: row.created_at,
    lastSuccessAtUtc: row.last_success_at,
  };
}

/** Neither `duplicate` nor the `notAllowed` of an internal address, so that a program can tell them apart. */
export const TOO_MANY_REGISTRATIONS: Fault = {
  property: 'url',
  code: 'range',
  message: `url is not registered: the event has ${MAXIMUM_REGISTRATIONS} registrations, which is the maximum. Remove those that are no longer used with POST /webhooks/unsubscribe, and register an address without parts that change.`,
};

export const DUPLICATE: Fault = {
  property: 'url',
  code: 'duplicate',
  message: 'url is already registered for this event, and the registration is active.',
};

export const NOT_REGISTERED: Fault = {
  property: 'url',
  code: 'unknownReference',
  message: 'url is not registered for this event. GET /webhooks/subscriptions lists the registrations.',
};

export const PRIVATE_ADDRESS: Fault = {
  property: 'url',
  code: 'notAllowed',
  message: 'url must point to a public address, not to a loopback, private or link-local one.',
};

/** Returns the faults of the event id and the address that can be found without a DNS lookup. */
export function registrationFaults({ event, url }: { event: number; url: string }): Fault[] {
  const faults = eventTypeFaults('event', event);
  const message = addressFault(url);
  if (message !== undefined) faults.push({ property: 'url', code: 'format', message });
  return faults;
}

function addressFault(text: string): string | undefined {
  // URL would silently remove or replace these characters, and the called address would differ from the displayed one.
  const parsed = isWebUrl(text) && !/[\s\p{Cc}\\]/u.test(text) ? new URL(text) : undefined;
  if (parsed === undefined) {
    return 'url must be an absolute http or https address, such as https://hooks.example.com/stellwerk.';
  }
  if (parsed.username !== '' || parsed.password !== '') {
    return 'url must not contain a user name or password. Calls are signed: verify webhook-signature instead.';
  }
  return undefined;
}
