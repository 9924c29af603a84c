import type { Fault } from '../../../core/http/index.ts';

// Ids of GET /masterdata/requeststatus.
export const OPEN = 1;
export const IN_PROGRESS = 2;
export const FILLED = 3;
export const CANCELLED = 4;
export const CLOSED = 5;

/** Cancelled and closed are final. The status that a request has already is no fault: it changes nothing. */
export function transitionFaults(currentStatusId: number, statusId: number): Fault[] {
  const isFinal = currentStatusId === CANCELLED || currentStatusId === CLOSED;
  if (!isFinal || statusId === currentStatusId) return [];
  return [
    {
      property: 'statusId',
      code: 'notAllowed',
      message:
        'The request is cancelled or closed, which cannot be undone: create a new request for the company instead.',
    },
  ];
}
