import type { Fault } from '../../../core/http/index.ts';
import { type ApplicationStage, CANDIDATE_STATUS } from '../../candidates/index.ts';

/** The status that the candidate gets with the stage. Undefined for a stage that decides nothing. */
export function statusOf(stage: ApplicationStage): number | undefined {
  if (stage === 'hired') return CANDIDATE_STATUS.hired;
  return stage === 'rejected' ? CANDIDATE_STATUS.rejected : undefined;
}

/** Archived is final, so no decision can be made or taken back. */
export function stageFaults(
  current: { stage: ApplicationStage; candidateStatusId: number | null },
  stage: ApplicationStage,
): Fault[] {
  if (current.candidateStatusId !== CANDIDATE_STATUS.archived) return [];
  if (statusOf(stage) === undefined && statusOf(current.stage) === undefined) return [];
  return [
    {
      property: 'stage',
      code: 'notAllowed',
      message: `stage cannot be changed from ${current.stage} to ${stage} because the candidate is archived, which is final. Create a new candidate instead.`,
    },
  ];
}
