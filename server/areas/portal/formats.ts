import type { Language } from '../../core/http/index.ts';
import type { Ad, AdFacts } from './queries.ts';
import { TEXTS } from './translations.ts';

const LOCALES: Record<Language, string> = { de: 'de-DE', en: 'en-GB' };

const dayFormats = new Map<string, Intl.DateTimeFormat>();
const amountFormats = new Map<string, Intl.NumberFormat>();
const numberFormats = new Map<string, Intl.NumberFormat>();

// Creating a format takes longer than using it a hundred times.
function cached<T>(formats: Map<string, T>, key: string, make: () => T): T {
  let format = formats.get(key);
  if (format === undefined) {
    format = make();
    formats.set(key, format);
  }
  return format;
}

/** Formats the day (UTC) of a date or an ISO 8601 date-time, such as 2 March 2026. The last day of an ad is counted in UTC as well. */
export function dayText(at: string, language: Language): string {
  return cached(
    dayFormats,
    language,
    () => new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: 'UTC' }),
  ).format(new Date(at));
}

function amountText(amount: number, digits: number, currency: string, language: Language): string {
  try {
    return cached(
      amountFormats,
      `${language} ${currency} ${digits}`,
      () =>
        new Intl.NumberFormat(LOCALES[language], {
          style: 'currency',
          currency,
          minimumFractionDigits: digits,
          maximumFractionDigits: 2,
        }),
    ).format(amount);
  } catch {
    // The currency is not an ISO 4217 code.
    return `${amount} ${currency}`;
  }
}

export function numberText(number: number, language: Language): string {
  return cached(numberFormats, language, () => new Intl.NumberFormat(LOCALES[language])).format(number);
}

const BYTES_PER_KILOBYTE = 1024;

/** The size of a file, such as "1,2 MB" or "35 KB". */
export function sizeText(bytes: number, language: Language): string {
  const kilobytes = Math.max(1, Math.round(bytes / BYTES_PER_KILOBYTE));
  if (kilobytes < BYTES_PER_KILOBYTE) return `${kilobytes} KB`;
  return `${numberText(Math.round((kilobytes / BYTES_PER_KILOBYTE) * 10) / 10, language)} MB`;
}

/** The salary, such as "14,96 € bis 15,60 € pro Stunde". Undefined if the ad has none. */
export function salaryText(ad: AdFacts, language: Language): string | undefined {
  const { salaryFrom: from, salaryTo: to, salaryPeriod: period } = ad;
  if (from === null && to === null) return undefined;
  const texts = TEXTS[language];
  // Both ends of a range have decimals if one has them.
  const digits = [from, to].every((value) => value === null || Number.isInteger(value)) ? 0 : 2;
  const amount = (value: number) => amountText(value, digits, ad.salaryCurrency ?? 'EUR', language);
  const range =
    from === null
      ? texts.upTo(amount(to!))
      : to === null
        ? texts.from(amount(from))
        : from === to
          ? amount(from)
          : texts.range(amount(from), amount(to));
  return period === null ? range : `${range} ${texts.perPeriod[period]}`;
}

/** The place, such as "10115 Berlin". Undefined if the ad has none. */
export function placeText({ zipCode, city }: Pick<AdFacts, 'zipCode' | 'city'>): string | undefined {
  return [zipCode, city].filter((part) => part !== null && part !== '').join(' ') || undefined;
}

/** The street, such as "Hauptstraße 5". Undefined if the ad has none. */
export function streetText({
  street,
  streetNumber,
}: Pick<Ad, 'street' | 'streetNumber'>): string | undefined {
  return street === null || street === '' ? undefined : [street, streetNumber].filter(Boolean).join(' ');
}
