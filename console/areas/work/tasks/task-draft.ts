import { newIdempotencyKey } from '../../../core/api/idempotency-key.ts';
import { findDraft, keepDraft } from '../../../core/drafts/drafts.ts';

export interface NewTask {
  title: string;
  dueDate: string;
  assigneeId: number;
  /** Stays the same until something else changes, so that another try after a lost response adds no second one. */
  idempotencyKey: string;
}

const nameOf = (candidateId: number) => `task-${candidateId}`;

export const hasTaskDraft = (candidateId: number): boolean => findDraft(nameOf(candidateId)) !== undefined;

/** The follow-up that was begun, with what the form proposes where the draft has nothing. */
export function findTaskDraft(candidateId: number, proposed: NewTask) {
  const draft = findDraft(nameOf(candidateId));
  if (draft === undefined) return undefined;
  // An earlier version kept the title alone, and a later one had no key.
  const kept = (typeof draft.value === 'string' ? { title: draft.value } : draft.value) as Partial<NewTask>;
  const task: NewTask = {
    title: typeof kept.title === 'string' ? kept.title : proposed.title,
    dueDate: typeof kept.dueDate === 'string' ? kept.dueDate : proposed.dueDate,
    assigneeId: typeof kept.assigneeId === 'number' ? kept.assigneeId : proposed.assigneeId,
    idempotencyKey: typeof kept.idempotencyKey === 'string' ? kept.idempotencyKey : newIdempotencyKey(),
  };
  return { task, savedAtUtc: draft.savedAtUtc };
}

/** Keeps what differs from the proposal. */
export function keepTaskDraft(candidateId: number, task: NewTask, proposed: NewTask): void {
  const isBegun =
    task.title.trim() !== '' || task.dueDate !== proposed.dueDate || task.assigneeId !== proposed.assigneeId;
  keepDraft(nameOf(candidateId), isBegun ? task : undefined);
}

export const forgetTaskDraft = (candidateId: number): void => keepDraft(nameOf(candidateId), undefined);
