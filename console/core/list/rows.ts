/** The records of all pages. One that came to the top since the first page was read is on a later page as well. */
export function distinct<Row extends { id: number }>(rows: readonly Row[] = []): Row[] {
  const byId = new Map<number, Row>();
  for (const row of rows) if (!byId.has(row.id)) byId.set(row.id, row);
  return [...byId.values()];
}

/** The branches to which a list is limited. Undefined for all. Without a choice, a user with branches sees those. */
export function toOfficeIds(
  branch: number | 'mine' | 'all' | undefined,
  ownBranches: readonly number[],
): number[] | undefined {
  const chosen = branch ?? (ownBranches.length > 0 ? 'mine' : 'all');
  if (chosen === 'all') return undefined;
  return chosen === 'mine' ? [...ownBranches] : [chosen];
}
