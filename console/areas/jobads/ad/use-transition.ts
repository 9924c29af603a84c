import { useQueryClient } from '@tanstack/react-query';
import { call, read } from '../../../core/api/call.ts';
import type { JobAd } from '../../../core/api/records.ts';
import { useSending } from '../../../core/forms/use-sending.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useFailure } from '../../../core/frame/use-change.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import {
  jobAdComplete,
  jobAdGetForEditing,
  jobAdPublish,
  jobAdReopen,
  jobAdWithdraw,
} from '../../../generated/operations.ts';

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
  const run = (transition: Transition, ifMatch?: string) =>
    call(OPERATIONS[transition], { path: { jobAdId }, ifMatch });
  const undo = async (steps: readonly Transition[], tag: string) => {
    try {
      // What a colleague has changed since is not published unseen. The first step makes a new tag.
      for (const [index, step] of steps.entries()) await run(step, index === 0 ? tag : undefined);
      show({ text: texts.jobAds.done[steps.at(-1)!](title) });
    } catch (error) {
      fail(error);
    }
    await refresh();
  };
  return useSending({
    mutationFn: (transition: Transition) => run(transition),
    onSuccess: async (_, transition) => {
      const steps = INVERSE[transition];
      const made = await read(jobAdGetForEditing, { path: { jobAdId } }).catch(() => undefined);
      show({
        text: texts.jobAds.done[transition](title),
        undo: steps.length === 0 || made === undefined ? undefined : () => undo(steps, made.tag),
      });
      await refresh();
    },
    onError: async (error) => {
      fail(error);
      await refresh();
    },
  });
}
