import type { Fault } from '../../../core/http/index.ts';

/** Ids from GET /masterdata/candidatestatus. */
export const CANDIDATE_STATUS = { archived: 23, hired: 2003, rejected: 2004, qualified: 2005 } as const;

const ARCHIVED = CANDIDATE_STATUS.archived;

/** Archived is final. Setting it again is no error, but changes nothing. */
export function transitionFaults(currentStatusId: number | null, statusId: number): Fault[] {
  if (currentStatusId !== ARCHIVED || statusId === ARCHIVED) return [];
  return [
    {
      property: 'statusId',
      code: 'notAllowed',
      message:
        'statusId cannot be changed because the candidate is archived. Create a new candidate instead.',
    },
  ];
}
