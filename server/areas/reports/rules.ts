const DECIMALS = 10_000;

/** Applications per view, with four decimals, or null without views. */
export function conversionRate(applications: number, views: number): number | null {
  return views === 0 ? null : Math.round((applications / views) * DECIMALS) / DECIMALS;
}
