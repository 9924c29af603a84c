import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { ChangedMeanwhileError } from '../api/change-seen.ts';
import { faultsIn, isStatus } from '../api/errors.ts';
import { failureText } from '../forms/failure-text.ts';
import { toFaultText } from '../forms/faults.tsx';
import type { Limits } from '../forms/limits.ts';
import { useSending } from '../forms/use-sending.ts';
import { useLanguage } from '../texts/language.tsx';
import { useMessages } from './messages.tsx';

export interface Change {
  run(): Promise<unknown>;
  done: string;
  /** Absent if it cannot be undone, or if there is nothing to undo after it has run. */
  undo?: (() => Promise<unknown>) | undefined;
  undone?: string;
  /** Why it failed, if the caller says it better. */
  failed?: (error: unknown) => string | undefined;
  /** Why it was not undone, if the caller says it better. */
  notUndone?: (error: unknown) => string | undefined;
  /** Whether a form says why it failed. */
  isQuiet?: boolean;
}

/** Makes a change, and reads again what it makes stale. The message about it undoes it, or says why it failed. */
export function useChange(staleKeys: readonly QueryKey[]) {
  const show = useMessages();
  const queryClient = useQueryClient();
  const { forms } = useLanguage().texts;
  const fail = useFailure();
  const refresh = () => Promise.all(staleKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  const takeBack = async ({ undo, undone = '', notUndone }: Change) => {
    try {
      await undo?.();
      show({ text: undone });
    } catch (error) {
      fail(error, notUndone?.(error));
    }
    await refresh();
  };
  return useSending({
    mutationFn: (change: Change) => change.run(),
    onSuccess: async (_, change) => {
      await refresh();
      show({ text: change.done, undo: change.undo && (() => takeBack(change)) });
    },
    onError: (error, { failed, isQuiet = false }) => {
      const known = failed?.(error) ?? (isOvertaken(error) ? forms.notChanged : undefined);
      if (!isQuiet) fail(error, known);
      void refresh();
    },
  });
}

/** Whether somebody else has changed the record since the user saw it. */
export const isOvertaken = (error: unknown): boolean =>
  isStatus(error, 412) || error instanceof ChangedMeanwhileError;

/** Returns the function that says why a change failed. If somebody else was faster, that of an undo. */
export function useFailure(limits: Limits = {}): (error: unknown, known?: string) => void {
  const language = useLanguage();
  const { texts } = language;
  const show = useMessages();
  return (error, known) => {
    const [fault] = faultsIn(error);
    const reason = fault && toFaultText(fault, language, limits[fault.property ?? '']);
    const text = isOvertaken(error)
      ? texts.forms.notUndone
      : [failureText(error, texts), reason].filter(Boolean).join(' ');
    show({ text: known ?? text, isFailure: true });
  };
}
