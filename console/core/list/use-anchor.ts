import { useLayoutEffect, useRef } from 'react';
import { shiftOf } from './shift.ts';

/** Keeps the row at the top of the window where it is when rows above it come or go. */
export function useAnchor(
  scroller: { readonly current: HTMLDivElement | null },
  rows: readonly { id: number }[],
  rowPixels: number,
): void {
  const before = useRef(rows);
  useLayoutEffect(() => {
    const element = scroller.current;
    const old = before.current;
    before.current = rows;
    if (element === null || old === rows || element.scrollTop === 0) return;
    const index = Math.floor(element.scrollTop / rowPixels);
    const shift = shiftOf(old, rows, index);
    if (shift !== 0) element.scrollTop += shift * rowPixels;
  }, [scroller, rows, rowPixels]);
}
