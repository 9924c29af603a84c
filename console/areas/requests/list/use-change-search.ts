import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { paths, type RequestsSearch } from '../../../core/paths.ts';
import { readRequestsSearch } from './search.ts';

export type ChangeSearch = (change: Partial<RequestsSearch>) => void;

/** Returns the function that changes what the address says about the list. */
export function useChangeSearch(): ChangeSearch {
  const navigate = useNavigate();
  return useCallback(
    (change) =>
      void navigate({
        to: paths.requests,
        search: (before: Record<string, unknown>) => readRequestsSearch({ ...before, ...change }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
}
