import { useEffect, useRef, useSyncExternalStore } from 'react';

// The forms of the page that are open, by the names of their drafts. A list keeps the rows in which one is open, whatever a colleague
// does to the record: the text in it would be lost.

const counts = new Map<string, number>();
const listeners = new Set<() => void>();
let version = 0;

function count(name: string, step: 1 | -1): void {
  counts.set(name, (counts.get(name) ?? 0) + step);
  version++;
  for (const listener of listeners) listener();
}

const isOpenNow = (name: string): boolean => (counts.get(name) ?? 0) > 0;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says that the form is open, while it is. */
export function useIsOpen(name: string, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    count(name, 1);
    return () => count(name, -1);
  }, [name, isOpen]);
}

/** Returns the function that says whether a form is open. */
export function useOpenForms(): (name: string) => boolean {
  useSyncExternalStore(subscribe, () => version);
  return isOpenNow;
}

interface Kept<Row> {
  row: Row;
  /** Whether the list no longer has it. */
  isGone: boolean;
}

/** The rows, and those that are gone but have an open form, as they were and where they were. `nameOf` is the name of the form. */
export function useKeptRows<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): readonly Readonly<Kept<Row>>[] {
  const isOpen = useOpenForms();
  const before = useRef<readonly Row[]>([]);
  const current = new Set(rows.map(nameOf));
  const kept = [...rows];
  let place = 0;
  for (const row of before.current) {
    const name = nameOf(row);
    if (!current.has(name) && isOpen(name)) kept.splice(place, 0, row);
    const index = kept.findIndex((each) => nameOf(each) === name);
    if (index >= 0) place = index + 1;
  }
  before.current = kept;
  return kept.map((row) => ({ row, isGone: !current.has(nameOf(row)) }));
}
