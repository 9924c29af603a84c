const DAY_MS = 86_400_000;

export function addDays(at: Date, days: number): Date {
  return new Date(at.getTime() + days * DAY_MS);
}

/** `YYYY-MM-DD` in UTC. */
export function toDateText(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Months since year 0, the unit in which resumes are planned. */
export function toMonthNumber(at: Date): number {
  return at.getUTCFullYear() * 12 + at.getUTCMonth();
}

export function firstOfMonth(monthNumber: number): string {
  return toDateText(new Date(Date.UTC(Math.floor(monthNumber / 12), monthNumber % 12, 1)));
}

export function lastOfMonth(monthNumber: number): string {
  return toDateText(new Date(Date.UTC(Math.floor(monthNumber / 12), (monthNumber % 12) + 1, 0)));
}

/** Converts `YYYY-MM-DD` to `MM/YYYY`. */
export function toMonthText(date: string): string {
  return `${date.slice(5, 7)}/${date.slice(0, 4)}`;
}
