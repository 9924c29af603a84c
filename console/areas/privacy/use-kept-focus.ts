import { type RefObject, useCallback, useEffect, useRef } from 'react';

/**
 * For an element whose parts disappear when their buttons are used. The focus then goes to the element itself, which needs a tabIndex:
 * otherwise the keyboard would begin at the top of the page.
 */
export function useKeptFocus<Kept extends HTMLElement>(
  partCount: number,
): { ref: RefObject<Kept | null>; keep: () => void } {
  const ref = useRef<Kept>(null);
  const before = useRef(partCount);
  const keep = useCallback(() => {
    if (document.activeElement === document.body) ref.current?.focus();
  }, []);
  useEffect(() => {
    if (partCount < before.current) keep();
    before.current = partCount;
  }, [partCount, keep]);
  return { ref, keep };
}
