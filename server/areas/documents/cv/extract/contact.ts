import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { withPlus } from '../../../../core/text/lost-plus.ts';
import { cellInColumn, type TextLine } from '../text/lines.ts';
import { partNumbers } from './adjacent-phones.ts';
import { positionScore } from './evidence.ts';
import type { CvPhone } from './facts.ts';

/**
 * An apostrophe or an ampersand is part of a mailbox between its letters. Elsewhere it is beside one. An underscore can begin one, unless
 * another one ends what it emphasizes, or it is one of a row to be filled in.
 */
const EMAIL =
  /(?:(?<![\p{L}\d._%+'&-])_(?!.{0,200}_(?![\p{L}\d@._%+-])))?[\p{L}\d][\p{L}\d._%+-]*(?:['&][\p{L}\d][\p{L}\d._%+-]*)*@[a-z\d](?:[a-z\d.-]*[a-z\d])?\.[a-z]{2,24}/giu;
/** Only the first ones are used. A file that lists thousands must not take long. */
const MAXIMUM_FOUND = 10;
/** Digits without the country code. Shorter numbers are extensions or emergency numbers. */
const MINIMUM_NATIONAL_DIGITS = 6;

/** The first part of an address that a narrow column split, possibly after a label. */
const BROKEN_START = /^(?:e-?mail:?\s*)?(?!e-?mail\b)([a-z\d][a-z\d._+-]*(?:@[a-z\d.-]*)?)$/;
/** The same behind other contact data. A text would go on with the rest of its word and not with an address. */
const BROKEN_AT_HYPHEN = /\s([a-z\d][a-z\d._+-]*[-_])$/u;
const BROKEN_END = /^[a-z\d._+@-]*(?=[\s,;|]|$)/;
/** A word that is not one of a text: it has the signs of an address within, and is no web address. */
const BEGINS_ADDRESS = /^(?!www\.)(?!.*\.(?:com|de|net|org|at|ch|io|eu)$)[a-z][a-z\d]*(?:[._-][a-z\d]+)+$/;
const ENDS_IN_DOMAIN = /@[a-z\d-]+$/;
const REST_OF_DOMAIN = /^[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,24}$/;
/** Addresses of others: the recipient of a letter. */
const RECIPIENT = /^\s*(?:an|to|cc)\s*:/i;

/** E-mail addresses as written, including those that a line break splits. */
export function findEmails(lines: readonly TextLine[]): string[] {
  const found = new Map<string, string>();
  for (const text of textsWithStarts(lines.filter((line) => !RECIPIENT.test(line.cells[0]?.text ?? '')))) {
    for (const [email] of text.matchAll(EMAIL)) {
      if (found.size >= MAXIMUM_FOUND) break;
      if (!found.has(email.toLowerCase())) found.set(email.toLowerCase(), email);
    }
  }
  // A broken address, such as anna@example.co and m, is also found without its end.
  const whole = [...found.keys()];
  return [...found]
    .filter(([key]) => !whole.some((other) => other !== key && other.startsWith(key)))
    .map(([, email]) => email);
}

/** The texts of all cells, each with the first part of its address, which is before it or above it in its column. */
function textsWithStarts(lines: readonly TextLine[]): string[] {
  let before = '';
  return lines.flatMap(({ cells }, index) =>
    cells.map((cell) => {
      const text = plainAddress(cell.text);
      const above = cellInColumn(lines[index - 1], cell.x);
      const joined = joinBroken(before, text);
      before = text;
      return joined === text && above !== undefined ? joinBroken(plainAddress(above.text), text) : joined;
    }),
  );
}

/** "www.anna.deanna@example.org": some documents have no space between the two. */
const WEB_BEFORE =
  /(?:https?:\/\/|www\.)[\w./-]*\.(?:de|com|org|net|at|ch|eu|info|io|dev)\/?(?=[a-z\d][\w.+-]*@)/giu;

/** Without what hides an address from programs: "anna (at) example [dot] org". */
function plainAddress(text: string): string {
  return text
    .replaceAll(WEB_BEFORE, '$& ')
    .replaceAll(/(?<=[\p{L}\d])’(?=[\p{L}\d][\p{L}\d._%+-]{0,64}@)/gu, "'")
    .replaceAll(/\s*[[({](?:at|ät)[\])}]\s*/gi, '@')
    .replaceAll(/\s*[[({](?:dot|punkt)[\])}]\s*/gi, '.');
}

/** The text with the first part of an address before it, if the break is at a sign: words beside an address are others. */
function joinBroken(before: string, text: string): string {
  const start = (BROKEN_START.exec(before.toLowerCase()) ?? BROKEN_AT_HYPHEN.exec(before))?.[1];
  const end = BROKEN_END.exec(text.toLowerCase())?.[0] ?? '';
  if (start === undefined || end === '' || start.includes('@') === end.includes('@')) return text;
  const isBrokenAtSign = /[._+@-]$/.test(start) || /^[@._+-]/.test(end);
  const isBrokenInDomain = ENDS_IN_DOMAIN.test(start) && REST_OF_DOMAIN.test(text);
  // "Web-Entwicklerin" above a whole address is a title.
  const isBrokenInName =
    end.includes('@') &&
    BEGINS_ADDRESS.test(start) &&
    !/\p{Lu}/u.test(before.slice(-start.length)) &&
    positionScore(start) === 0;
  return isBrokenAtSign || isBrokenInDomain || isBrokenInName ? start + text : text;
}

// A number begins with a plus, a zero or a bracket. Otherwise only a label distinguishes it from dates and postal codes.
const MARKED = /(?<![\d+.,/-])(?:\+|\(\+|0|\(0)[\d\s()./-]{5,24}\d(?!\d)/g;
const LABELLED =
  /(?:tel(?:efon|ephone|\.)?|phone|mobile?|mobil(?:telefon)?|handy|cell)\b\.?\s*:?\s*([\d(][\d\s()./-]{5,24}\d)/gi;
const AMERICAN = /(?<![\d+])\(?\d{3}\)?[\s.-]\d{3}[.-]\d{4}(?!\d)/g;
/** "0209 – 40 28", "01 57 – 83 45": a dash after an area code. Between two dates, what is before it has a stop or a slash. */
const DASH_AFTER_AREA =
  /(?<=(?<![\d./])(?:0\d{2,4}|01 [5-7]\d|\+\d{2} ?\(?0?\)? ?\d{2,4})\)?\s?)[–—](?=\s?(?:\d ?){5})/gu;
const DATE =
  /^\d{1,2}[./](?:19|20)\d\d$|^\(?(?:19|20)\d\d\s*[-–]|\d{1,2}[./]\d{1,2}[./]\d{4}|\d{1,2}[./]\d{4}\s*[-–]/;

/** The end of a number that begins with a country code, and what a narrow column has below it. */
const BEGUN_NUMBER = /\+\d[\d ()/-]*$/;
const REST_OF_NUMBER = /^\d{2,3}(?: \d{2,4}){0,2}$/;
/** Digits. Numbers with a country code that have fewer can go on. */
const WHOLE_NUMBER = 12;

/** A number with its last digits, if they are all that is in the line below it. */
function withRestBelow(text: string, below: TextLine | undefined): string {
  const rest = below?.cells.length === 1 && !below.hasGapBefore ? below.cells[0]!.text : '';
  const begun = BEGUN_NUMBER.exec(text)?.[0].replaceAll(/\(0\)|\D/g, '') ?? '';
  return begun !== '' && begun.length < WHOLE_NUMBER && REST_OF_NUMBER.test(rest) ? `${text} ${rest}` : text;
}

/**
 * Telephone numbers without fax numbers. Those without a country code are of the first of `countries` that
 * has such numbers, or American if written like that.
 */
export function findPhones(lines: readonly TextLine[], countries: readonly CountryCode[]): CvPhone[] {
  const found = new Map<string, CvPhone>();
  const add = (text: string, regions: readonly CountryCode[]) => {
    if (found.size >= MAXIMUM_FOUND || DATE.test(text)) return;
    // "+49 (0) 171" has the country code and the trunk prefix. Parsers of numbers accept only one of them.
    const whole = text.replace(/(\+\d{2}|00\d{2})\s*\(\s*0\s*\)\s*/, '$1 ');
    const plain = regions.includes('DE') ? withPlus(whole) : whole;
    // "+44 7700 900417 / 52 …" goes on with something else.
    const number = [plain, plain.replace(/\s\/\s[^/]*$/u, '')]
      .flatMap((one) => regions.map((region) => parsePhoneNumberFromString(one, region)))
      .find((found) => found?.isPossible());
    if (
      !number?.isPossible() ||
      number.nationalNumber.length < MINIMUM_NATIONAL_DIGITS ||
      found.has(number.number)
    )
      return;
    found.set(number.number, {
      text: text.trim(),
      e164: number.number,
      isMobile: number.getType() === 'MOBILE',
    });
  };
  for (const [index, line] of lines.entries()) {
    for (const cell of line.cells) {
      const whole = withRestBelow(cell.text, lines[index + 1]).replaceAll(DASH_AFTER_AREA, '-');
      const text = partNumbers(whole, countries);
      if (/^\s*(?:tele)?fax\b/i.test(text)) continue;
      for (const [number] of text.matchAll(MARKED)) add(number, countries);
      for (const [number] of text.matchAll(AMERICAN)) if (!/^\(?0/.test(number)) add(number, ['US']);
      for (const [, number] of text.matchAll(LABELLED)) if (!/^\(?0/.test(number!)) add(number!, countries);
    }
    if (found.size >= MAXIMUM_FOUND) break;
  }
  return [...found.values()];
}
