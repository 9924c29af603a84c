import type { Fault } from '../../../core/http/index.ts';
import type { DeliveryFilter } from '../delivery-log/index.ts';
import { eventTypesFaults } from '../event-type-faults.ts';
import type { ResendBody } from './schema.ts';

/** Converts the body to a filter, without the properties that are absent or null. An empty list of types or statuses means all, as in a search. */
export function toFilter(body: ResendBody): DeliveryFilter {
  const { ids, eventDateFromUtc, eventDateToUtc, entityId, eventTypes, sendStatusIds } = body;
  return {
    ...(ids == null ? {} : { ids }),
    ...(eventDateFromUtc == null ? {} : { from: eventDateFromUtc }),
    ...(eventDateToUtc == null ? {} : { to: eventDateToUtc }),
    ...(entityId == null ? {} : { entityId }),
    ...(eventTypes == null || eventTypes.length === 0 ? {} : { eventTypeIds: eventTypes }),
    ...(sendStatusIds == null || sendStatusIds.length === 0 ? {} : { statusIds: sendStatusIds }),
  };
}

export function resendFaults(body: ResendBody): Fault[] {
  const { eventDateFromUtc: from, eventDateToUtc: to } = body;
  const faults = eventTypesFaults(body);
  if (Object.keys(toFilter(body)).length === 0) {
    const message =
      'At least one filter is required: ids, eventDateFromUtc, eventDateToUtc, entityId, eventTypes or sendStatusIds.';
    faults.push({ property: 'ids', code: 'required', message });
  }
  if (from != null && to != null && Date.parse(from) > Date.parse(to)) {
    const message = 'eventDateToUtc must not be before eventDateFromUtc.';
    faults.push({ property: 'eventDateToUtc', code: 'range', message });
  }
  return faults;
}
