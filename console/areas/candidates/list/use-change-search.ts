import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type CandidateSearch, paths } from '../../../core/paths.ts';
import { readCandidateSearch, toView } from './search.ts';

export type ChangeSearch = (change: Partial<CandidateSearch>) => void;

/** Returns the function that changes what the address says about the list. */
export function useChangeSearch(): ChangeSearch {
  const navigate = useNavigate();
  return useCallback(
    (change) =>
      void navigate({
        to: paths.candidates,
        search: (before: Record<string, unknown>) => {
          const next = readCandidateSearch({ ...before, ...change });
          // An address with nothing but a view opens the view with its filters.
          return Object.keys(toView(next)).length === 0 ? {} : next;
        },
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
}
