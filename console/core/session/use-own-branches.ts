import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queries } from '../api/queries.ts';
import { useMay, useSession } from './use-session.ts';

/**
 * The branches that the user belongs to. Undefined while they are not known. A later read that fails takes none away: without branches,
 * the lists would show those of all.
 */
export function useOwnBranches(): readonly number[] | undefined {
  const { user } = useSession();
  const may = useMay();
  const mayRead = may('users:read');
  const account = useQuery({ ...queries.user(user.id), enabled: mayRead });
  return useMemo(() => {
    if (!mayRead) return [];
    if (account.data !== undefined) return account.data.assignedOffices.map(({ officeId }) => officeId);
    return account.isError ? [] : undefined;
  }, [mayRead, account.isError, account.data]);
}
