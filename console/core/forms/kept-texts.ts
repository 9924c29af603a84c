import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

// A form disappears with its page when its record is deleted or merged, when the user loses the permission for it, or when the record
// that it creates opens. What was entered and not saved stays at the top of the page until it is closed, to be copied. It is in memory only.

export interface KeptText {
  label: string;
  text: string;
}

/** Why a form has disappeared. */
export type Loss = 'gone' | 'forbidden' | 'created';

export interface Kept {
  loss: Loss;
  texts: readonly KeptText[];
}

let kept: Kept | undefined;
/** While the page loses forms. */
let losing: Loss | undefined;
const listeners = new Set<() => void>();

function update(next: Kept | undefined): void {
  kept = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const hasKeptTexts = (): boolean => kept !== undefined;

export const useKept = (): Kept | undefined => useSyncExternalStore(subscribe, () => kept);

export const closeKept = (): void => update(undefined);

/** Says what is in a form, in case that it disappears without its user. `own` is present if it disappears by itself. */
export function useEnteredTexts(read: () => readonly KeptText[], own?: Loss): void {
  const latest = useRef({ read, own });
  latest.current = { read, own };
  useEffect(
    () => () => {
      const loss = losing ?? latest.current.own;
      if (loss === undefined) return;
      const texts = latest.current.read().filter(({ text }) => text.trim() !== '');
      if (texts.length > 0) update({ loss, texts: [...(kept?.texts ?? []), ...texts] });
    },
    [],
  );
}

/** The texts of the forms that disappear when `state` changes are kept. */
export function useKeepTexts(state: unknown, loss: Loss): void {
  const before = useRef(state);
  // Before the effects of what disappears are cleaned up, and after that.
  useLayoutEffect(() => {
    if (before.current !== state) losing = loss;
    before.current = state;
  }, [state, loss]);
  useEffect(() => {
    losing = undefined;
  });
}
