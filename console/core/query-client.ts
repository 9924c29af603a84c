import { MutationCache, QueryClient } from '@tanstack/react-query';
import { CallError, NotSentError } from './api/errors.ts';

const FRESH_MS = 15_000;
const RETRIES = 2;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      onMutate() {
        if (!navigator.onLine) throw new NotSentError();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // A rejection stays one. What can pass is a failure of the service or of the connection.
        retry: (failures, error) =>
          failures < RETRIES &&
          (!(error instanceof CallError) || error.status >= 502 || error.status === 429),
      },
      // Queries wait for the connection, changes never do: one that somebody has cancelled, or forgotten, would be made when the
      // connection is back.
      mutations: { networkMode: 'always' },
    },
  });
}
