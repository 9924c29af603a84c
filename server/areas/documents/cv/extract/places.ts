import {
  BRAZIL,
  CANADA,
  countryOfCode,
  GERMANY,
  IRELAND,
  NETHERLANDS,
  OF_FIVE_DIGITS,
  OF_FOUR_DIGITS,
  OF_SIX_DIGITS,
  POLAND,
  PORTUGAL,
  PREFIXES,
  UNITED_KINGDOM,
  UNITED_STATES,
} from './countries.ts';
import { isKnownCity, isState } from './known-names.ts';

// How postal codes are written in the countries that CVs come from.

const START = '(?:^|[\\s,|:;(·•])';
/** A word of a city's name, and what can follow it. */
const NAME = "\\p{Lu}[\\p{L}.'’-]+";
const CITY = `(${NAME}(?:[ /](?:an der|am|im|in|ob der|bei|an|auf|der|die|de|la|le|sur|upon|v\\.? ?d\\.?|a\\. ?d\\.|[abi]\\.|${NAME})){0,4}(?: \\(\\p{Lu}[\\p{L}. ]+\\))?)`;
const BRITISH = '([A-Z]{1,2}\\d[A-Z\\d]?\\s*\\d[A-Z]{2})';
const EIRCODE = '([AC-FHKNPRTV-Y]\\d[\\dW] ?(?=\\d*[A-Z])[\\dAC-FHKNPRTV-Y]{4})';
const FIVE_DIGITS = /^\d{5}$/;
const YEAR = /^(?:19|20)\d\d$/;

export interface FoundPlace {
  index: number;
  end: number;
  zipCode: string;
  city: string;
  countryId?: number;
}

interface Shape {
  pattern: RegExp;
  /** Where the postal code is among the groups. */
  zip: number;
  city: number;
  countryId?: number;
  isPossible?(zipCode: string, countryId: number | undefined): boolean;
}

