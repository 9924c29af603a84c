import { useBlocker } from '@tanstack/react-router';

/** Asks before the page is left with something that has not been saved. */
export function useLeaveGuard(isDirty: boolean, question: string): void {
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      // A change of filters or of a tab keeps the form.
      isDirty && current.pathname !== next.pathname && !window.confirm(question),
    enableBeforeUnload: () => isDirty,
    disabled: !isDirty,
  });
}
