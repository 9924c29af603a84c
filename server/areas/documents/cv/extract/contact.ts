import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { TextLine } from '../text/lines.ts';
import type { CvPhone } from './facts.ts';

const EMAIL = /[\p{L}\d][\p{L}\d._%+-]*@[a-z\d](?:[a-z\d.-]*[a-z\d])?\.[a-z]{2,24}/giu;
/** Only the first ones are used. A file that lists thousands must not take long. */
const MAXIMUM_FOUND = 10;
/** Digits without the country code. Shorter numbers are extensions or emergency numbers. */
const MINIMUM_NATIONAL_DIGITS = 6;

/** Parts of an address that a narrow column split. The first part fills its line, possibly after a label. */
const BROKEN_START = /^(?:e-?mail:?\s*)?(?!e-?mail\b)([a-z\d][a-z\d._+-]*)$/;
const BROKEN_END = /^[a-z\d._+-]*@\S+$/;

/** E-mail addresses as written, including those that a line break splits. */
export function findEmails(lines: readonly TextLine[]): string[] {
  const found = new Map<string, string>();
  const cells = lines.flatMap((line) =>
    line.cells.map(({ text }) => text.replaceAll(/\s*[[(](?:at|ät)[\])]\s*/gi, '@')),
  );
  for (const [index, text] of cells.entries()) {
    const start = BROKEN_START.exec(cells[index - 1]?.toLowerCase() ?? '')?.[1];
    const whole = start !== undefined && BROKEN_END.test(text) ? start + text : text;
    for (const [email] of whole.matchAll(EMAIL))
      if (!found.has(email.toLowerCase())) found.set(email.toLowerCase(), email);
    if (found.size >= MAXIMUM_FOUND) break;
  }
  return [...found.values()];
}

// A number begins with a plus, a zero or a bracket. Otherwise only a label distinguishes it from dates and postal codes.
const MARKED = /(?<![\d+.,/-])(?:\+|\(\+|0|\(0)[\d\s()./-]{5,24}\d(?!\d)/g;
const LABELLED =
  /(?:tel(?:efon|ephone|\.)?|phone|mobile?|mobil(?:telefon)?|handy|cell)\b\.?\s*:?\s*([\d(][\d\s()./-]{5,24}\d)/gi;
const AMERICAN = /(?<![\d+])\(?\d{3}\)?[\s.-]\d{3}[.-]\d{4}(?!\d)/g;
const DATE = /\d{1,2}[./]\d{1,2}[./]\d{4}|\d{1,2}[./]\d{4}\s*[-–]/;

/** Telephone numbers without fax numbers. Those without a country code are German, or American if written like that. */
export function findPhones(lines: readonly TextLine[]): CvPhone[] {
  const found = new Map<string, CvPhone>();
  const add = (text: string, region: 'DE' | 'US') => {
    if (DATE.test(text)) return;
    // "+49 (0) 171" has the country code and the trunk prefix. Parsers of numbers accept only one of them.
    const number = parsePhoneNumberFromString(
      text.replace(/(\+\d{2}|00\d{2})\s*\(\s*0\s*\)\s*/, '$1 '),
      region,
    );
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
  for (const line of lines) {
    for (const { text } of line.cells) {
      if (/^\s*(?:tele)?fax\b/i.test(text)) continue;
      for (const [number] of text.matchAll(MARKED)) add(number, 'DE');
      for (const [number] of text.matchAll(AMERICAN)) if (!/^\(?0/.test(number)) add(number, 'US');
      for (const [, number] of text.matchAll(LABELLED)) if (!/^\(?0/.test(number!)) add(number!, 'DE');
    }
    if (found.size >= MAXIMUM_FOUND) break;
  }
  return [...found.values()];
}
