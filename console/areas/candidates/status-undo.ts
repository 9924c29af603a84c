import { call } from '../../core/api/call.ts';
import { type ApplicationStage, OPEN_STAGES } from '../../core/api/records.ts';
import {
  applicationSetStage,
  candidateGet,
  candidateListApplications,
  candidateListStatuses,
  candidateSetStatus,
} from '../../generated/operations.ts';

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

/** Only a decision can be taken back, by moving the application that it was about back to its stage. */
export const isDecision = (statusId: number): boolean =>
  statusId === STATUS.hired || statusId === STATUS.rejected;

export const isOpen = (stage: ApplicationStage | null): boolean =>
  stage !== null && OPEN_STAGES.includes(stage);

/** The stage of the application that a status is about, once it is set. A closed one stays as it is. */
export function stageAfter(stage: ApplicationStage, statusId: number): ApplicationStage {
  if (!isOpen(stage)) return stage;
  if (statusId === STATUS.hired) return 'hired';
  if (statusId === STATUS.rejected) return 'rejected';
  if (statusId === STATUS.archived) return 'withdrawn';
  return stage === 'new' ? 'inReview' : stage;
}

type Stages = ReadonlyMap<number, ApplicationStage>;

const stagesOf = async (candidateId: number): Promise<Stages> => {
  const { applies } = await call(candidateListApplications, { path: { candidateId } });
  return new Map(applies.map(({ id, stage }) => [id, stage]));
};

export const putStatus = (id: number, statusId: number) =>
  call(candidateSetStatus, { path: { id }, body: { statusId } });

const statusOf = async (candidateId: number): Promise<number | null> =>
  (await call(candidateGet, { path: { candidateId } })).statusId;

/** A status that was set, and what was before. */
export interface StatusChange {
  candidateId: number;
  statusId: number;
  previous: number | null;
  /** Of the status history. It says which application the status is about. */
  entryId: number;
  stages: Stages;
}

/** Sets the status so that it can be taken back. */
export async function changeStatus(
  candidateId: number,
  statusId: number,
  previous: number | null,
): Promise<StatusChange> {
  const stages = await stagesOf(candidateId);
  const { id: entryId } = await putStatus(candidateId, statusId);
  return { candidateId, statusId, previous, entryId, stages };
}

/** No call sets a candidate to no status. Only a decision that closed an application can be taken back then. */
export const canRestore = ({ statusId, previous, stages }: StatusChange): boolean =>
  statusId !== STATUS.archived &&
  statusId !== previous &&
  (previous !== null || (isDecision(statusId) && [...stages.values()].some(isOpen)));

/** Moves the application back, and sets the status from before if that did not bring it back. */
export async function restoreStatus(change: StatusChange): Promise<void> {
  const { candidateId, entryId, previous } = change;
  const { statuses } = await call(candidateListStatuses, { path: { candidateId } });
  const [newest] = statuses;
  if (newest?.id !== entryId || newest.revokedAtUtc !== null) throw new NotUndoneError('changed');
  if (newest.applicationId !== null) await moveBack(change, newest.applicationId);
  if (previous !== null && (await statusOf(candidateId)) !== previous) await putStatus(candidateId, previous);
  if ((await statusOf(candidateId)) !== previous) throw new NotUndoneError('final');
}

/** A stage that the status did not give was given by a colleague, and stays. */
async function moveBack({ candidateId, statusId, stages }: StatusChange, id: number): Promise<void> {
  const stage = stages.get(id);
  if (stage === undefined) return;
  const given = stageAfter(stage, statusId);
  if (given !== stage && (await stagesOf(candidateId)).get(id) === given)
    await call(applicationSetStage, { path: { id }, body: { stage } });
}
