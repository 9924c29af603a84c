import { call, read } from '../../core/api/call.ts';
import { changeSeen } from '../../core/api/change-seen.ts';
import { isStatus } from '../../core/api/errors.ts';
import { type ApplicationStage, OPEN_STAGES } from '../../core/api/records.ts';
import {
  applicationGet,
  applicationSetStage,
  candidateGet,
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

const readCandidate = (candidateId: number) => read(candidateGet, { path: { candidateId } });

const putStatus = (id: number, statusId: number, ifMatch: string) =>
  call(candidateSetStatus, { path: { id }, body: { statusId }, ifMatch });

/** A status that was set, and what was before. */
interface StatusChange {
  candidateId: number;
  statusId: number;
  previous: number | null;
  /** Of the status history. It says which application the status is about. */
  entryId: number;
  stages: Stages;
}

/** Sets the status, if it still is the one that the user saw, so that it can be taken back. */
export async function changeStatus(
  candidateId: number,
  statusId: number,
  previous: number | null,
): Promise<StatusChange> {
  let entryId = 0;
  const { applies } = await changeSeen({
    read: () => readCandidate(candidateId),
    isAsSeen: (stored) => stored.statusId === previous,
    change: async (ifMatch) => {
      ({ id: entryId } = await putStatus(candidateId, statusId, ifMatch));
    },
  });
  const stages = new Map(applies.map(({ id, stage }) => [id, stage]));
  return { candidateId, statusId, previous, entryId, stages };
}

/** No call sets a candidate to no status. Only a decision that closed an application can be taken back then. */
export const canRestore = ({ statusId, previous, stages }: StatusChange): boolean =>
  statusId !== STATUS.archived &&
  statusId !== previous &&
  (previous !== null || (isDecision(statusId) && [...stages.values()].some(isOpen)));

/** Moves the application back, and sets the status from before if that did not bring it back. */
export async function restoreStatus(change: StatusChange): Promise<void> {
  try {
    await moveBack(change);
    await setBack(change);
  } catch (error) {
    // A colleague was faster.
    throw isStatus(error, 412) ? new NotUndoneError('changed') : error;
  }
}

/** The application that the status is about. Throws if the status is no longer the newest one. */
async function findSubject({ candidateId, entryId }: StatusChange): Promise<number | null> {
  const { statuses } = await call(candidateListStatuses, { path: { candidateId } });
  const [newest] = statuses;
  if (newest?.id !== entryId || newest.revokedAtUtc !== null) throw new NotUndoneError('changed');
  return newest.applicationId;
}

/** A stage that the status did not give was given by a colleague, and stays. */
async function moveBack(change: StatusChange): Promise<void> {
  const id = await findSubject(change);
  const stage = id === null ? undefined : change.stages.get(id);
  if (id === null || stage === undefined) return;
  const given = stageAfter(stage, change.statusId);
  if (given === stage) return;
  const { record, tag } = await read(applicationGet, { path: { id } });
  if (record.stage !== given) return;
  // The tag was read before the status is compared, so that nobody can come between.
  await findSubject(change);
  await call(applicationSetStage, { path: { id }, body: { stage }, ifMatch: tag });
}

/** Sets the status from before, unless the stage has brought it back. */
async function setBack(change: StatusChange): Promise<void> {
  const { candidateId, statusId, previous } = change;
  const { record, tag } = await readCandidate(candidateId);
  if (record.statusId === previous) return;
  if (record.statusId !== statusId) throw new NotUndoneError('changed');
  if (previous === null) throw new NotUndoneError('final');
  await findSubject(change);
  await putStatus(candidateId, previous, tag);
}
