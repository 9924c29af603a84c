// The countries that CVs come from. Ids are ISO 3166 numeric codes, which are those of the list of countries.

export const GERMANY = 276;
const AUSTRIA = 40;
const SWITZERLAND = 756;
export const UNITED_KINGDOM = 826;
export const UNITED_STATES = 840;
export const CANADA = 124;
export const IRELAND = 372;
export const NETHERLANDS = 528;
export const POLAND = 616;
export const PORTUGAL = 620;
const INDIA = 356;
export const BRAZIL = 76;

/** Letters before a postal code, with a hyphen or space. */
export const PREFIXES: Record<string, number> = {
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
export const OF_FOUR_DIGITS = new Set([AUSTRIA, SWITZERLAND, 438, 208, 578, 348, 56, 442, 705, 100]);
/** Countries whose postal codes have five digits. */
export const OF_FIVE_DIGITS = new Set([
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
export const OF_SIX_DIGITS = new Set([INDIA, 642, 643, 156, 702]);
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

/** Codes of countries at the end of an address. */
const COUNTRY_CODES: Record<string, number> = {
  DE: GERMANY,
  AT: AUSTRIA,
  CH: SWITZERLAND,
  GB: UNITED_KINGDOM,
  UK: UNITED_KINGDOM,
  US: UNITED_STATES,
  USA: UNITED_STATES,
  IE: IRELAND,
  PT: PORTUGAL,
  PL: POLAND,
  NL: NETHERLANDS,
  FR: 250,
  IT: 380,
  ES: 724,
};

export function countryOfCode(text: string): number | undefined {
  return COUNTRY_CODES[text];
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
