import { useMutation } from '@tanstack/react-query';
import { call, read as readTagged } from '../../../core/api/call.ts';
import { ChangedMeanwhileError, changeSeen } from '../../../core/api/change-seen.ts';
import { findActor } from '../../../core/api/find-actor.ts';
import { nameOf } from '../../../core/api/records.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useFailure } from '../../../core/frame/use-change.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { candidateChange, candidateGet } from '../../../generated/operations.ts';
import { canRestore, changeStatus, NotUndoneError, restoreStatus, STATUS } from '../status-undo.ts';
import { type Candidate, useCandidateSource } from './source.ts';

/** A change with a message that takes it back. `isStill` says whether nobody has changed it since. */
interface Undoable {
  done: string;
  undone: string;
  isStill(current: Candidate): boolean;
  takeBack: ((current: Candidate) => Promise<unknown>) | undefined;
}

function useReport(candidateId: number) {
  const texts = useTexts();
  const show = useMessages();
  const { read, readAfter } = useCandidateSource(candidateId);
  const fail = useFailure();
  const report = ({ done, undone, isStill, takeBack }: Undoable) => {
    const undo = async () => {
      try {
        const { record } = await read();
        if (!isStill(record)) {
          show({ text: texts.forms.notUndone, isFailure: true });
          return;
        }
        await takeBack?.(record);
        await readAfter();
        show({ text: undone });
      } catch (error) {
        if (error instanceof NotUndoneError || error instanceof ChangedMeanwhileError)
          show({ text: texts.forms.notUndone, isFailure: true });
        else fail(error);
      }
    };
    show({ text: done, undo: takeBack && undo });
  };
  return { report, fail, read, readAfter };
}

type Value = number | null;

interface Choice {
  next: Value;
  /** What the user saw when choosing. */
  seen: Value;
}

interface HeaderChange<Made> {
  property: 'statusId' | 'responsibility';
  put(choice: Choice): Promise<Made>;
  toReport(made: Made, choice: Choice): Undoable;
  /** Why it was not changed: what a colleague has chosen meanwhile. */
  toReason(stored: Candidate): string;
  /** Whether it needs a question before it is made all the same. */
  isFinal?(next: Value): boolean;
}

/** Makes a change, unless a colleague has changed the same value since the user saw it. */
function useHeaderChange<Made>(candidateId: number, change: HeaderChange<Made>) {
  const texts = useTexts();
  const show = useMessages();
  const { report, fail, read, readAfter } = useReport(candidateId);
  const make = async (choice: Choice) => {
    const made = await change.put(choice);
    await readAfter();
    return made;
  };
  const sayMade = (made: Made, choice: Choice) => report(change.toReport(made, choice));
  const sayNotMade = async (error: unknown, { next }: Choice) => {
    if (!(error instanceof ChangedMeanwhileError)) return fail(error);
    const { property, toReason, isFinal } = change;
    const { record } = await read().catch(() => ({ record: error.stored as Candidate }));
    const by = await findActor({ candidateId, properties: [property] });
    const text = by === undefined ? toReason(record) : `${toReason(record)} ${texts.queue.by(by)}`;
    const run = async () => {
      const choice = { next, seen: record[property] };
      try {
        sayMade(await make(choice), choice);
      } catch (again) {
        await sayNotMade(again, choice);
      }
    };
    const isOffered = record[property] !== next && isFinal?.(next) !== true;
    const anyway = { label: texts.candidatePage.changeAnyway, run };
    show({ text, isFailure: true, ...(isOffered ? { anyway } : {}) });
  };
  return useMutation({ mutationFn: make, onSuccess: sayMade, onError: sayNotMade });
}

/** Sets the status. It can also move applications, which are moved back with it. */
export function useSetStatus(before: Candidate, nameOfStatus: (statusId: number) => string) {
  const { candidatePage: texts } = useTexts();
  const { id } = before;
  const name = nameOf(before);
  return useHeaderChange(id, {
    property: 'statusId',
    put: ({ next, seen }) => changeStatus(id, next as number, seen),
    toReport: (change) => ({
      done: texts.statusSet(name, nameOfStatus(change.statusId)),
      undone: texts.statusUndone(name),
      isStill: (current) => current.statusId === change.statusId,
      takeBack: canRestore(change) ? () => restoreStatus(change) : undefined,
    }),
    toReason: ({ status }) => texts.statusNotSet(name, status ?? texts.noStatus),
    isFinal: (next) => next === STATUS.archived,
  });
}

export function useSetResponsible(before: Candidate, nameOfUser: (userId: Value) => string) {
  const { candidatePage: texts } = useTexts();
  const { id: candidateId } = before;
  const name = nameOf(before);
  const put = ({ next, seen }: Choice) =>
    changeSeen({
      read: () => readTagged(candidateGet, { path: { candidateId } }),
      isAsSeen: ({ responsibility }) => responsibility === seen,
      change: (ifMatch) =>
        call(candidateChange, { path: { candidateId }, body: { responsibility: next }, ifMatch }),
    });
  return useHeaderChange(candidateId, {
    property: 'responsibility',
    put,
    toReport: (_, { next, seen }) => ({
      done: texts.responsibleSet(name, nameOfUser(next)),
      undone: texts.responsibleUndone(name),
      isStill: ({ responsibility }) => responsibility === next,
      takeBack: () => put({ next: seen, seen: next }),
    }),
    toReason: ({ responsibility }) => texts.responsibleNotSet(name, nameOfUser(responsibility)),
  });
}
