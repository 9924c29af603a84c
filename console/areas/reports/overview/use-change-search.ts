import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { paths, type ReportsSearch } from '../../../core/paths.ts';

/** The default period, in all branches. */
export const NO_FILTER: ReportsSearch = {
  period: undefined,
  from: undefined,
  to: undefined,
  branch: undefined,
};

/** Returns the function that changes what the address says about the report. */
export function useChangeSearch(): (change: ReportsSearch) => void {
  const navigate = useNavigate();
  return useCallback(
    (change) =>
      void navigate({
        to: paths.reports,
        // Other rows, or another order, start at the first page.
        search: (before: ReportsSearch): ReportsSearch => ({ ...before, page: undefined, ...change }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
}
