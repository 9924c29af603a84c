import { call } from '../../../core/api/call.ts';
import type { CandidateHit } from '../../../core/api/records.ts';
import {
  candidateAddKeyword,
  candidateChange,
  candidateDeleteKeyword,
} from '../../../generated/operations.ts';
import {
  canRestore,
  changeStatus,
  isDecision,
  isOpen,
  putStatus,
  restoreStatus,
  stageAfter,
} from '../status-undo.ts';

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
      if (!canUndo) {
        await putStatus(id, statusId);
        return { undo: undefined };
      }
      const change = await changeStatus(id, statusId, before);
      return { undo: canRestore(change) ? () => restoreStatus(change) : undefined };
    },
  };
}
