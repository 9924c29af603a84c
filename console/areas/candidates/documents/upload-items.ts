import { useCallback, useSyncExternalStore } from 'react';

// The files that are sent to candidates, and those that failed. Sending goes on when the user leaves the candidate, so the list outlives
// the page. It is in memory only, because a browser does not give a file to a page that is loaded again.

export interface UploadItem {
  number: number;
  name: string;
  /** From 0 to 1. */
  progress: number;
  /** Why it failed. */
  failure?: string | undefined;
  /** Sends it again, if that can help. */
  retry?: (() => void) | undefined;
}

const NONE: readonly UploadItem[] = [];
const lists = new Map<number, readonly UploadItem[]>();
const queues = new Map<number, Promise<void>>();
const listeners = new Map<number, Set<() => void>>();
let lastNumber = 0;

export const uploadItemsOf = (candidateId: number): readonly UploadItem[] => lists.get(candidateId) ?? NONE;

function update(candidateId: number, items: readonly UploadItem[]): void {
  if (items.length === 0) lists.delete(candidateId);
  else lists.set(candidateId, items);
  for (const listener of listeners.get(candidateId) ?? []) listener();
}

/** Adds a file to the list of a candidate, and returns its number. */
export function addItem(candidateId: number, name: string, failure?: string): number {
  lastNumber += 1;
  update(candidateId, [...uploadItemsOf(candidateId), { number: lastNumber, name, progress: 0, failure }]);
  return lastNumber;
}

export function changeItem(candidateId: number, number: number, values: Partial<UploadItem>): void {
  const change = (item: UploadItem) => (item.number === number ? { ...item, ...values } : item);
  update(candidateId, uploadItemsOf(candidateId).map(change));
}

export function removeItem(candidateId: number, number: number): void {
  update(
    candidateId,
    uploadItemsOf(candidateId).filter((item) => item.number !== number),
  );
}

/** Sends a file when those before it are done. `send` must not reject. */
export function sendInTurn(candidateId: number, send: () => Promise<void>): void {
  queues.set(candidateId, (queues.get(candidateId) ?? Promise.resolve()).then(send));
}

/** Whether the user sees the list of the candidate. */
export const isListShown = (candidateId: number): boolean => (listeners.get(candidateId)?.size ?? 0) > 0;

export function useUploadItems(candidateId: number): readonly UploadItem[] {
  const subscribe = useCallback(
    (listener: () => void) => {
      const those = listeners.get(candidateId) ?? new Set();
      listeners.set(candidateId, those.add(listener));
      return () => void those.delete(listener);
    },
    [candidateId],
  );
  return useSyncExternalStore(subscribe, () => uploadItemsOf(candidateId));
}

const isSending = () => [...lists.values()].flat().some(({ failure }) => failure === undefined);

// The files that were not sent yet would be lost.
window.addEventListener('beforeunload', (event) => {
  if (isSending()) event.preventDefault();
});
