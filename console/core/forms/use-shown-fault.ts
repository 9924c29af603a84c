import { type RefObject, useEffect, useRef } from 'react';

/** For a form that is longer than the window: what is wrong comes into sight, and a field gets the focus. */
export function useShownFault(error: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error === null || error === undefined) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field != null) field.focus();
    else form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  return form;
}
