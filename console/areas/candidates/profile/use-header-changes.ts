import { useMutation } from '@tanstack/react-query';
import { call } from '../../../core/api/call.ts';
import { nameOf } from '../../../core/api/records.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useFailure } from '../../../core/frame/use-change.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { candidateChange } from '../../../generated/operations.ts';
import { canRestore, changeStatus, NotUndoneError, restoreStatus } from '../status-undo.ts';
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
  const { read } = useCandidateSource(candidateId);
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
        await read();
        show({ text: undone });
      } catch (error) {
        if (error instanceof NotUndoneError) show({ text: texts.forms.notUndone, isFailure: true });
        else fail(error);
      }
    };
    show({ text: done, undo: takeBack && undo });
  };
  return { report, fail, read };
}

/** Sets the status. It can also move applications, which are moved back with it. */
export function useSetStatus(before: Candidate) {
  const { candidatePage } = useTexts();
  const { id } = before;
  const { report, fail, read } = useReport(id);
  const name = nameOf(before);
  return useMutation({
    mutationFn: async (statusId: number) => {
      const change = await changeStatus(id, statusId, before.statusId);
      return { change, after: (await read()).record };
    },
    onSuccess: ({ change, after }) =>
      report({
        done: candidatePage.statusSet(name, after.status ?? ''),
        undone: candidatePage.statusUndone(name),
        isStill: (current) => current.statusId === change.statusId,
        takeBack: canRestore(change) ? () => restoreStatus(change) : undefined,
      }),
    onError: (error) => fail(error),
  });
}

export function useSetResponsible(before: Candidate, nameOfUser: (userId: number | null) => string) {
  const { candidatePage } = useTexts();
  const { id: candidateId, responsibility } = before;
  const { report, fail, read } = useReport(candidateId);
  const name = nameOf(before);
  const put = (next: number | null) =>
    call(candidateChange, { path: { candidateId }, body: { responsibility: next } });
  return useMutation({
    mutationFn: async (next: number | null) => {
      await put(next);
      await read();
    },
    onSuccess: (_, next) =>
      report({
        done: candidatePage.responsibleSet(name, nameOfUser(next)),
        undone: candidatePage.responsibleUndone(name),
        isStill: (current) => current.responsibility === next,
        takeBack: () => put(responsibility),
      }),
    onError: (error) => fail(error),
  });
}
