import { call } from '../../../core/api/call.ts';
import { type CandidateHit, OPEN_STAGES } from '../../../core/api/records.ts';
import {
  applicationSetStage,
  candidateAddKeyword,
  candidateChange,
  candidateDeleteKeyword,
  candidateListApplications,
  candidateSetStatus,
} from '../../../generated/operations.ts';

export const STATUS = { archived: 23, hired: 2003, rejected: 2004 } as const;

type Undo = () => Promise<unknown>;

/** What is changed at every selected candidate. */
export interface BulkAction {
  /** Changes a candidate. Returns the inverse call, or undefined if nothing had to change. */
  run(candidate: CandidateHit): Promise<Undo | undefined>;
  /** The candidate as the list shows it afterwards. */
  toChanged(candidate: CandidateHit): CandidateHit;
  canUndo: boolean;
}

export function setResponsible(userId: number, name: string): BulkAction {
  const put = (candidateId: number, responsibility: number | null) =>
    call(candidateChange, { path: { candidateId }, body: { responsibility } });
  return {
    canUndo: true,
    toChanged: (candidate) => ({ ...candidate, responsibility: userId, responsibleUser: name }),
    async run({ id, responsibility }) {
      if (responsibility === userId) return undefined;
      await put(id, userId);
      return () => put(id, responsibility);
    },
  };
}

export function setBranch(branchId: number, name: string): BulkAction {
  const put = (candidateId: number, officeId: number | null) =>
    call(candidateChange, { path: { candidateId }, body: { officeId } });
  return {
    canUndo: true,
    toChanged: (candidate) => ({ ...candidate, officeId: branchId, office: name }),
    async run({ id, officeId }) {
      if (officeId === branchId) return undefined;
      await put(id, branchId);
      return () => put(id, officeId);
    },
  };
}

export function addKeyword(keyword: string): BulkAction {
  return {
    canUndo: true,
    toChanged: (candidate) => candidate,
    async run({ id }) {
      const { id: keywordId } = await call(candidateAddKeyword, { path: { id }, body: { keyword } });
      return () => call(candidateDeleteKeyword, { path: { id, keywordId } });
    },
  };
}

/** Only a decision can be taken back, by moving the application that it was about back to its stage. */
export const isDecision = (statusId: number): boolean =>
  statusId === STATUS.hired || statusId === STATUS.rejected;

export function setStatus(statusId: number, mayMove: boolean): BulkAction {
  return {
    canUndo: isDecision(statusId) && mayMove,
    toChanged: (candidate) => ({ ...candidate, statusId, stage: stageAfter(candidate, statusId) }),
    async run({ id, statusId: before }) {
      if (before === statusId) return undefined;
      const stages = isDecision(statusId) && mayMove ? await stagesOf(id) : undefined;
      await call(candidateSetStatus, { path: { id }, body: { statusId } });
      return () => restoreStages(id, stages ?? new Map());
    },
  };
}

/** A decision closes the latest application if it is open. Otherwise it can be about another one. */
function stageAfter({ stage }: CandidateHit, statusId: number): CandidateHit['stage'] {
  if (stage === null || !OPEN_STAGES.includes(stage)) return stage;
  if (statusId === STATUS.hired) return 'hired';
  if (statusId === STATUS.rejected) return 'rejected';
  if (statusId === STATUS.archived) return 'withdrawn';
  return stage === 'new' ? 'inReview' : stage;
}

async function stagesOf(candidateId: number) {
  const { applies } = await call(candidateListApplications, { path: { candidateId } });
  return new Map(applies.map(({ id, stage }) => [id, stage]));
}

/** Moves the applications back that have moved. The service then takes the decision back as well. */
async function restoreStages(
  candidateId: number,
  before: Awaited<ReturnType<typeof stagesOf>>,
): Promise<void> {
  for (const [id, stage] of await stagesOf(candidateId)) {
    const previous = before.get(id);
    if (previous !== undefined && previous !== stage)
      await call(applicationSetStage, { path: { id }, body: { stage: previous } });
  }
}
