import { useMutation } from '@tanstack/react-query';
import { faultsIn } from '../../../core/api/errors.ts';
import { toFaultText } from '../../../core/forms/faults.tsx';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { useCandidateSource } from './source.ts';

interface Reported {
  done: string;
  undone: string;
  /** Absent if it cannot be taken back. */
  undo?: (() => Promise<unknown>) | undefined;
}

interface SkillChange extends Reported {
  run(): Promise<unknown>;
}

/** Says what was changed, with a button that takes it back, or why it was not. */
export function useSkillReport(candidateId: number) {
  const language = useLanguage();
  const { texts } = language;
  const show = useMessages();
  const { read } = useCandidateSource(candidateId);
  const fail = (error: unknown) => {
    const [fault] = faultsIn(error);
    const reason = fault && toFaultText(fault, language);
    show({ text: [texts.states.notSaved, reason].filter(Boolean).join(' '), isFailure: true });
  };
  const report = ({ done, undone, undo }: Reported) =>
    show({
      text: done,
      undo:
        undo &&
        (async () => {
          try {
            await undo();
            await read();
            show({ text: undone });
          } catch (error) {
            fail(error);
          }
        }),
    });
  return { fail, report, read };
}

/** Adds something to the candidate, or removes it. The message about it takes it back. */
export function useSkillChange(candidateId: number) {
  const { fail, report, read } = useSkillReport(candidateId);
  return useMutation({
    mutationFn: async ({ run }: SkillChange) => {
      await run();
      await read();
    },
    onSuccess: (_, change) => report(change),
    onError: fail,
  });
}

/** Makes the page show what a form has added, and says so. */
export function useReportAdded(candidateId: number) {
  const { candidatePage } = useTexts();
  const { report, read } = useSkillReport(candidateId);
  return async (name: string, undo: (() => Promise<unknown>) | undefined) => {
    await read().catch(() => {});
    report({ done: candidatePage.added(name), undone: candidatePage.removed(name), undo });
  };
}
