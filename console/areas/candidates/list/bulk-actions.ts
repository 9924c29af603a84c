import { call } from '../../../core/api/call.ts';
import { type ApplicationStage, type CandidateHit, OPEN_STAGES } from '../../../core/api/records.ts';
import {
  applicationSetStage,
  candidateAddKeyword,
  candidateChange,
  candidateDeleteKeyword,
  candidateGet,
  candidateListApplications,
  candidateSetStatus,
} from '../../../generated/operations.ts';

export const STATUS = { archived: 23, hired: 2003, rejected: 2004 } as const;

/** Why a change was not taken back. */
export class NotUndoneError extends Error {
  override readonly name = 'NotUndoneError';
  readonly reason: 'final' | 'changed';

  constructor(reason: NotUndoneError['reason']) {
    super(`The change was not taken back: ${reason}.`);
    this.reason = reason;
  }
}

interface Change {
  /** The inverse calls. Undefined if the service has none for what this candidate was before. */
  undo: (() => Promise<unknown>) | undefined;
}

/** What is changed at every selected candidate. */
export interface BulkAction {
  /** Changes a candidate. Returns undefined if nothing had to change. */
  run(candidate: CandidateHit): Promise<Change | undefined>;
  /** The candidate as the list shows it afterwards. */
  toChanged(candidate: CandidateHit): CandidateHit;
  canUndo: boolean;
  /** Whether the list shows that it cannot be undone for this candidate. `run` finds out for certain. */
  isFinalFor?(candidate: CandidateHit): boolean;
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
      return { undo: () => put(id, responsibility) };
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
      return { undo: () => put(id, officeId) };
    },
  };
}

export function addKeyword(keyword: string): BulkAction {
  return {
    canUndo: true,
    toChanged: (candidate) => candidate,
    async run({ id }) {
      const { id: keywordId } = await call(candidateAddKeyword, { path: { id }, body: { keyword } });
      return { undo: () => call(candidateDeleteKeyword, { path: { id, keywordId } }) };
    },
  };
}

/** Only a decision can be taken back, by moving the application that it was about back to its stage. */
export const isDecision = (statusId: number): boolean =>
  statusId === STATUS.hired || statusId === STATUS.rejected;

const isOpen = (stage: ApplicationStage | null): boolean => stage !== null && OPEN_STAGES.includes(stage);

export function setStatus(statusId: number, mayMove: boolean): BulkAction {
  const canUndo = isDecision(statusId) && mayMove;
  return {
    canUndo,
    // The list has the newest application only. An older one that is open would make it undoable.
    isFinalFor: (candidate) => candidate.statusId === null && !isOpen(candidate.stage),
    toChanged: (candidate) => ({ ...candidate, statusId, stage: stageAfter(candidate, statusId) }),
    async run({ id, statusId: before }) {
      if (before === statusId) return undefined;
      const stages = canUndo ? await stagesOf(id) : new Map<number, ApplicationStage>();
      await putStatus(id, statusId);
      // Without an open application nothing has moved that could be moved back, and no call sets a candidate to no status.
      const isFinal = before === null && ![...stages.values()].some(isOpen);
      return {
        undo:
          canUndo && !isFinal ? () => restoreStatus(id, { from: statusId, to: before }, stages) : undefined,
      };
    },
  };
}

const putStatus = (id: number, statusId: number) =>
  call(candidateSetStatus, { path: { id }, body: { statusId } });

const statusOf = async (candidateId: number): Promise<number | null> =>
  (await call(candidateGet, { path: { candidateId } })).statusId;

/** Moves the applications back, and sets the status from before if that did not bring it back. */
async function restoreStatus(
  candidateId: number,
  { from, to }: { from: number; to: number | null },
  stages: ReadonlyMap<number, ApplicationStage>,
): Promise<void> {
  if ((await statusOf(candidateId)) !== from) throw new NotUndoneError('changed');
  await restoreStages(candidateId, stages);
  if (to !== null && (await statusOf(candidateId)) !== to) await putStatus(candidateId, to);
  if ((await statusOf(candidateId)) !== to) throw new NotUndoneError('final');
}

/** A decision closes the latest application if it is open. Otherwise it can be about another one. */
function stageAfter({ stage }: CandidateHit, statusId: number): CandidateHit['stage'] {
  if (stage === null || !isOpen(stage)) return stage;
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
  before: ReadonlyMap<number, ApplicationStage>,
): Promise<void> {
  for (const [id, stage] of await stagesOf(candidateId)) {
    const previous = before.get(id);
    if (previous !== undefined && previous !== stage)
      await call(applicationSetStage, { path: { id }, body: { stage: previous } });
  }
}
