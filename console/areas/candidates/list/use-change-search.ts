import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { queries } from '../../../core/api/queries.ts';
import { type CandidateSearch, paths } from '../../../core/paths.ts';
import { readCandidateSearch } from './search.ts';
import { toAddress, toShown } from './view-address.ts';

export type ChangeSearch = (change: Partial<CandidateSearch>) => void;

/** Returns the function that changes what the address says about the list. */
export function useChangeSearch(): ChangeSearch {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useCallback(
    (change) =>
      void navigate({
        to: paths.candidates,
        search: (before: Record<string, unknown>) => {
          const views = queryClient.getQueryData(queries.candidateViews().queryKey);
          const shown = toShown(readCandidateSearch(before), views);
          return toAddress(readCandidateSearch({ ...shown, ...change }), views);
        },
        replace: true,
        resetScroll: false,
      }),
    [navigate, queryClient],
  );
}
