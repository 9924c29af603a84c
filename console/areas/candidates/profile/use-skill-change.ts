import { ChangedMeanwhileError } from '../../../core/api/change-seen.ts';
import { findActor } from '../../../core/api/find-actor.ts';
import type { Limits } from '../../../core/forms/limits.ts';
import { useSending } from '../../../core/forms/use-sending.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { isOvertaken, useFailure } from '../../../core/frame/use-change.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { type Candidate, useCandidateSource } from './source.ts';

interface Reported {
  done: string;
  undone: string;
  /** Absent if it cannot be taken back. */
  undo?: (() => Promise<unknown>) | undefined;
}

/** Why a change was not made: what a colleague has done. */
interface Meanwhile {
  text: string;
  /** One of them was changed. */
  properties: readonly string[];
  /** The change with what the user sees now. Absent if there is nothing left to change. */
  anyway?: { label: string; change: SkillChange } | undefined;
}

export interface SkillChange extends Reported {
  run(): Promise<unknown>;
  /** Instead of `undo`, if it depends on what is stored then. */
  undoFrom?(after: Candidate): Promise<unknown>;
  /** For a change that throws a ChangedMeanwhileError. */
  meanwhile?(stored: Candidate): Meanwhile;
}

/** Says what was changed, with a button that takes it back, or why it was not. */
export function useSkillReport(candidateId: number, limits?: Limits) {
  const show = useMessages();
  const { forms } = useTexts();
  const { read, readAfter } = useCandidateSource(candidateId);
  const fail = useFailure(limits);
  const report = ({ done, undone, undo }: Reported) =>
    show({
      text: done,
      undo:
        undo &&
        (async () => {
          try {
            await undo();
            await readAfter();
            show({ text: undone });
          } catch (error) {
            fail(error, error instanceof ChangedMeanwhileError ? forms.notUndone : undefined);
            await readAfter();
          }
        }),
    });
  return { fail, report, read, readAfter };
}

/** Adds something to the candidate, or removes it. The message about it takes it back. */
export function useSkillChange(candidateId: number, limits?: Limits) {
  const { forms, queue } = useTexts();
  const show = useMessages();
  const { fail, report, read, readAfter } = useSkillReport(candidateId, limits);
  const make = async ({ run }: SkillChange): Promise<Candidate | undefined> => {
    await run();
    return (await readAfter())?.record;
  };
  const sayMade = (after: Candidate | undefined, change: SkillChange) => {
    const { undo, undoFrom } = change;
    report({ ...change, undo: undoFrom === undefined ? undo : after && (() => undoFrom(after)) });
  };
  const sayNotMade = async (error: unknown, { meanwhile }: SkillChange): Promise<void> => {
    if (!(error instanceof ChangedMeanwhileError) || meanwhile === undefined)
      return fail(error, isOvertaken(error) ? forms.notChanged : undefined);
    const { record } = await read().catch(() => ({ record: error.stored as Candidate }));
    const { text, properties, anyway } = meanwhile(record);
    const by = await findActor({ candidateId, properties });
    const run = async (change: SkillChange) => {
      try {
        sayMade(await make(change), change);
      } catch (again) {
        await sayNotMade(again, change);
      }
    };
    show({
      text: by === undefined ? text : `${text} ${queue.by(by)}`,
      isFailure: true,
      ...(anyway && { anyway: { label: anyway.label, run: () => run(anyway.change) } }),
    });
  };
  return useSending({ mutationFn: make, onSuccess: sayMade, onError: sayNotMade });
}

/** Makes the page show what a form has added, and says so. */
export function useReportAdded(candidateId: number) {
  const { candidatePage } = useTexts();
  const { report, readAfter } = useSkillReport(candidateId);
  return async (name: string, undo: (() => Promise<unknown>) | undefined) => {
    await readAfter();
    report({ done: candidatePage.added(name), undone: candidatePage.removed(name), undo });
  };
}
