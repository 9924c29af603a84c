import type { CountryCode } from 'libphonenumber-js/max';
import { lineText, type TextLine } from '../text/lines.ts';
import { findCallingCode } from './countries.ts';

/** ISO 3166: numeric codes, which are the ids of the list of countries, and codes of two letters. */
export const COUNTRY_CODES: Record<number, CountryCode> = {
  276: 'DE',
  40: 'AT',
  756: 'CH',
  438: 'LI',
  826: 'GB',
  840: 'US',
  124: 'CA',
  250: 'FR',
  380: 'IT',
  724: 'ES',
  620: 'PT',
  528: 'NL',
  56: 'BE',
  442: 'LU',
  616: 'PL',
  203: 'CZ',
  703: 'SK',
  348: 'HU',
  642: 'RO',
  100: 'BG',
  191: 'HR',
  705: 'SI',
  752: 'SE',
  208: 'DK',
  578: 'NO',
  246: 'FI',
  372: 'IE',
  300: 'GR',
  792: 'TR',
  804: 'UA',
  356: 'IN',
};
/** Words that only British CVs have. */
const BRITISH =
  /\b(?:united kingdom|england|scotland|wales|gcses?|a[- ]levels?|nvq|btec|hnd|hnc|full uk|uk driving|driving licence|curriculum vitae|ltd|plc)\b/gi;
const GERMAN = /\b(?:und|der|die|das|für|mit|bei|seit|heute|im)\b/gi;
const ENGLISH = /\b(?:and|the|of|for|with|at|since|present|in)\b/gi;
/** More words of one language than of the other by this factor decide which it is. */
const CLEARLY_MORE = 2;

/**
 * The countries that telephone numbers without a country code can belong to, the likeliest first: that of the address, of
 * other numbers, of the language.
 */
export function findPhoneCountries(
  lines: readonly TextLine[],
  countryId: number | undefined,
): readonly CountryCode[] {
  const text = lines.map(lineText).join('\n');
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const isEnglish = count(ENGLISH) > CLEARLY_MORE * count(GERMAN);
  const ofLanguage: CountryCode = isEnglish && count(BRITISH) > 0 ? 'GB' : 'DE';
  const known = [COUNTRY_CODES[countryId ?? 0], COUNTRY_CODES[findCallingCode(text) ?? 0]].filter(
    (code) => code !== undefined,
  );
  return [...new Set([...known, ofLanguage, 'DE' as const])];
}
