import { type RefObject, useEffect, useRef } from 'react';
import type { CurrentRow } from './window-table.tsx';

/** Gives the link of a row the focus when the keys have moved to it. */
export function useRowFocus(current: CurrentRow | undefined): RefObject<HTMLAnchorElement | null> {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (current?.shouldFocus !== true) return;
    current.shouldFocus = false;
    link.current?.focus({ preventScroll: true });
    // A narrow window is lower than the list, whose own scrolling is done by now.
    link.current?.closest('tr')?.scrollIntoView({ block: 'nearest' });
  });
  return link;
}
