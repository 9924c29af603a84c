import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import validator from 'validator';
import type { Fault } from './errors.ts';

// Most numbers without a country code are German ones.
const DEFAULT_REGION = 'DE';

/** The number in E.164, or null when it cannot be one. */
export function toE164(number: string): string | null {
  const parsed = parsePhoneNumberFromString(number, DEFAULT_REGION);
  return parsed?.isPossible() ? parsed.number : null;
}

type Rule = (text: string) => boolean;

const isNumber: Rule = (text) => toE164(text) !== null;
const NUMBER = 'must be a telephone number; without a country code it is read as a German one.';

const RULES = {
  email: { holds: (text) => validator.isEmail(text), message: 'must be an e-mail address.' },
  phone: { holds: isNumber, message: NUMBER },
  mobile: { holds: isNumber, message: NUMBER },
  fax: { holds: isNumber, message: NUMBER },
  website: {
    holds: (text) => /^https?:\/\//i.test(text) && URL.canParse(text),
    message: 'must be an address beginning with http:// or https://.',
  },
} satisfies Record<string, { holds: Rule; message: string }>;

/** What is wrong with these ways to reach somebody, as an object names them. `path` leads to the object. */
export function contactFaults(
  contact: object | null | undefined,
  names: readonly (keyof typeof RULES)[],
  path = 'contact',
): Fault[] {
  if (contact == null) return [];
  return names.flatMap((name): Fault[] => {
    const { holds, message } = RULES[name];
    const value = (contact as Record<string, unknown>)[name];
    if (typeof value !== 'string' || holds(value)) return [];
    const property = path === '' ? name : `${path}.${name}`;
    return [{ property, code: 'format', message: `${property} ${message}` }];
  });
}

/** The time at which a record was created or something took place has come already. */
export function pastFaults<Name extends string>(
  body: Partial<Record<Name, string | null>>,
  property: Name,
  now: Date,
): Fault[] {
  const value = body[property] as string | null | undefined;
  if (value == null || !(Date.parse(value) > now.getTime())) return [];
  return [{ property, code: 'range', message: `${property} must not be in the future.` }];
}
