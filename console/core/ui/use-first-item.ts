import { type RefObject, useEffect, useRef } from 'react';

interface FirstItem {
  /** The button that opens the menu. */
  target: RefObject<HTMLButtonElement | null>;
  dropdown: RefObject<HTMLDivElement | null>;
}

/** Gives the first item of a menu the focus: whoever opens it with a key goes on with the arrows. */
export function useFirstItem(isOpen: boolean): FirstItem {
  const target = useRef<HTMLButtonElement>(null);
  const dropdown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    // A key opens it from anywhere on the page, and a menu whose button is out of sight is hidden.
    target.current?.scrollIntoView({ block: 'nearest' });
    // In a portal, the item has no place yet. The page would scroll to its top, and so away from the button.
    const first = dropdown.current?.querySelector<HTMLElement>('[role="menuitem"]:enabled');
    first?.focus({ preventScroll: true });
  }, [isOpen]);
  return { target, dropdown };
}
