// How postal codes are written in the countries that CVs come from. Ids are ISO 3166 numeric codes, which are those of the list
// of countries.

export const GERMANY = 276;
export const AUSTRIA = 40;
export const SWITZERLAND = 756;
export const UNITED_KINGDOM = 826;
export const UNITED_STATES = 840;
const CANADA = 124;
const NETHERLANDS = 528;
const POLAND = 616;
const PORTUGAL = 620;
const INDIA = 356;
const BRAZIL = 76;

/** Letters before a postal code, with a hyphen or space. */
const PREFIXES: Record<string, number> = {
  D: GERMANY,
  DE: GERMANY,
  A: AUSTRIA,
  AT: AUSTRIA,
  CH: SWITZERLAND,
  FL: 438,
  LI: 438,
  F: 250,
  FR: 250,
  I: 380,
  IT: 380,
  NL: NETHERLANDS,
  B: 56,
  BE: 56,
  L: 442,
  LU: 442,
  PL: POLAND,
  CZ: 203,
  SK: 703,
  S: 752,
  SE: 752,
  DK: 208,
  N: 578,
  NO: 578,
  FIN: 246,
  FI: 246,
  H: 348,
  HU: 348,
  HR: 191,
  SLO: 705,
  SI: 705,
  RO: 642,
  BG: 100,
  E: 724,
  ES: 724,
  P: PORTUGAL,
  PT: PORTUGAL,
  TR: 792,
};
/** By the country code of telephone numbers, longer codes first. */
const CALLING_CODES: readonly [string, number][] = [
  ['351', PORTUGAL],
  ['352', 442],
  ['353', 372],
  ['358', 246],
  ['359', 100],
  ['380', 804],
  ['385', 191],
  ['386', 705],
  ['387', 70],
  ['420', 203],
  ['421', 703],
  ['30', 300],
  ['31', NETHERLANDS],
  ['32', 56],
  ['33', 250],
  ['34', 724],
  ['36', 348],
  ['39', 380],
  ['40', 642],
  ['41', SWITZERLAND],
  ['43', AUSTRIA],
  ['44', UNITED_KINGDOM],
  ['45', 208],
  ['46', 752],
  ['47', 578],
  ['48', POLAND],
  ['49', GERMANY],
  ['55', BRAZIL],
  ['90', 792],
  ['91', INDIA],
  ['1', UNITED_STATES],
];
/** Countries whose postal codes have four digits, six digits, or three and two. Elsewhere such numbers are none. */
const OF_FOUR_DIGITS = new Set([AUSTRIA, SWITZERLAND, 438, 208, 578, 348, 56, 442, 705, 100]);
/** Countries whose postal codes have five digits. */
const OF_FIVE_DIGITS = new Set([
  GERMANY,
  250,
  380,
  724,
  191,
  246,
  792,
  804,
  688,
  70,
  499,
  233,
  UNITED_STATES,
  484,
]);
const OF_SIX_DIGITS = new Set([INDIA, 642, 643, 156, 702]);
/** Languages of names of countries that differ from those in the list, or are used beside them. */
const OTHER_NAMES: readonly [RegExp, number][] = [
  [
    /(?<!\p{L})(?:england|scotland|wales|northern ireland|great britain|großbritannien|uk|u\.k\.)(?!\p{L})/iu,
    UNITED_KINGDOM,
  ],
  [
    /(?<!\p{L})(?:usa|u\.s\.a?\.?|united states(?: of america)?|vereinigte staaten)(?!\p{L})/iu,
    UNITED_STATES,
  ],
];

const START = '(?:^|[\\s,|:;(·•])';
/** A word of a city's name, and what can follow it. */
const NAME = "\\p{Lu}[\\p{L}.'’-]+";
const CITY = `(${NAME}(?:[ /](?:an der|am|im|in|ob der|bei|an|auf|der|die|de|la|le|sur|upon|v\\.? ?d\\.?|a\\. ?d\\.|[abi]\\.|${NAME})){0,4}(?: \\(\\p{Lu}[\\p{L}. ]+\\))?)`;
const BRITISH = '([A-Z]{1,2}\\d[A-Z\\d]?\\s*\\d[A-Z]{2})';
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
  shape(`${START}(\\d{5}-\\d{3})\\s+${CITY}`, 1, 2, BRAZIL),
  shape(`(?:^|[^\\d+/)( -])[ ]*(\\d{3} \\d{2}),?\\s+${CITY}`, 1, 2),
  shape(`${START}(\\d{5}),?\\s+${CITY}`, 1, 2),
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
  const city = found.replace(NO_CITY, '').replace(COUNTRY_IN_BRACKETS, '').replace(STREET_END, '');
  if (city === '' || COUNTRY_CODE.test(city)) return undefined;
  const index = Math.min(text.indexOf(zipCode, match.index), text.indexOf(city, match.index));
  return { index, end: match.index + match[0].length, zipCode, city, countryId };
}

/** The country that a text names, by a name of the list, or by the country code of a telephone number. */
export function findCountry(
  text: string,
  countries: readonly { id: number; nameDe: string; nameEn: string }[],
): number | undefined {
  const words = ` ${text.toLowerCase().replaceAll(/[^\p{L}\d.]+/gu, ' ')} `;
  const named = countries.find(({ nameDe, nameEn }) =>
    [nameDe, nameEn].some((name) => words.includes(` ${name.toLowerCase()} `)),
  );
  return named?.id ?? OTHER_NAMES.find(([pattern]) => pattern.test(text))?.[1];
}

export function findCallingCode(text: string): number | undefined {
  const digits = /(?:\+|\b00)\s?([1-9][\d ()]{2,})/.exec(text)?.[1]?.replaceAll(/\D/g, '');
  if (digits === undefined) return undefined;
  return CALLING_CODES.find(([code]) => digits.startsWith(code))?.[1];
}
