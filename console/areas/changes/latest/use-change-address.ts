import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type DevelopersSearch, paths } from '../../../core/paths.ts';

/** Returns the function that changes what the address says about the changes, or resets their filters. */
export function useChangeAddress(): (change: DevelopersSearch | 'reset') => void {
  const navigate = useNavigate();
  return useCallback(
    (change) =>
      void navigate({
        to: paths.developers,
        search: (before: DevelopersSearch): DevelopersSearch =>
          change === 'reset' ? { tab: 'changes' } : { ...before, tab: 'changes', ...change },
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
}
