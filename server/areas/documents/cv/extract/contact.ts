import { findPhoneNumbersInText } from 'libphonenumber-js/max';
import { lineText, type TextLine } from '../text/lines.ts';
import type { CvPhone } from './facts.ts';

const EMAIL = /[\p{L}\d][\p{L}\d._%+-]*@[a-z\d](?:[a-z\d.-]*[a-z\d])?\.[a-z]{2,24}/giu;
const MAXIMUM_FOUND = 10;

export function findEmails(lines: readonly TextLine[]): string[] {
  const found = new Map<string, string>();
  for (const line of lines) {
    const text = lineText(line).replaceAll(/\s*[[(](?:at|ät)[\])]\s*/gi, '@');
    for (const [email] of text.matchAll(EMAIL))
      if (!found.has(email.toLowerCase())) found.set(email.toLowerCase(), email);
    if (found.size >= MAXIMUM_FOUND) break;
  }
  return [...found.values()];
}

/** Telephone numbers; those without a country code are read as German. Fax numbers are left out. */
export function findPhones(lines: readonly TextLine[]): CvPhone[] {
  const found = new Map<string, CvPhone>();
  for (const line of lines) {
    for (const { text: cell } of line.cells) {
      if (/^\s*(?:tele)?fax\b/i.test(cell)) continue;
      // +49 (0) 171 is written as if both applied; readers of numbers know one or the other.
      const text = cell
        .replaceAll(/(\+\d{2}|00\d{2})\s*\(\s*0\s*\)\s*/g, '$1 ')
        .replaceAll(/(?<=\d)\s+\/\s+(?=\d)/g, ' ');
      for (const { number } of findPhoneNumbersInText(text, {
        defaultCountry: 'DE',
        extended: true,
      } as never) as ReturnType<typeof findPhoneNumbersInText>) {
        if (found.has(number.number) || !number.isPossible()) continue;
        const type = number.getType();
        found.set(number.number, {
          text: number.formatInternational(),
          e164: number.number,
          isMobile: type === 'MOBILE',
        });
      }
    }
    if (found.size >= MAXIMUM_FOUND) break;
  }
  return [...found.values()];
}
