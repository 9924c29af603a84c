import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type CompaniesSearch, paths } from '../../../core/paths.ts';
import { readCompaniesSearch } from './search.ts';

export type ChangeSearch = (change: Partial<CompaniesSearch>) => void;

/** Returns the function that changes what the address says about the list. */
export function useChangeSearch(): ChangeSearch {
  const navigate = useNavigate();
  return useCallback(
    (change) =>
      void navigate({
        to: paths.companies,
        search: (before: Record<string, unknown>) => readCompaniesSearch({ ...before, ...change }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
}
