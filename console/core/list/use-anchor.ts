import { useLayoutEffect, useRef } from 'react';

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
    // The row itself can be the one that is gone.
    for (const { id } of old.slice(index)) {
      const now = rows.findIndex((row) => row.id === id);
      const was = old.findIndex((row) => row.id === id);
      if (now === -1) continue;
      if (now !== was) element.scrollTop += (now - was) * rowPixels;
      return;
    }
  }, [scroller, rows, rowPixels]);
}
