import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../core/api/call.ts';
import type { JobAd } from '../../../core/api/records.ts';
import { useSending } from '../../../core/forms/use-sending.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useFailure } from '../../../core/frame/use-change.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { jobAdComplete, jobAdPublish, jobAdReopen, jobAdWithdraw } from '../../../generated/operations.ts';

const OPERATIONS = {
  publish: jobAdPublish,
  withdraw: jobAdWithdraw,
  complete: jobAdComplete,
  reopen: jobAdReopen,
} as const;

type Transition = keyof typeof OPERATIONS;
export const TRANSITIONS = Object.keys(OPERATIONS) as Transition[];

/** What leads back to the status before. Nothing does after a reopening: it would publish the job ad for a moment. */
const INVERSE: Record<Transition, readonly Transition[]> = {
  publish: ['withdraw'],
  withdraw: ['publish'],
  complete: ['reopen', 'publish'],
  reopen: [],
};

/** Publishes, withdraws, completes, or reopens a job ad. The message about it leads back. */
export function useTransition({ jobAdId, title }: JobAd) {
  const texts = useTexts();
  const show = useMessages();
  const fail = useFailure();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['jobAds'] });
  const run = (transition: Transition) => call(OPERATIONS[transition], { path: { jobAdId } });
  const undo = async (steps: readonly Transition[]) => {
    try {
      for (const step of steps) await run(step);
      show({ text: texts.jobAds.done[steps.at(-1)!](title) });
    } catch (error) {
      fail(error);
    }
    await refresh();
  };
  return useSending({
    mutationFn: run,
    onSuccess: async (_, transition) => {
      const steps = INVERSE[transition];
      show({
        text: texts.jobAds.done[transition](title),
        undo: steps.length === 0 ? undefined : () => undo(steps),
      });
      await refresh();
    },
    onError: async (error) => {
      fail(error);
      await refresh();
    },
  });
}
