import { isStatus } from '../../../core/api/errors.ts';
import { nameOf } from '../../../core/api/records.ts';
import { useSending } from '../../../core/forms/use-sending.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useFailure } from '../../../core/frame/use-change.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { candidateHoldSetLimits } from '../../../generated/limits.ts';
import { type Holds, useHoldSource } from './use-hold-source.ts';

type Hold = Pick<NonNullable<Holds['hold']>, 'reason' | 'until' | 'setAtUtc'>;

export interface HeldCandidate {
  id: number;
  firstName: string | null;
  lastName: string | null;
}

/** Releases a hold. The message about it sets it again. */
export function useRelease(candidate: HeldCandidate) {
  const { privacy, forms } = useTexts();
  const show = useMessages();
  const { read, refreshLists, put, release } = useHoldSource(candidate.id);
  const name = nameOf(candidate);
  const fail = useFailure(candidateHoldSetLimits);
  const setAgain = async ({ reason, until }: Hold, tag: string) => {
    try {
      await put({ reason, until }, tag);
      await read().catch(() => {});
      show({ text: privacy.hold.setAgain(name) });
    } catch (error) {
      // A colleague has set another one since.
      if (isStatus(error, 412)) show({ text: forms.notUndone, isFailure: true });
      else fail(error);
    }
  };
  /** Nothing was released, because the hold is not what the user has read. */
  const refuse = (text: string) => {
    refreshLists();
    show({ text, isFailure: true });
  };
  return useSending({
    mutationFn: async (shown: Hold) => {
      const { record, tag } = await read();
      if (record.hold === null) return privacy.hold.releasedMeanwhile(name);
      if (!isSame(record.hold, shown)) return privacy.hold.changedMeanwhile(name);
      await release(tag);
      // The hold is released, whether or not the page can read it.
      return await read().catch(() => undefined);
    },
    onSuccess: (after, shown) =>
      typeof after === 'string'
        ? refuse(after)
        : show({
            text: privacy.hold.released(name),
            undo: after && (() => setAgain(shown, after.tag)),
          }),
    onError: (error) => {
      if (isStatus(error, 412)) refuse(privacy.hold.changedMeanwhile(name));
      else fail(error);
    },
  });
}

const isSame = (one: Hold, other: Hold): boolean =>
  one.reason === other.reason && one.until === other.until && one.setAtUtc === other.setAtUtc;
