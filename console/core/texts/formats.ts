const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Older than this, a day is easier to find by its date. */
const MOST_DAYS = 6;

/** Groups of three digits with a sign that is never that of decimals, also in German: 1 234,50. */
const SPACED = /^[-+]?\d{1,3}([ '])\d{3}(\1\d{3})*(?=[.,]\d*$|$)/;
const NUMBER = /^[-+]?(\d[\d.,]*|[.,]\d+)$/;
const GROUPED = /^[-+]?(\d*|\d{1,3}(\.\d{3})+|\d{1,3}(,\d{3})+)$/;
/** One sign, which can be that of a thousand. */
const THOUSAND = /^[-+]?[1-9]\d{0,2}[.,]\d{3}$/;

const UNITS = [
  [3600, 'h'],
  [60, 'min'],
] as const;

/** Numbers and times as people of a language write them, in the time zone of the browser. */
export class Formats {
  readonly language: string;
  readonly #date: Intl.DateTimeFormat;
  readonly #dateOnly: Intl.DateTimeFormat;
  readonly #dayAndMonth: Intl.DateTimeFormat;
  readonly #moment: Intl.DateTimeFormat;
  readonly #relative: Intl.RelativeTimeFormat;
  readonly #number: Intl.NumberFormat;
  readonly #dayAndTime: Intl.DateTimeFormat;
  readonly #time: Intl.DateTimeFormat;
  readonly #calendarDay: Intl.DateTimeFormat;
  readonly #list: Intl.ListFormat;
  readonly #month: Intl.DateTimeFormat;
  readonly #shortMonth: Intl.DateTimeFormat;
  readonly #euros: Intl.NumberFormat;
  readonly #percent: Intl.NumberFormat;
  readonly #tenths: Intl.NumberFormat;
  readonly #hundredths: Intl.NumberFormat;
  readonly #decimal: string;
  /** What German says after a time. */
  readonly #clock: string;

  constructor(language: string, timeZone?: string) {
    this.language = language;
    const isGerman = language === 'de';
    const locale = isGerman ? 'de-DE' : 'en-GB';
    // In English, 02/08 is in February for some and in August for others.
    const dayAndMonth = isGerman
      ? ({ day: '2-digit', month: '2-digit' } as const)
      : ({ day: 'numeric', month: 'short' } as const);
    const day = { ...dayAndMonth, year: 'numeric' } as const;
    this.#date = new Intl.DateTimeFormat(locale, { ...day, timeZone });
    this.#dateOnly = new Intl.DateTimeFormat(locale, { ...day, timeZone: 'UTC' });
    this.#dayAndMonth = new Intl.DateTimeFormat(locale, { ...dayAndMonth, timeZone: 'UTC' });
    this.#moment = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone });
    this.#dayAndTime = new Intl.DateTimeFormat(locale, {
      ...day,
      hour: '2-digit',
      minute: '2-digit',
      timeZone,
    });
    this.#time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone });
    this.#calendarDay = new Intl.DateTimeFormat('en-GB', {
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      timeZone,
    });
    this.#relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
    this.#number = new Intl.NumberFormat(locale);
    this.#month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
    this.#shortMonth = new Intl.DateTimeFormat(locale, { month: 'short', year: '2-digit', timeZone: 'UTC' });
    this.#euros = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' });
    const decimals = (count: number) => ({ minimumFractionDigits: count, maximumFractionDigits: count });
    this.#percent = new Intl.NumberFormat(locale, { style: 'percent', ...decimals(2) });
    this.#tenths = new Intl.NumberFormat(locale, decimals(1));
    this.#hundredths = new Intl.NumberFormat(locale, decimals(2));
    this.#clock = isGerman ? ' Uhr' : '';
    this.#decimal = isGerman ? ',' : '.';
    this.#list = new Intl.ListFormat(locale, { type: 'conjunction' });
  }

  number = (value: number): string => this.#number.format(value);

  /** As it is entered, with the decimal sign of the language. */
  entry = (value: number): string => String(value).replace('.', this.#decimal);

  /** An amount of money as it is entered: with two decimals if it has any. */
  moneyEntry(value: number): string {
    const text = value.toFixed(2);
    const isWhole = Number.isInteger(value);
    return isWhole || Number(text) !== value ? this.entry(value) : text.replace('.', this.#decimal);
  }

  /**
   * What an entry says, in German and English notation: "1.234,56" and "1,234.56" are the same in both languages. Of "1.234", only the
   * language knows whether it is a thousand. Undefined if it is no number.
   */
  parse(entry: string): number | undefined {
    const typed = entry.trim().replaceAll(/\s/g, ' ').replaceAll('’', "'");
    const text = typed.replace(SPACED, (whole) => whole.replaceAll(/[ ']/g, ''));
    if (!NUMBER.test(text)) return undefined;
    const decimal = this.#decimalOf(text);
    const [whole, fraction, ...rest] = decimal === undefined ? [text] : text.split(decimal);
    if (rest.length > 0 || !GROUPED.test(whole!) || /[.,]/.test(fraction ?? '')) return undefined;
    return Number(`${whole!.replaceAll(/[.,]/g, '')}.${fraction || '0'}`);
  }

  /** The sign before the decimals, if there are any. */
  #decimalOf(text: string): string | undefined {
    const signs = [...text.matchAll(/[.,]/g)].map(([sign]) => sign);
    const last = signs.at(-1);
    if (last === undefined || new Set(signs).size > 1) return last;
    if (signs.length > 1) return undefined;
    return last === this.#decimal || !THOUSAND.test(text) ? last : undefined;
  }

  list = (values: readonly string[]): string => this.#list.format(values);

  /** A day without a time, such as 2026-03-06. */
  day = (date: string): string => write(this.#dateOnly, new Date(`${date.slice(0, 10)}T00:00:00Z`));

  /** The day of a point in time, such as 2026-03-05T23:30:00Z, in the time zone of the browser. */
  dayOf = (utc: string): string => write(this.#date, new Date(utc));

  /** A day without its year, for a label with little room. */
  dayAndMonth = (date: string): string =>
    this.#dayAndMonth.format(new Date(`${date.slice(0, 10)}T00:00:00Z`));

  /** With weekday and time. */
  moment = (utc: string): string => `${write(this.#moment, new Date(utc))}${this.#clock}`;

  /** Day and time, for tables. */
  dayAndTime = (utc: string): string => write(this.#dayAndTime, new Date(utc));

  /** The time of a day that is known. */
  time = (utc: string): string => this.#time.format(new Date(utc));

  /** A month, such as 2026-03. */
  month = (month: string): string => this.#month.format(new Date(`${month}-01T00:00:00Z`));

  /** For a label with little room. */
  shortMonth = (month: string): string => this.#shortMonth.format(new Date(`${month}-01T00:00:00Z`));

  euros = (value: number): string => this.#euros.format(value);

  /** An amount with its currency, such as 20,60 €. Without one, the amount with two decimals. */
  money(value: number, currency: string | null): string {
    const amount = this.#hundredths.format(value);
    if (currency === null || currency === '') return amount;
    return currency === 'EUR' ? this.euros(value) : `${amount} ${currency}`;
  }

  /** A ratio, with two decimals. */
  percent = (ratio: number): string => this.#percent.format(ratio);

  /** With one decimal. */
  tenths = (value: number): string => this.#tenths.format(value);

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

  /**
   * Minutes and hours within today, days of the calendar for six days before, then the date. What was at 23:50 is "yesterday" at
   * 00:10: a word of the calendar never stands for hours that have passed.
   */
  ago(utc: string, now = Date.now()): string {
    const time = new Date(utc);
    const passed = Math.max(0, now - time.getTime());
    const days = Math.round((this.#dayNumberOf(new Date(now)) - this.#dayNumberOf(time)) / DAY_MS);
    if (days > MOST_DAYS) return write(this.#date, time);
    if (days > 0) return this.#relative.format(-days, 'day');
    if (passed < HOUR_MS) return this.#relative.format(-Math.floor(passed / MINUTE_MS), 'minute');
    return this.#relative.format(-Math.floor(passed / HOUR_MS), 'hour');
  }

  /** The start of the calendar day in UTC. Their distance is a number of days, also when the clocks change. */
  #dayNumberOf(time: Date): number {
    const parts = this.#calendarDay.formatToParts(time);
    const [year, month, day] = (['year', 'month', 'day'] as const).map(
      (type) => parts.find((part) => part.type === type)!.value,
    );
    return Date.parse(`${year!.padStart(4, '0')}-${month}-${day}T00:00:00Z`);
  }
}

/** With four digits of the year. Intl writes the year 27 as "27", which reads like 2027. */
function write(format: Intl.DateTimeFormat, date: Date): string {
  const parts = format.formatToParts(date);
  return parts.map(({ type, value }) => (type === 'year' ? value.padStart(4, '0') : value)).join('');
}

/** The UTC day, this many days before today. */
export function daysAgo(days: number, now = Date.now()): string {
  return new Date(now - days * DAY_MS).toISOString().slice(0, 10);
}
