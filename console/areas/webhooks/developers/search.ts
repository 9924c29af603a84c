import type { DeliveryStatus, DevelopersSearch } from '../../../core/paths.ts';
import { toDay, toId, toUuid } from '../../../core/search-values.ts';
import { CALL_OUTCOMES } from '../../access/request-log/outcomes.ts';
import { FEED_ENTITIES } from '../../changes/latest/record-types.ts';

export const TABS = ['webhooks', 'deliveries', 'changes', 'clients', 'calls', 'tokens'] as const;
export type Tab = (typeof TABS)[number];

export const DELIVERY_STATUSES: readonly DeliveryStatus[] = ['delivered', 'failed', 'skipped', 'pending'];

const CLIENT_ID = /^[\w-]{1,255}$/;
const MONTH = /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])$/;
const MAXIMUM_EVENTS = 100;

const toText = (value: unknown, pattern: RegExp): string | undefined =>
  typeof value === 'string' && pattern.test(value) ? value : undefined;

/** Reads what the address says about the page. Invalid values are left out. */
export function readDevelopersSearch(search: Record<string, unknown>): DevelopersSearch {
  const known = TABS.find((name) => name === search.tab);
  const read: DevelopersSearch = {
    tab: known === 'webhooks' ? undefined : known,
    from: toDay(search.from),
    to: toDay(search.to),
    event: toEvents(search.event),
    record: toId(search.record),
    status: DELIVERY_STATUSES.find((name) => name === search.status),
    delivery: toUuid(search.delivery),
    entity: FEED_ENTITIES.find((name) => name === search.entity),
    client: toText(search.client, CLIENT_ID),
    outcome: CALL_OUTCOMES.find((name) => name === search.outcome),
    request: toUuid(search.request),
    call: toUuid(search.call),
    month: toText(search.month, MONTH),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** One event or several. */
function toEvents(value: unknown): number[] | undefined {
  const events = [value].flat().flatMap((each) => toId(each) ?? []);
  return events.length === 0 ? undefined : [...new Set(events)].slice(0, MAXIMUM_EVENTS);
}
