import type { SchemaTokenUsageResponse } from '../../../generated/types.ts';

interface Forecast {
  /** Tokens that are issued by the end of the month if it goes on like this. */
  expected: number;
  /** Whether they are more than the free ones. */
  isAboveFree: boolean;
  /** Undefined if the price is not known: the ledger shows it only with what is billable. */
  costEur: number | undefined;
}

/** Continues the current month, in UTC, at its rate so far. Undefined for other months, and on the first day, which says too little. */
export function forecastOf(
  { month, issued, free, billable, costEur }: Omit<SchemaTokenUsageResponse, 'clients'>,
  now: Date,
): Forecast | undefined {
  if (month !== now.toISOString().slice(0, 7) || now.getUTCDate() === 1) return undefined;
  const [startMs, endMs] = [0, 1].map((next) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + next));
  const elapsed = (now.getTime() - startMs!) / (endMs! - startMs!);
  const expected = Math.round(issued / elapsed);
  return {
    expected,
    isAboveFree: expected > free,
    costEur: billable > 0 ? Math.max(0, expected - free) * (costEur / billable) : undefined,
  };
}
