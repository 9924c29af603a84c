import { useRef } from 'react';

/**
 * Returns a function that does nothing while an earlier run of it has not ended: the second half of a double click comes before
 * the page has drawn the button as busy.
 */
export function useOnce<Input>(run: (input: Input, end: () => void) => void): (input: Input) => void {
  const isRunning = useRef(false);
  return (input) => {
    if (isRunning.current) return;
    isRunning.current = true;
    run(input, () => {
      isRunning.current = false;
    });
  };
}
