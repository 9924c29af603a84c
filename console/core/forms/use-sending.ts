import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * A mutation that sends once at a time: another submit is ignored while one is running. The second half of a double click comes before
 * the page has drawn the button as busy, and `isPending` is that of the last render.
 */
export function useSending<Data, Sent = void>(
  options: UseMutationOptions<Data, Error, Sent>,
): UseMutationResult<Data, Error, Sent> {
  const running = useRef<{ sent: Sent }>(undefined);
  const mutation = useMutation({
    ...options,
    onSettled: (...outcome) => {
      // After a reset, another one can be running.
      if (running.current?.sent === outcome[2]) running.current = undefined;
      return options.onSettled?.(...outcome);
    },
  });
  return {
    ...mutation,
    mutate(...[sent, callbacks]: Parameters<typeof mutation.mutate>) {
      if (running.current !== undefined) return;
      running.current = { sent: sent as Sent };
      mutation.mutate(sent as Sent, callbacks);
    },
    reset() {
      running.current = undefined;
      mutation.reset();
    },
  };
}