const shape = (source: string, zip: number, city: number, countryId?: number): Shape => ({
  pattern: new RegExp(source, 'u'),
  zip,
  city,
  countryId,
});
const SHAPES: readonly Shape[] = [
  shape(`${CITY},\\s*[A-Z]{2},?\\s+(\\d{5})(?:-\\d{4})?(?!\\d)`, 2, 1, UNITED_STATES),
  shape(`${CITY},\\s*[A-Z]{2},?\\s+([A-Z]\\d[A-Z] ?\\d[A-Z]\\d)(?![A-Z\\d])`, 2, 1, CANADA),
  {
    ...shape(`${START}(\\d{4} ?[A-Z]{2}),?\\s+${CITY}`, 1, 2, NETHERLANDS),
    isPossible: (zip) => !YEAR.test(zip.slice(0, 4)),
  },
  shape(`${START}(\\d{2}-\\d{3})\\s+${CITY}`, 1, 2, POLAND),
  shape(`${START}(\\d{4}-\\d{3})\\s+${CITY}`, 1, 2, PORTUGAL),
  {
    ...shape(`${CITY},?\\s+([1-9]\\d{3}-\\d{3})(?=$|\\s*[,|·•]|\\s+[A-Z]{2}(?:$|[\\s,]))`, 2, 1),
    isPossible: (_, countryId) => countryId === PORTUGAL,
  },
  shape(`${START}(\\d{5}-\\d{3})\\s+${CITY}`, 1, 2, BRAZIL),
  shape(`(?:^|[^\\d+/)( -])[ ]*(\\d{3} \\d{2}),?\\s+${CITY}`, 1, 2),
  shape(`${START}(\\d{5}),?\\s+${CITY}`, 1, 2),
  // "Dublin 9 D09 X1Y2"
  shape(`${CITY}(?: \\d{1,2}W?)?,?\\s+${EIRCODE}(?![A-Z\\d])`, 2, 1, IRELAND),
  shape(`${START}${EIRCODE},?\\s+${CITY}`, 1, 2, IRELAND),
  shape(`${CITY},?\\s+${BRITISH}(?![A-Z\\d])`, 2, 1, UNITED_KINGDOM),
  shape(`${START}${BRITISH},?\\s+${CITY}`, 1, 2, UNITED_KINGDOM),
  {
    ...shape(`${START}([1-9]\\d{3}),?\\s+${CITY}`, 1, 2),
    isPossible: (_, countryId) => OF_FOUR_DIGITS.has(countryId ?? 0),
  },
  {
    ...shape(`${START}(\\d{6}),?\\s+${CITY}`, 1, 2),
    isPossible: (_, countryId) => OF_SIX_DIGITS.has(countryId ?? 0),
  },
  {
    ...shape(`${CITY}[\\s,–-]+(\\d{3} ?\\d{3})(?!\\d)`, 2, 1),
    isPossible: (_, countryId) => OF_SIX_DIGITS.has(countryId ?? 0),
  },
];
const PREFIXED = new RegExp(
  `(?:^|[\\s,|(])(${Object.keys(PREFIXES).join('|')})[- –](\\d{2,5}(?:[- ]\\d{2,3})?(?: [A-Z]{2})?)\\s+${CITY}`,
  'u',
);
/** The city first, as some programs write it. Only what ends the text or names a country after it is an address. */
const REVERSED: readonly Shape[] = [
  shape(`${CITY},?\\s+(\\d{5}|\\d{3} \\d{2}|\\d{2}-\\d{3})(?=$|\\s*[,|·•]|\\s+[A-Z]{2}(?:$|[\\s,]))`, 2, 1),
  {
    ...shape(`${CITY},?\\s+([1-9]\\d{3})(?=$|\\s*[,|·•]|\\s+[A-Z]{2}(?:$|[\\s,]))`, 2, 1),
    isPossible: (zip, countryId) => OF_FOUR_DIGITS.has(countryId ?? 0) && !YEAR.test(zip),
  },
];
/** A postal code and nothing else, with the countries whose codes look like it. */
const CODES: readonly [RegExp, ((countryId: number) => boolean)?][] = [
  [/^\d{5}(?:-\d{4})?$/],
  [/^[1-9]\d{3}-\d{3}$/],
  [/^\d{2}-\d{3}$/],
  [/^\d{3} \d{2}$/],
  [new RegExp(`^(?:${EIRCODE}|${BRITISH})$`)],
  [/^[1-9]\d{3} ?[A-Z]{2}$/],
  [/^[1-9]\d{3}$/, (countryId) => OF_FOUR_DIGITS.has(countryId)],
  [/^\d{6}$/, (countryId) => OF_SIX_DIGITS.has(countryId)],
];
const NAME_OF_CITY = new RegExp(`^${CITY}(?: \\d{1,2}W?)?$`, 'u');
/** The postal code that a text is, with or without the letter of its country. */
export function readPostalCode(
  text: string,
  named: number | undefined,
): { zipCode: string; countryId?: number } | undefined {
  const prefix = /^([A-Z]{1,3})[- –](?=\d)/u.exec(text);
  const ofPrefix = prefix === null ? undefined : PREFIXES[prefix[1]!];
  const zipCode = ofPrefix === undefined ? text : text.slice(prefix![0].length);
  const countryId = ofPrefix ?? named;
  const isCode = CODES.some(([pattern, isOf]) => pattern.test(zipCode) && isOf?.(countryId ?? 0) !== false);
  if (!isCode) return undefined;
  const isElsewhere = FIVE_DIGITS.test(zipCode) && !OF_FIVE_DIGITS.has(countryId ?? 0);
  return { zipCode, countryId: isElsewhere ? GERMANY : countryId };
}

/** The name of a city, without the number of a district. */
export function readCity(text: string): string | undefined {
  return NAME_OF_CITY.exec(text.replace(COUNTRY_IN_BRACKETS, ''))?.[1];
}
/** Words that begin what follows an address on its line. */
const NO_CITY =
  /\s+(?:tel(?:efon|ephone)?|mobil(?:e|telefon)?|handy|phone|fax|e-?mail|geb(?:oren)?|deutschland|germany)(?:[.:].*)?$/iu;

