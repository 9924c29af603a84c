const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Numbers and times as people of a language write them, in the time zone of the browser. */
export class Formats {
  readonly #date: Intl.DateTimeFormat;
  readonly #dateOnly: Intl.DateTimeFormat;
  readonly #dayAndMonth: Intl.DateTimeFormat;
  readonly #moment: Intl.DateTimeFormat;
  readonly #relative: Intl.RelativeTimeFormat;
  readonly #number: Intl.NumberFormat;
  readonly #dayAndTime: Intl.DateTimeFormat;
  readonly #list: Intl.ListFormat;
  readonly #decimal: string;

  constructor(language: string) {
    const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
    const locale = language === 'de' ? 'de-DE' : 'en-GB';
    this.#date = new Intl.DateTimeFormat(locale, day);
    this.#dateOnly = new Intl.DateTimeFormat(locale, { ...day, timeZone: 'UTC' });
    this.#dayAndMonth = new Intl.DateTimeFormat(locale, {
      day: '2-digit',
      month: '2-digit',
      timeZone: 'UTC',
    });
    this.#moment = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' });
    this.#dayAndTime = new Intl.DateTimeFormat(locale, { ...day, hour: '2-digit', minute: '2-digit' });
    this.#relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
    this.#number = new Intl.NumberFormat(locale);
    this.#decimal = language === 'de' ? ',' : '.';
    this.#list = new Intl.ListFormat(locale, { type: 'conjunction' });
  }

  number = (value: number): string => this.#number.format(value);

  /** As it is entered, with the decimal sign of the language. */
  entry = (value: number): string => String(value).replace('.', this.#decimal);

  list = (values: readonly string[]): string => this.#list.format(values);

  /** A day without a time, such as 2026-03-06. */
  day = (date: string): string => this.#dateOnly.format(new Date(`${date.slice(0, 10)}T00:00:00Z`));

  /** A day without its year, for a label with little room. */
  dayAndMonth = (date: string): string =>
    this.#dayAndMonth.format(new Date(`${date.slice(0, 10)}T00:00:00Z`));

  /** With weekday and time. */
  moment = (utc: string): string => this.#moment.format(new Date(utc));

  /** Day and time, for tables. */
  dayAndTime = (utc: string): string => this.#dayAndTime.format(new Date(utc));

  /** Relative for a week, then the date. */
  ago(utc: string, now = Date.now()): string {
    const passed = now - Date.parse(utc);
    if (passed < HOUR_MS)
      return this.#relative.format(-Math.max(0, Math.floor(passed / MINUTE_MS)), 'minute');
    if (passed < DAY_MS) return this.#relative.format(-Math.floor(passed / HOUR_MS), 'hour');
    if (passed < 7 * DAY_MS) return this.#relative.format(-Math.floor(passed / DAY_MS), 'day');
    return this.#date.format(new Date(utc));
  }
}

/** The UTC day, this many days before today. */
export function daysAgo(days: number, now = Date.now()): string {
  return new Date(now - days * DAY_MS).toISOString().slice(0, 10);
}
