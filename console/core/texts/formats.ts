const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const UNITS = [
  [3600, 'h'],
  [60, 'min'],
] as const;

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
  readonly #month: Intl.DateTimeFormat;
  readonly #euros: Intl.NumberFormat;
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
    this.#month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
    this.#euros = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' });
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

  /** A month, such as 2026-03. */
  month = (month: string): string => this.#month.format(new Date(`${month}-01T00:00:00Z`));

  euros = (value: number): string => this.#euros.format(value);

  /** In the largest unit that needs no fraction, such as 5 min. Both languages have the same signs. */
  duration = (seconds: number): string => {
    const [size, sign] = UNITS.find(([unit]) => seconds >= unit && seconds % unit === 0) ?? [1, 's'];
    return `${this.#number.format(seconds / size)}\u00a0${sign}`;
  };

  milliseconds = (value: number): string => `${this.#number.format(value)}\u00a0ms`;

  /** Of what is going to happen. What is overdue happens now. */
  ahead(utc: string, now = Date.now()): string {
    const rest = Math.max(0, Date.parse(utc) - now);
    if (rest < MINUTE_MS) return this.#relative.format(Math.ceil(rest / SECOND_MS), 'second');
    if (rest < HOUR_MS) return this.#relative.format(Math.round(rest / MINUTE_MS), 'minute');
    if (rest < 2 * DAY_MS) return this.#relative.format(Math.round(rest / HOUR_MS), 'hour');
    return this.#date.format(new Date(utc));
  }

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
