import type { Fault } from '../../../core/http/index.ts';
import { type DescribedEventType, EVENTS } from '../../changes/index.ts';

export const EVENT_TYPES: readonly DescribedEventType[] = Object.values(EVENTS);

const NAMES = new Map(EVENT_TYPES.map(({ id, name }) => [id, name]));

/** The name of an event, or its id as text when only a later version knows it. */
function eventName(id: number): string {
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

/** A registration as it is returned. */
export function toSubscription(row: RegistrationRow) {
  return {
    id: row.id,
    event: row.event_type_id,
    eventName: eventName(row.event_type_id),
    url: row.url,
    isPaused: row.paused_at !== null,
    errorCount: row.error_count,
    pausedAtUtc: row.paused_at,
    createdAtUtc: row.created_at,
    lastSuccessAtUtc: row.last_success_at,
  };
}

/** Returns the faults of an event's id and of an address that can be found without a look-up. */
export function registrationFaults({ event, url }: { event: number; url: string }): Fault[] {
  const faults: Fault[] = [];
  if (!NAMES.has(event)) {
    faults.push({
      property: 'event',
      code: 'unknownReference',
      message: 'event must be the id of an event: see GET /webhooks/event/types.',
    });
  }
  const message = addressFault(url);
  if (message !== undefined) faults.push({ property: 'url', code: 'format', message });
  return faults;
}

function addressFault(text: string): string | undefined {
  // URL would remove these silently, and the address called would differ from the one shown.
  const parsed =
    /^https?:\/\//i.test(text) && !/[\s\p{Cc}\\]/u.test(text) && URL.canParse(text)
      ? new URL(text)
      : undefined;
  if (parsed === undefined || parsed.hostname === '') {
    return 'url must be an absolute address with http or https, such as https://hooks.example.com/stellwerk.';
  }
  if (parsed.username !== '' || parsed.password !== '') {
    return 'url must not carry credentials: calls are signed, check webhook-signature instead.';
  }
  return undefined;
}
