import { type FocusEvent, useLayoutEffect, useState } from 'react';

/** Whether the pointer or the focus is in a list, and what the list needs for it. */
export function useHeld() {
  const [isPointerIn, setPointerIn] = useState(false);
  const [focused, setFocused] = useState<Element>();
  // A card that is moved away with the focus says nothing about it.
  useLayoutEffect(() => {
    if (focused?.isConnected === false) setFocused(undefined);
  });
  const holding = {
    onPointerEnter: () => setPointerIn(true),
    onPointerLeave: () => setPointerIn(false),
    onFocus: ({ target }: FocusEvent) => setFocused(target),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setFocused(undefined);
    },
  };
  return { isHeld: isPointerIn || focused !== undefined, holding };
}
