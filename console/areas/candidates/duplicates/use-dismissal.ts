import { call } from '../../../core/api/call.ts';
import { nameOf } from '../../../core/api/records.ts';
import { useChange } from '../../../core/frame/use-change.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { duplicatePairDismiss, duplicatePairRestore } from '../../../generated/operations.ts';
import type { SchemaDuplicatePairDto } from '../../../generated/types.ts';

export type Pair = SchemaDuplicatePairDto;

/** Says that two candidates are two people, or that they have to be checked again. Each can be undone by the other. */
export function useDismissal() {
  const { duplicates: texts } = useTexts();
  const { mutate, isPending } = useChange([['duplicates'], ['candidates']]);
  const changeOf = (pair: Pair) => {
    const path = { duplicatePairId: pair.id };
    const names = [nameOf(pair.first), nameOf(pair.second)] as const;
    return {
      dismiss: () => call(duplicatePairDismiss, { path }),
      restore: () => call(duplicatePairRestore, { path }),
      dismissed: texts.dismissed(...names),
      restored: texts.restored(...names),
    };
  };
  return {
    isPending,
    dismiss(pair: Pair) {
      const { dismiss, restore, dismissed, restored } = changeOf(pair);
      mutate({ run: dismiss, done: dismissed, undo: restore, undone: restored });
    },
    restore(pair: Pair) {
      const { dismiss, restore, dismissed, restored } = changeOf(pair);
      mutate({ run: restore, done: restored, undo: dismiss, undone: dismissed });
    },
  };
}
