import type { Fault } from '../../../core/http/index.ts';

export const ARCHIVED = 23;

/** Archived is final. Setting it again is no fault: it changes nothing. */
export function transitionFaults(currentStatusId: number | null, statusId: number): Fault[] {
  if (currentStatusId !== ARCHIVED || statusId === ARCHIVED) return [];
  return [
    {
      property: 'statusId',
      code: 'notAllowed',
      message: 'The candidate is archived, which cannot be undone: create a new candidate instead.',
    },
  ];
}
