interface Assigned {
  officeId: number;
  isPrimary: boolean;
}

interface Branch {
  id: number;
  isActive: boolean;
}

/** The branch that a company of a user probably belongs to: the main one of the user, or another, of those that are open. */
export function findUsualBranch(
  assigned: readonly Assigned[],
  branches: readonly Branch[],
): number | undefined {
  const open = new Set(branches.filter(({ isActive }) => isActive).map(({ id }) => id));
  const possible = assigned.filter(({ officeId }) => open.has(officeId));
  return (possible.find(({ isPrimary }) => isPrimary) ?? possible[0])?.officeId;
}
