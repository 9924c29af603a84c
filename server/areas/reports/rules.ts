const DECIMALS = 10_000;

/** Applications for each view, four decimals; null where there was nothing to be seen. */
export function conversionRate(applications: number, views: number): number | null {
  return views === 0 ? null : Math.round((applications / views) * DECIMALS) / DECIMALS;
}
