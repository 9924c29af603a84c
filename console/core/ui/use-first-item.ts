import { type RefObject, useEffect, useRef } from 'react';

/** For a menu that gets its items outside the place where it opens: whoever opens it with a key goes on with the arrows. */
export function useFirstItem(isOpen: boolean): RefObject<HTMLDivElement | null> {
  const dropdown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const first = dropdown.current?.querySelector<HTMLElement>('[role="menuitem"]:enabled');
    // It has no place yet. The page would scroll to its top, and the menu, whose button is then out of sight, would disappear.
    first?.focus({ preventScroll: true });
  }, [isOpen]);
  return dropdown;
}
