import type { Fault } from '../../../core/http/index.ts';

/** Ids of GET /masterdata/requeststatus. */
export const REQUEST_STATUS = { open: 1, inProgress: 2, filled: 3, cancelled: 4, closed: 5 } as const;

/** Cancelled and closed are final. The status that a request has already is no fault: it changes nothing. */
export function transitionFaults(currentStatusId: number, statusId: number): Fault[] {
  const isFinal = currentStatusId === REQUEST_STATUS.cancelled || currentStatusId === REQUEST_STATUS.closed;
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
