import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';
import type { User } from '../api/records.ts';
import { useMay, useSession } from './use-session.ts';

type BranchIds = readonly number[];

const NONE: BranchIds = [];
const toIds = ({ assignedOffices }: User): BranchIds => assignedOffices.map(({ officeId }) => officeId);

/**
 * The branches that the user belongs to. Without branches, a list shows those of all, so it waits until they are known, or says that they
 * cannot be read. A later read that fails takes none away.
 */
export function useOwnBranches(): Pick<
  UseQueryResult<BranchIds>,
  'data' | 'error' | 'isError' | 'isPending' | 'refetch'
> {
  const { user } = useSession();
  const mayRead = useMay()('users:read');
  const account = useQuery({ ...queries.user(user.id), enabled: mayRead, select: toIds });
  const data = mayRead ? account.data : NONE;
  if (data === undefined) return account;
  return { data, error: null, isError: false, isPending: false, refetch: account.refetch };
}
