import { call, read } from '../../../core/api/call.ts';
import { changeSeen } from '../../../core/api/change-seen.ts';
import { isStatus } from '../../../core/api/errors.ts';
import type { CandidateHit } from '../../../core/api/records.ts';
import {
  candidateAddKeyword,
  candidateChange,
  candidateDeleteKeyword,
  candidateGet,
} from '../../../generated/operations.ts';
import { canRestore, changeStatus, isDecision, isOpen, restoreStatus, stageAfter } from '../status-undo.ts';

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

type Assignment = Partial<Record<'responsibility' | 'officeId', number | null>>;

/** Changes the candidate if it still is as the list showed it, or as the change before has left it. */
function assign(candidateId: number, seen: Assignment, next: Assignment): Promise<unknown> {
  const path = { candidateId };
  return changeSeen({
    read: () => read(candidateGet, { path }),
    isAsSeen: (stored) =>
      Object.entries(seen).every(([name, value]) => stored[name as keyof Assignment] === value),
    change: (ifMatch) => call(candidateChange, { path, body: next, ifMatch }),
  });
}

export function setResponsible(userId: number, name: string): BulkAction {
  const next = { responsibility: userId };
  return {
    canUndo: true,
    toChanged: (candidate) => ({ ...candidate, responsibility: userId, responsibleUser: name }),
    async run({ id, responsibility }) {
      if (responsibility === userId) return undefined;
      await assign(id, { responsibility }, next);
      return { undo: () => assign(id, next, { responsibility }) };
    },
  };
}

export function setBranch(branchId: number, name: string): BulkAction {
  const next = { officeId: branchId };
  return {
    canUndo: true,
    toChanged: (candidate) => ({ ...candidate, officeId: branchId, office: name }),
    async run({ id, officeId }) {
      if (officeId === branchId) return undefined;
      await assign(id, { officeId }, next);
      return { undo: () => assign(id, next, { officeId }) };
    },
  };
}

export function addKeyword(keyword: string): BulkAction {
  return {
    canUndo: true,
    toChanged: (candidate) => candidate,
    async run({ id }) {
      const { id: keywordId } = await call(candidateAddKeyword, { path: { id }, body: { keyword } });
      return { undo: () => removeKeyword(id, keywordId) };
    },
  };
}

/** Somebody can have removed the keyword meanwhile. Then the candidate is as before. */
async function removeKeyword(id: number, keywordId: number): Promise<void> {
  try {
    await call(candidateDeleteKeyword, { path: { id, keywordId } });
  } catch (error) {
    if (!isStatus(error, 404)) throw error;
    // A candidate who is gone has the same status, so this call fails then.
    await call(candidateGet, { path: { candidateId: id } });
  }
}

export function setStatus(statusId: number, mayMove: boolean): BulkAction {
  const canUndo = isDecision(statusId) && mayMove;
  return {
    canUndo,
    // The list has the newest application only. An older one that is open would make it undoable.
    isFinalFor: (candidate) => candidate.statusId === null && !isOpen(candidate.stage),
    // A decision closes the latest application if it is open. Otherwise it can be about another one.
    toChanged: (candidate) => ({
      ...candidate,
      statusId,
      stage: candidate.stage && stageAfter(candidate.stage, statusId),
    }),
    async run({ id, statusId: before }) {
      if (before === statusId) return undefined;
      const change = await changeStatus(id, statusId, before);
      return { undo: canUndo && canRestore(change) ? () => restoreStatus(change) : undefined };
    },
  };
}
