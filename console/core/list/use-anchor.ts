import { useLayoutEffect, useRef } from 'react';
import { shiftOf } from './shift.ts';

/**
 * Keeps the row at the top of the window where it is when rows above it come or go. The rows of another query begin at the first one:
 * nobody looks for the best matches above the window.
 */
export function useAnchor(
  scroller: { readonly current: HTMLDivElement | null },
  query: string,
  rows: readonly { id: number }[],
  rowPixels: number,
): void {
  const before = useRef({ query, rows });
  useLayoutEffect(() => {
    const element = scroller.current;
    const old = before.current;
    before.current = { query, rows };
    if (element === null) return;
    if (old.query !== query) element.scrollTop = 0;
    if (old.rows === rows || element.scrollTop === 0) return;
    const index = Math.floor(element.scrollTop / rowPixels);
    const shift = shiftOf(old.rows, rows, index);
    if (shift !== 0) element.scrollTop += shift * rowPixels;
  }, [scroller, query, rows, rowPixels]);
}
