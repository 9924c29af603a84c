import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * For a form that begins with what is stored: has data only once they were read after the form was opened, because those that were read
 * before can be minutes old. A later read that fails takes no data away.
 */
export function useFreshQuery<Read, Data, Key extends QueryKey>(
  options: UseQueryOptions<Read, Error, Data, Key>,
): Pick<UseQueryResult<Data>, 'data' | 'error' | 'isError' | 'refetch'> {
  const { data, error, isError, isSuccess, isFetching, isFetchedAfterMount, refetch } = useQuery({
    ...options,
    refetchOnMount: 'always',
  });
  const isRead = useRef(false);
  isRead.current ||= isSuccess && isFetchedAfterMount;
  return { data: isRead.current ? data : undefined, error, isError: isError && !isFetching, refetch };
}
