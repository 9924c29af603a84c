import type { Fault } from '../../../core/http/index.ts';

/** Ids of GET /masterdata/candidatestatus. */
export const CANDIDATE_STATUS = { archived: 23, hired: 2003, rejected: 2004, qualified: 2005 } as const;

const ARCHIVED = CANDIDATE_STATUS.archived;

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
