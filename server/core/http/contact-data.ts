import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
// The whole package would take a megabyte in each process.
import addresses from 'validator/lib/isEmail.js';
import { withPlus } from '../text/lost-plus.ts';
import { isWebUrl } from '../text/web-url.ts';
import type { Fault } from './errors.ts';
import { NAME_LENGTH } from './schema.ts';

// Most numbers without a country code are German.
const DEFAULT_REGION = 'DE';

// Most values have the usual form. To see that costs a twentieth of what the libraries do, which accept and find the same.
const USUAL_NUMBER = /^(?:0|\+49 ?)([1-9](?:[ /-]?\d){5,12})$/;
const USUAL_EMAIL = /^[a-z\d_+-]+(?:\.[a-z\d_+-]+)*@(?:[a-z\d]+(?:-[a-z\d]+)*\.)+[a-z]{2,}$/i;
const USUAL_EMAIL_LENGTH = 64;

/** Returns the number in E.164 format, or null if it cannot be a phone number. */
export function toE164(number: string): string | null {
  const usual = USUAL_NUMBER.exec(number);
  if (usual !== null) return `+49${usual[1]!.replaceAll(/\D/g, '')}`;
  const parsed = parsePhoneNumberFromString(withPlus(number), DEFAULT_REGION);
  return parsed?.isPossible() ? parsed.number : null;
}

/** Copies from web pages and word processors have such characters. The address is another one with them, and no mail arrives. */
const INVISIBLE = /[\p{Cf}\p{Cc}\u115f\u1160\u3164\uffa0]/u;

/** Whether a text is an email address that a record can have. */
export function isEmail(text: string): boolean {
  const isUsual = text.length <= USUAL_EMAIL_LENGTH && USUAL_EMAIL.test(text);
  return isUsual || (addresses.default(text) && !INVISIBLE.test(text));
}

/** Continues the message about a text that isEmail refuses, if the reason cannot be seen. */
export function invisibleHint(text: string): string {
  const [found] = INVISIBLE.exec(text) ?? [];
  if (found === undefined) return '';
  const code = found.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return ` It contains the invisible character U+${code}. Remove it.`;
}

/** Whether a text is a phone number that a record can have. */
export function isPhoneNumber(text: string): boolean {
  return text.length <= NAME_LENGTH && toE164(text) !== null;
}

/** What a check found of the numbers of an object, by their text. */
const checked = new WeakMap<object, Map<string, string | null>>();

/** Like toE164, for a number in an object that contactFaults has checked. It does not parse the number again. */
export function toCheckedE164(contact: object | null | undefined, number: string): string | null {
  const found = contact == null ? undefined : checked.get(contact)?.get(number);
  return found === undefined ? toE164(number) : found;
}

type Rule = (text: string, contact: object) => boolean;

interface ContactRule {
  holds: Rule;
  message: string;
  hint?: (text: string) => string;
}

const isNumber: Rule = (text, contact) => {
  const numbers = checked.get(contact) ?? new Map<string, string | null>();
  const number = toE164(text);
  checked.set(contact, numbers.set(text, number));
  return number !== null;
};
const NUMBER = 'must be a phone number. Without a country code, it is read as a German number.';

const RULES = {
  email: { holds: isEmail, message: 'must be an email address.', hint: invisibleHint },
  phone: { holds: isNumber, message: NUMBER },
  mobile: { holds: isNumber, message: NUMBER },
  fax: { holds: isNumber, message: NUMBER },
  website: {
    holds: isWebUrl,
    message: 'must be a URL that starts with http:// or https:// and a host, such as https://example.org.',
  },
} satisfies Record<string, ContactRule>;

/** Checks the named contact properties of an object. `path` is the path of the object in the body. */
export function contactFaults(
  contact: object | null | undefined,
  names: readonly (keyof typeof RULES)[],
  path = 'contact',
): Fault[] {
  if (contact == null) return [];
  return names.flatMap((name): Fault[] => {
    const { holds, message, hint }: ContactRule = RULES[name];
    const value = (contact as Record<string, unknown>)[name];
    if (typeof value !== 'string' || holds(value, contact)) return [];
    const property = path === '' ? name : `${path}.${name}`;
    return [{ property, code: 'format', message: `${property} ${message}${hint?.(value) ?? ''}` }];
  });
}

/** Returns a fault if the time is in the future, for times of events that have already happened. */
export function pastFaults<Name extends string>(
  body: Partial<Record<Name, string | null>>,
  property: Name,
  now: Date,
): Fault[] {
  const value = body[property] as string | null | undefined;
  if (value == null || !(Date.parse(value) > now.getTime())) return [];
  return [
    {
      property,
      code: 'range',
      message: `${property} must not be in the future. Omit it for the time of the call, or correct the clock.`,
    },
  ];
}
