import type { Virtualizer } from '@tanstack/react-virtual';
import { useIsPrinted } from './use-is-printed.ts';

interface ShownRows {
  /** The indexes of the rows that the document has: those in the window, and on paper all. */
  shown: readonly number[];
  /** The last row of the window. Paper loads no more. */
  last: number;
  /** Pixels of the rows that are left out. */
  before: number;
  after: number;
  isPrinted: boolean;
}

/** Which of the loaded rows of a list are drawn, and how much space the others take. */
export function useShownRows(rows: Virtualizer<HTMLDivElement, Element>, loaded: number): ShownRows {
  const isPrinted = useIsPrinted();
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  if (isPrinted) return { shown: [...Array(loaded).keys()], last, before: 0, after: 0, isPrinted };
  return {
    shown: items.map(({ index }) => index),
    last,
    before: items[0]?.start ?? 0,
    after: rows.getTotalSize() - (items.at(-1)?.end ?? 0),
    isPrinted,
  };
}
