import type { Limits } from '../../../core/forms/limits.ts';
import { useSending } from '../../../core/forms/use-sending.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useFailure } from '../../../core/frame/use-change.ts';
import { useTexts } from '../../../core/texts/language.tsx';
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
export function useSkillReport(candidateId: number, limits?: Limits) {
  const show = useMessages();
  const { read } = useCandidateSource(candidateId);
  const fail = useFailure(limits);
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
export function useSkillChange(candidateId: number, limits?: Limits) {
  const { fail, report, read } = useSkillReport(candidateId, limits);
  return useSending({
    mutationFn: async ({ run }: SkillChange) => {
      await run();
      await read();
    },
    onSuccess: (_, change) => report(change),
    onError: (error) => fail(error),
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
