import { useMutation } from '@tanstack/react-query';
import { call } from '../../../core/api/call.ts';
import { faultsIn } from '../../../core/api/errors.ts';
import { nameOf } from '../../../core/api/records.ts';
import { toFaultText } from '../../../core/forms/faults.tsx';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { applicationSetStage, candidateChange, candidateSetStatus } from '../../../generated/operations.ts';
import { type Candidate, useCandidateSource } from './source.ts';

/** The status that nothing can follow. */
export const ARCHIVED = 23;

/** A change with a message that takes it back. `isStill` says whether nobody has changed it since. */
interface Undoable {
  done: string;
  undone: string;
  isStill(current: Candidate): boolean;
  takeBack: ((current: Candidate) => Promise<unknown>) | undefined;
}

function useReport(candidateId: number) {
  const language = useLanguage();
  const { texts } = language;
  const show = useMessages();
  const { read } = useCandidateSource(candidateId);
  const fail = (error: unknown) => {
    const [fault] = faultsIn(error);
    const reason = fault && toFaultText(fault, language);
    show({ text: [texts.states.notSaved, reason].filter(Boolean).join(' '), isFailure: true });
  };
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
        fail(error);
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
  const put = (statusId: number) => call(candidateSetStatus, { path: { id }, body: { statusId } });
  return useMutation({
    mutationFn: async (statusId: number) => {
      await put(statusId);
      return (await read()).record;
    },
    onSuccess: (after) => {
      const moved = before.applies.filter(
        ({ id: applicationId, stage }) =>
          after.applies.find((each) => each.id === applicationId)?.stage !== stage,
      );
      const takeBack = async () => {
        for (const { id: applicationId, stage } of moved)
          await call(applicationSetStage, { path: { id: applicationId }, body: { stage } });
        const { record } = await read();
        if (before.statusId !== null && record.statusId !== before.statusId) await put(before.statusId);
      };
      const canTakeBack =
        after.statusId !== ARCHIVED &&
        after.statusId !== before.statusId &&
        (before.statusId !== null || moved.length > 0);
      report({
        done: candidatePage.statusSet(name, after.status ?? ''),
        undone: candidatePage.statusUndone(name),
        isStill: (current) => current.statusId === after.statusId,
        takeBack: canTakeBack ? takeBack : undefined,
      });
    },
    onError: fail,
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
    onError: fail,
  });
}
