import type { Fault } from '../../core/http/index.ts';
import { MAXIMUM_FAULTS } from '../../core/http/limits.ts';
import { EVENTS } from '../changes/index.ts';

const IDS: ReadonlySet<number> = new Set(Object.values(EVENTS).map(({ id }) => id));

/** The fault of an id at a property, if no event type has it. */
export function eventTypeFaults(property: string, id: number): Fault[] {
  if (IDS.has(id)) return [];
  const message = `${property} must be the id of an event type. GET /webhooks/event/types lists them.`;
  return [{ property, code: 'unknownReference', message }];
}

/** The faults of the ids in a filter by event types. */
export function eventTypesFaults({ eventTypes }: { eventTypes?: readonly number[] | null }): Fault[] {
  return (eventTypes ?? [])
    .flatMap((id, index) => eventTypeFaults(`eventTypes[${index}]`, id))
    .slice(0, MAXIMUM_FAULTS);
}
