import { onlineManager, QueryClient } from '@tanstack/react-query';
import { CallError } from './api/errors.ts';

const FRESH_MS = 15_000;
const RETRIES = 2;

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // A rejection stays one. What can pass is a failure of the service or of the connection.
        retry: (failures, error) =>
          failures < RETRIES &&
          (!(error instanceof CallError) || error.status >= 502 || error.status === 429),
      },
    },
  });
  // By itself, it continues queries after the changes that wait. A change that reads a record would wait for its query forever.
  onlineManager.subscribe((isOnline) => {
    if (isOnline) client.getQueryCache().onOnline();
  });
  return client;
}
