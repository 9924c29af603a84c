import type { CountryCode } from 'libphonenumber-js/max';
import { lineText, type TextLine } from '../text/lines.ts';
import { findCallingCode } from './places.ts';

/** ISO 3166: numeric codes, which are the ids of the list of countries, and codes of two letters. */
const CODES: Record<number, CountryCode> = {
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

/** The country that telephone numbers without a country code belong to: that of the address, or else of the language. */
export function findPhoneCountry(lines: readonly TextLine[], countryId: number | undefined): CountryCode {
  const known = CODES[countryId ?? 0];
  if (known !== undefined) return known;
  const text = lines.map(lineText).join('\n');
  const called = CODES[findCallingCode(text) ?? 0];
  if (called !== undefined) return called;
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const isEnglish = count(ENGLISH) > CLEARLY_MORE * count(GERMAN);
  return isEnglish && count(BRITISH) > 0 ? 'GB' : 'DE';
}
