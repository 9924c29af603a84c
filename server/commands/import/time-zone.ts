const DAY_MS = 86_400_000;

/** Whether the text is the name of a time zone of the IANA database, such as Europe/Berlin, or UTC. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/**
 * The time at which a clock of the zone shows a local time, which is given as if it were UTC. Of the hour that a clock shows twice in autumn, it is
 * the first one. In the hour that is left out in spring, the clock that was not changed counts, as in most programs.
 */
export function toTimeOfZone(local: Date, timeZone: string): Date {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const distanceAt = (ms: number) => shownBy(format, ms) - ms;
  const localMs = local.getTime();
  // A zone changes its clocks at most once in two days.
  const [before, after] = [distanceAt(localMs - DAY_MS), distanceAt(localMs + DAY_MS)];
  const isAfter = distanceAt(localMs - before) !== before && distanceAt(localMs - after) === after;
  return new Date(localMs - (isAfter ? after : before));
}

/** What a clock shows, as if it were UTC. */
function shownBy(format: Intl.DateTimeFormat, ms: number): number {
  const whole = Math.floor(ms / 1000) * 1000;
  const parts = Object.fromEntries(
    format.formatToParts(new Date(whole)).map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
  const shown = new Date(0);
  // Date.UTC takes the years 0 to 99 for those of the last century.
  shown.setUTCFullYear(parts.year, parts.month - 1, parts.day);
  shown.setUTCHours(parts.hour, parts.minute, parts.second);
  return shown.getTime() + (ms - whole);
}
