/** What is not as it was before the merge. */
export interface NotRestored {
  /** A property, or a list. */
  what: string;
  /** changed: since the merge. gone: deleted since, or with another candidate. taken: another candidate has the value now. */
  reason: 'changed' | 'gone' | 'taken';
  count: number;
}

export const told = (what: string, reason: NotRestored['reason'], count = 1): NotRestored => ({
  what,
  reason,
  count,
});

/** One of each kind, with the number of all. */
export function summarized(report: readonly NotRestored[]): NotRestored[] {
  return [...Map.groupBy(report, ({ what, reason }) => `${what} ${reason}`).values()].map((same) => ({
    ...same[0]!,
    count: same.reduce((sum, { count }) => sum + count, 0),
  }));
}
