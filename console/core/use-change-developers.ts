import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type DevelopersSearch, paths } from './paths.ts';

/** Returns the function that changes what the address says about a tab of the page for developers, or resets the tab's filters. */
export function useChangeDevelopers(
  tab: NonNullable<DevelopersSearch['tab']>,
): (change: DevelopersSearch | 'reset') => void {
  const navigate = useNavigate();
  return useCallback(
    (change) =>
      void navigate({
        to: paths.developers,
        search: (before: DevelopersSearch): DevelopersSearch =>
          change === 'reset' ? { tab } : { ...before, tab, ...change },
        replace: true,
        resetScroll: false,
      }),
    [navigate, tab],
  );
}
