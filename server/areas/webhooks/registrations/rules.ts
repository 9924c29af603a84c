import { createHash } from 'node:crypto';
import type { Fault } from '../../../core/http/index.ts';
import { type DescribedEventType, EVENTS } from '../../changes/index.ts';

export const EVENT_TYPES: readonly DescribedEventType[] = Object.values(EVENTS);

const NAMES = new Map(EVENT_TYPES.map(({ id, name }) => [id, name]));

/** The name of an event; its id as text when a later version knew more. */
export function eventName(id: number): string {
  return NAMES.get(id) ?? String(id);
}

/** Faults of an event's id and of an address, as far as they can be told without looking the address up. */
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
  // URL would take these away silently, and the address called would be another than the one shown.
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

/** The same for all spellings of an address; a fragment is no part of it. */
export function urlKey(url: string): string {
  const parsed = new URL(url);
  parsed.hash = '';
  return createHash('sha256').update(parsed.href).digest('hex');
}
