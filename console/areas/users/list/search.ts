import { ROLES, USER_STATES } from '../../../core/api/records.ts';
import type { UsersSearch } from '../../../core/paths.ts';
import { toId, toWords } from '../../../core/search-values.ts';

/** Reads what the address says about the list of users. What it says wrongly is left out. */
export function readUsersSearch({ q, state, role, branch }: Record<string, unknown>): UsersSearch {
  const read: UsersSearch = {
    q: toWords(q),
    state: [...USER_STATES, 'all' as const].find((name) => name === state),
    role: ROLES.find((name) => name === role),
    branch: toId(branch),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
