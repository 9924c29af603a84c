import type { SchemaRequestCountsResponse } from '../../../generated/types.ts';

export const HOURS = 24;
const HOUR_MS = 3_600_000;

export interface Hour {
  utc: string;
  succeeded: number;
  failed: number;
}

/** Every hour, also those without calls, which the service leaves out. */
export function hoursOf({ fromUtc, hours }: SchemaRequestCountsResponse): Hour[] {
  const counted = new Map(hours.map((hour) => [Date.parse(hour.hourUtc), hour]));
  return Array.from({ length: HOURS }, (_, index) => {
    const ms = Date.parse(fromUtc) + index * HOUR_MS;
    const { requests = 0, failed = 0 } = counted.get(ms) ?? {};
    return { utc: new Date(ms).toISOString(), succeeded: requests - failed, failed };
  });
}
