import { useEffect, useRef, useSyncExternalStore } from 'react';
import { hasDrafts } from '../drafts/drafts.ts';
import { hasKeptTexts } from './kept-texts.ts';

// The forms of the page that have been changed. Leaving the page asks about them.

const discards = new Map<symbol, () => void>();
const listeners = new Set<() => void>();
let ask: (() => Promise<boolean>) | undefined;

export const hasChangedForms = (): boolean => discards.size > 0;

/** The same for a component, which is drawn again when it changes. */
export const useHasChangedForms = (): boolean => useSyncExternalStore(subscribe, hasChangedForms);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** Drops what was entered, also the drafts of it. */
export function discardChangedForms(): void {
  for (const discard of [...discards.values()]) discard();
  discards.clear();
  tell();
}

/** Whether the user may be signed out. If that would lose forms or drafts of any tab, the user is asked. */
export const askToSignOut = async (): Promise<boolean> =>
  !(hasChangedForms() || hasDrafts() || hasKeptTexts()) || ask === undefined || (await ask());

/** The guard that asks registers itself here. */
export function registerAsk(next: (() => Promise<boolean>) | undefined): void {
  ask = next;
}

/** Leaving the page asks while the form is changed. */
export function useChangedForm(isChanged: boolean, discard: () => void): void {
  const latest = useRef(discard);
  latest.current = discard;
  useEffect(() => {
    if (!isChanged) return;
    const id = Symbol('form');
    discards.set(id, () => latest.current());
    tell();
    return () => {
      discards.delete(id);
      tell();
    };
  }, [isChanged]);
}
