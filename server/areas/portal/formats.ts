import type { Language } from '../../core/http/index.ts';
import type { Ad, AdSummary } from './queries.ts';
import { TEXTS } from './translations.ts';

const LOCALES: Record<Language, string> = { de: 'de-DE', en: 'en-GB' };
// Where the firms are: a day begins at their midnight.
const TIME_ZONE = 'Europe/Berlin';

const dayFormats = new Map<string, Intl.DateTimeFormat>();
const amountFormats = new Map<string, Intl.NumberFormat>();
const numberFormats = new Map<string, Intl.NumberFormat>();

// Making a format takes longer than a hundred uses of it.
function remembered<T>(formats: Map<string, T>, key: string, make: () => T): T {
  let format = formats.get(key);
  if (format === undefined) {
    format = make();
    formats.set(key, format);
  }
  return format;
}

/** A day in words out of a date or an ISO 8601 time. */
export function dayText(at: string, language: Language): string {
  const timeZone = at.length === 10 ? 'UTC' : TIME_ZONE;
  return remembered(
    dayFormats,
    `${language} ${timeZone}`,
    () => new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone }),
  ).format(new Date(at));
}

function amountText(amount: number, currency: string, language: Language): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  try {
    return remembered(
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
    // No code of ISO 4217: shown as it is.
    return `${amount} ${currency}`;
  }
}

export function numberText(number: number, language: Language): string {
  return remembered(numberFormats, language, () => new Intl.NumberFormat(LOCALES[language])).format(number);
}

/** "14,96 € bis 15,60 € pro Stunde"; undefined when the ad names no salary. */
export function salaryText(ad: AdSummary, language: Language): string | undefined {
  const { salaryFrom: from, salaryTo: to, salaryPeriod: period } = ad;
  if (from === null && to === null) return undefined;
  const texts = TEXTS[language];
  const amount = (value: number) => amountText(value, ad.salaryCurrency ?? 'EUR', language);
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

/** "10115 Berlin"; undefined when the ad names no place. */
export function placeText({ zipCode, city }: Pick<AdSummary, 'zipCode' | 'city'>): string | undefined {
  return [zipCode, city].filter((part) => part !== null && part !== '').join(' ') || undefined;
}

/** "Hauptstraße 5"; undefined without a street. */
export function streetText({
  street,
  streetNumber,
}: Pick<Ad, 'street' | 'streetNumber'>): string | undefined {
  return street === null || street === '' ? undefined : [street, streetNumber].filter(Boolean).join(' ');
}

interface EmploymentType {
  pattern: RegExp;
  /** schema.org's word for it. */
  code: string;
  /** As feeds write it. */
  feed: string;
}

// Firms write the type in their own words. Whatever fits nothing here is shown and not coded.
const EMPLOYMENT_TYPES: readonly EmploymentType[] = [
  { pattern: /vollzeit|full.?time/i, code: 'FULL_TIME', feed: 'fulltime' },
  { pattern: /teilzeit|part.?time|mini.?job|450|geringf/i, code: 'PART_TIME', feed: 'parttime' },
  { pattern: /befrist|temporary|aushilfe|saison|seasonal/i, code: 'TEMPORARY', feed: 'temporary' },
  { pattern: /praktik|werkstud|intern(ship)?\b|trainee/i, code: 'INTERN', feed: 'internship' },
  { pattern: /freelance|freiberuf|contractor/i, code: 'CONTRACTOR', feed: 'contract' },
];

/** All types that the ad's own words name: "Voll- oder Teilzeit" names two. */
export function employmentTypes(text: string | null): EmploymentType[] {
  if (text === null) return [];
  // "unbefristet" is the opposite of what it contains.
  const words = text.replaceAll(/unbefristet/gi, '').replaceAll(/voll-/gi, 'vollzeit ');
  return EMPLOYMENT_TYPES.filter(({ pattern }) => pattern.test(words));
}
