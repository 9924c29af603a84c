import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a part that is replaced by a link in it, such as a list by one of its entries. The link disappears with the focus, which then
 * goes to the part itself.
 */
export function useArrivedFocus(place: string): RefObject<HTMLElement | null> {
  const ref = useRef<HTMLElement>(null);
  const before = useRef(place);
  useEffect(() => {
    if (before.current === place) return;
    before.current = place;
    ref.current?.focus();
  }, [place]);
  return ref;
}
