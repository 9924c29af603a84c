import { useMutation } from '@tanstack/react-query';
import { CallError } from '../../../core/api/errors.ts';
import { toFaultText } from '../../../core/forms/faults.tsx';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useTexts } from '../../../core/texts/language.tsx';
import { useCandidateSource } from './source.ts';

interface SkillChange {
  done: string;
  undone: string;
  run(): Promise<unknown>;
  undo(): Promise<unknown>;
}

/** Adds something to the candidate, or removes it. The message about it takes it back. */
export function useSkillChange(candidateId: number) {
  const texts = useTexts();
  const show = useMessages();
  const { read } = useCandidateSource(candidateId);
  const fail = (error: unknown) => {
    const [fault] = error instanceof CallError ? error.faults : [];
    const reason = fault && toFaultText(fault, texts);
    show({ text: [texts.states.notSaved, reason].filter(Boolean).join(' '), isFailure: true });
  };
  return useMutation({
    mutationFn: async ({ run }: SkillChange) => {
      await run();
      await read();
    },
    onSuccess: (_, { done, undone, undo }) =>
      show({
        text: done,
        async undo() {
          try {
            await undo();
            await read();
            show({ text: undone });
          } catch (error) {
            fail(error);
          }
        },
      }),
    onError: fail,
  });
}
