import type { Fault } from '../../../core/http/index.ts';

/** Ids from GET /masterdata/requeststatus. */
export const REQUEST_STATUS = { open: 1, inProgress: 2, filled: 3, cancelled: 4, closed: 5 } as const;

/** Whether a request with this status keeps it for ever. */
export function isFinal(statusId: number): boolean {
  return statusId === REQUEST_STATUS.cancelled || statusId === REQUEST_STATUS.closed;
}

/** Returns a fault if the request has a final status and the new one differs. */
export function transitionFaults(currentStatusId: number, statusId: number): Fault[] {
  if (!isFinal(currentStatusId) || statusId === currentStatusId) return [];
  return [
    {
      property: 'statusId',
      code: 'notAllowed',
      message:
        'statusId cannot be changed after the request is cancelled or closed. Create a new request for the company instead.',
    },
  ];
}