/** The last word of a street in English. What follows it on the line is the city. */
const STREET_END =
  /^.+(?<!\p{L})(?:street|st\.?|road|rd\.?|drive|dr\.?|lane|ln\.?|avenue|ave\.?|boulevard|blvd\.?|way|court|ct\.?|close|place|pl\.|square|terrace|crescent|gardens|grove|parkway|pkwy\.?|hill|row|walk|mews)(?:$|\s+(?=\p{Lu}))/iu;
const COUNTRY_IN_BRACKETS =
  /\s*\((?:[A-Z]{2,3}|österreich|austria|deutschland|germany|schweiz|switzerland)\)$/iu;
const COUNTRY_CODE = /^[A-Z]{2,3}$/;

/** The postal code and city in a text. `countryId` is the country that the CV names, for codes that several countries have. */
export function findPlace(
  text: string,
  countryId: number | undefined,
  isReversed = false,
): FoundPlace | undefined {
  const prefixed = isReversed ? null : PREFIXED.exec(text);
  if (prefixed !== null) return toPlace(text, prefixed, prefixed[2]!, prefixed[3]!, PREFIXES[prefixed[1]!]);
  for (const { pattern, zip, city, countryId: own, isPossible } of isReversed ? REVERSED : SHAPES) {
    const match = pattern.exec(text);
    if (match === null || isPossible?.(match[zip]!, countryId) === false) continue;
    const isFiveDigits = /^\d{5}$/.test(match[zip]!);
    const isPossibleHere = !isFiveDigits || OF_FIVE_DIGITS.has(countryId ?? 0);
    const id = own ?? (isPossibleHere ? countryId : undefined) ?? (isFiveDigits ? GERMANY : undefined);
    const place = toPlace(text, match, match[zip]!, match[city]!, id);
    if (place !== undefined) return place;
  }
  return undefined;
}

/** Undefined if what is beside the code is no city: the abbreviation of a country, or a street. */
function toPlace(
  text: string,
  match: RegExpExecArray,
  zipCode: string,
  found: string,
  countryId: number | undefined,
): FoundPlace | undefined {
  const city = withoutState(
    found.replace(NO_CITY, '').replace(COUNTRY_IN_BRACKETS, '').replace(STREET_END, ''),
  );
  if (city === '' || COUNTRY_CODE.test(city)) return undefined;
  // "Kassel, 34117, Hessen": what is after the code is not always the city.
  const isAfter = text.indexOf(city, match.index) > text.indexOf(zipCode, match.index);
  if (isState(city) && !isKnownCity(city)) {
    if (isAfter) return undefined;
    const inState = CITY_BEFORE_STATE.exec(text.slice(0, text.indexOf(city, match.index)))?.[1];
    if (inState !== undefined)
      return {
        ...placeAt(text, match, zipCode, inState),
        countryId: FIVE_DIGITS.test(zipCode) ? UNITED_STATES : countryId,
      };
  }
  const code = countryOfCode(found.split(' ').at(-1)!);
  return { ...placeAt(text, match, zipCode, city), countryId: code ?? countryId };
}

const CITY_BEFORE_STATE = new RegExp(`${CITY},\\s*$`, 'u');

function placeAt(
  text: string,
  match: RegExpExecArray,
  zipCode: string,
  city: string,
): Pick<FoundPlace, 'index' | 'end' | 'zipCode' | 'city'> {
  const start = text.lastIndexOf(city, match.index + match[0].length);
  return {
    index: Math.min(text.indexOf(zipCode, match.index), start),
    end: match.index + match[0].length,
    zipCode,
    city,
  };
}

/** "Kassel Hessen DE" */
function withoutState(city: string): string {
  const words = city.split(' ');
  if (words.length < 2 || city === city.toUpperCase()) return city;
  for (const count of [2, 1]) {
    if (count >= words.length) continue;
    const tail = words.slice(-count).join(' ');
    if (isState(tail) || (count === 1 && COUNTRY_CODE.test(tail)))
      return withoutState(words.slice(0, -count).join(' '));
  }
  return city;
}
