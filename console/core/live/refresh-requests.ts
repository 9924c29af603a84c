import type { QueryClient } from '@tanstack/react-query';
import { requestSearch } from '../../generated/operations.ts';
import { call } from '../api/call.ts';
import type { RequestFilter } from '../api/records.ts';
import { refreshFirst } from './refresh-shown.ts';

/** Reads the beginning of the lists of requests that are shown, as those of candidates are read, and the short lists on other pages. */
export async function refreshRequests(queryClient: QueryClient): Promise<void> {
  const beside = queryClient.invalidateQueries({ queryKey: ['requests', 'of'] });
  await refreshFirst(queryClient, ['requests', 'list'], 'requests', ([, , filter, language], part) =>
    call(requestSearch, {
      body: { ...(filter as RequestFilter), ...part },
      language: language as string,
    }),
  );
  await beside;
}
