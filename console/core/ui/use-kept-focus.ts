import { type RefObject, useCallback, useEffect, useRef } from 'react';

/** A dialog that closes returns the focus to its button a moment later, if the button is still there. */
const AFTER_DIALOG_MS = 50;

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
    setTimeout(() => {
      if (document.activeElement === document.body) ref.current?.focus();
    }, AFTER_DIALOG_MS);
  }, []);
  useEffect(() => {
    if (partCount < before.current) keep();
    before.current = partCount;
  }, [partCount, keep]);
  return { ref, keep };
}
