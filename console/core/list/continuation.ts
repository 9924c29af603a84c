import type { UseInfiniteQueryResult } from '@tanstack/react-query';

type Found = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetching' | 'isError' | 'isFetchNextPageError' | 'fetchNextPage' | 'refetch'
>;

/** How a list goes on at its end, and after a failed read. What is shown stays, and only the user repeats such a read. */
export const continuationOf = (found: Found) => ({
  onEnd: () => {
    if (found.hasNextPage && !found.isFetching && !found.isError) void found.fetchNextPage();
  },
  retry: () => void (found.isFetchNextPageError ? found.fetchNextPage() : found.refetch()),
});
