import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';

// Telephone numbers beside each other with a sign between them that is also one within a number: "0341 5550177 / 0171 2223344".

/** A run of digits and signs that can be several numbers. */
const RUN = /(?<![\d+.,/-])(?:\+|\(\+|0|\(0)[\d\s()+./–-]{12,80}\d(?!\d)/gu;
/** What can part two numbers. A number begins after it, with its country code or its trunk prefix. */
const BOUNDARY = /(?:\s*\/+\s*|\s+[–-]\s+|\s+|-)(?=\(?[+0]\d|\(\+)/gu;
/** A slash, or a dash between spaces. Other signs group the digits of one number. */
const PARTING = /\/|\s[–-]\s/u;
const DATE = /\d{1,2}[./](?:\d{1,2}[./])?(?:19|20)\d\d/u;
/** Digits without the trunk prefix. What is shorter is an area code, or the extension of the number before. */
const MINIMUM_DIGITS = 6;

/** The text with " | " between numbers that are beside each other. Numbers without a country code are of `countries`. */
export function partNumbers(text: string, countries: readonly CountryCode[]): string {
  return text.replaceAll(RUN, (run) => (DATE.test(run) ? run : numbersOf(run, countries).join(' | ')));
}

/** Whether a text has two numbers, as far as their beginnings show. */
export function hasSeveralNumbers(text: string): boolean {
  return [...text.matchAll(BOUNDARY)].some(
    ({ 0: sign, index }) =>
      PARTING.test(sign) && text.slice(0, index).replaceAll(/\D/g, '').length > MINIMUM_DIGITS,
  );
}

function numbersOf(run: string, countries: readonly CountryCode[]): string[] {
  const read = (text: string) => countries.map((country) => parsePhoneNumberFromString(text, country));
  const areTwo = (left: string, sign: string, right: string) => {
    const [ofLeft, ofRight] = [read(left), read(right)];
    if (!ofLeft.some(isLong) || !ofRight.some(isLong)) return false;
    const isValid = (numbers: typeof ofLeft) => numbers.some((number) => isLong(number) && number.isValid());
    if (PARTING.test(sign)) return isValid(ofLeft) || isValid(ofRight);
    // Spaces and hyphens group digits. They part numbers only where all digits together are too many for one.
    return isValid(ofLeft) && isValid(ofRight) && !read(left + sign + right).some(isLong);
  };
  const numbers: string[] = [];
  let rest = run;
  for (let cut = cutOf(rest, areTwo); cut !== undefined; cut = cutOf(rest, areTwo)) {
    numbers.push(rest.slice(0, cut.end));
    rest = rest.slice(cut.next);
  }
  return [...numbers, rest];
}

const isLong = (number: PhoneNumber | undefined): number is PhoneNumber =>
  number?.isPossible() === true && number.nationalNumber.length >= MINIMUM_DIGITS;

/** Where the first number of a run ends and the next one begins. That one ends before a sign, or with the run. */
function cutOf(
  run: string,
  areTwo: (left: string, sign: string, right: string) => boolean,
): { end: number; next: number } | undefined {
  const signs = [...run.matchAll(BOUNDARY)];
  for (const [order, { 0: sign, index }] of signs.entries()) {
    const next = index + sign.length;
    const ends = [run.length, ...signs.slice(order + 1).map((later) => later.index)];
    if (ends.some((end) => areTwo(run.slice(0, index), sign, run.slice(next, end))))
      return { end: index, next };
  }
  return undefined;
}
