import type { Fault } from '../../../core/http/index.ts';

/** Ids from GET /masterdata/candidatestatus. */
export const CANDIDATE_STATUS = { archived: 23, hired: 2003, rejected: 2004, qualified: 2005 } as const;

const ARCHIVED = CANDIDATE_STATUS.archived;

/** The statuses that decide about an application. */
export const DECISIONS: readonly number[] = [CANDIDATE_STATUS.hired, CANDIDATE_STATUS.rejected];

/** The stages of an application, in the order of the process. Same as the CHECK constraint of the column. */
export const APPLICATION_STAGES = [
  'new',
  'inReview',
  'interview',
  'offer',
  'hired',
  'rejected',
  'withdrawn',
] as const;

export type ApplicationStage = (typeof APPLICATION_STAGES)[number];

/** The stages in which nobody has decided yet. */
export const OPEN_STAGES: readonly ApplicationStage[] = ['new', 'inReview', 'interview', 'offer'];

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

/** How a status moves the applications of the candidate. */
interface Move {
  stage: ApplicationStage;
  /** The stages that are moved. Never a closed one: a decision that was made about an application stays. */
  from: readonly ApplicationStage[];
  /** Whether all applications are moved, and not only the one that the status is about. */
  movesAll: boolean;
}

/**
 * A decision closes the application. Qualified only starts the review. Archived ends every application that is still open,
 * because no decision can follow.
 */
export function moveOf(statusId: number): Move {
  switch (statusId) {
    case CANDIDATE_STATUS.hired:
      return { stage: 'hired', from: OPEN_STAGES, movesAll: false };
    case CANDIDATE_STATUS.rejected:
      return { stage: 'rejected', from: OPEN_STAGES, movesAll: false };
    case CANDIDATE_STATUS.qualified:
      return { stage: 'inReview', from: ['new'], movesAll: false };
    default:
      return { stage: 'withdrawn', from: OPEN_STAGES, movesAll: true };
  }
}
