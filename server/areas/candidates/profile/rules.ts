import { domainToASCII, domainToUnicode } from 'node:url';
import { colognePhonetic } from 'cologne-phonetic';
import { contactFaults, pastFaults } from '../../../core/http/contact-data.ts';
import { currencyFaults } from '../../../core/http/currency-faults.ts';
import type { Fault } from '../../../core/http/index.ts';
import { toAscii } from '../../../core/text/ascii.ts';
import { spellSlavicAsGerman } from '../../../core/text/slavic-names.ts';
import { addressFaults } from '../../addresses/index.ts';
import type { CandidateChangeBody } from './schema.ts';

export { toCheckedE164, toE164 } from '../../../core/http/contact-data.ts';

const MINIMUM_AGE_YEARS = 13;
const MAXIMUM_AGE_YEARS = 110;

/** Faults that the schema cannot express. */
export function candidateFaults(body: CandidateChangeBody, now: Date): Fault[] {
  const faults: Fault[] = [];
  const fault = (property: string, code: Fault['code'], message: string) =>
    faults.push({ property, code, message });
  const { birth, contact, location, availability } = body;

  if (typeof birth?.date === 'string' && !isPlausibleBirthDate(birth.date, now)) {
    fault(
      'birth.date',
      'range',
      `birth.date must correspond to an age of ${MINIMUM_AGE_YEARS} to ${MAXIMUM_AGE_YEARS} years.`,
    );
  }
  faults.push(...contactFaults(contact, ['email', 'phone', 'mobile', 'website']));
  faults.push(...currencyFaults('availability.currency', availability?.currency));
  faults.push(...pastFaults(body, 'createdAtUtc', now));
  if (location != null) faults.push(...addressFaults(location));
  return faults;
}

function isPlausibleBirthDate(text: string, now: Date): boolean {
  const yearsAgo = (years: number) => `${now.getUTCFullYear() - years}${now.toISOString().slice(4, 10)}`;
  return text <= yearsAgo(MINIMUM_AGE_YEARS) && text > yearsAgo(MAXIMUM_AGE_YEARS + 1);
}

/**
 * What is equal for two notations of an address. Mail providers ignore case in practice, although RFC 5321 makes the part before the @
 * case-sensitive. Browsers send a domain with umlauts in its ASCII form (xn--…), and some programs send ü as u with a mark.
 */
export function toEmailMatch(email: string): string {
  const address = email.trim().toLowerCase();
  if (!IN_SEVERAL_FORMS.test(address)) return address;
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  // What is no domain becomes an empty text there, and stays as it is.
  return `${address.slice(0, at)}${domainToUnicode(domainToASCII(domain)) || domain}`.normalize('NFC');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: everything but ASCII is what is looked for.
const IN_SEVERAL_FORMS = /xn--|[^\u0000-\u007f]/;

const GMAIL_DOMAINS = new Set(['gmail.com', 'googlemail.com']);

/** The address without a plus tag and without the dots that Gmail ignores. Equal for all spellings of one mailbox. */
export function toCanonicalEmail(email: string): string {
  const match = toEmailMatch(email);
  const at = match.lastIndexOf('@');
  const domain = match.slice(at + 1);
  const mailbox = match.slice(0, at).replace(/(?<=.)\+.*$/s, '');
  return GMAIL_DOMAINS.has(domain) ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${domain}`;
}

/**
 * The phonetic code (Kölner Phonetik) of the transliterated name. Meyer and Maier, Müller and Mueller, Şahin and Sahin,
 * Петров and Petrow, and Shevchenko and Schewtschenko have the same code. Null if the name has no letter that the code knows, such as H
 * alone. When this changes, a migration must clear the codes that were stored: see 0098_spellings_of_slavic_names.sql.
 */
export function toPhoneticCode(name: string): string | null {
  return colognePhonetic(spellSlavicAsGerman(toAscii(name).toLowerCase())) || null;
}

/** The form by which names match: the code, or else the name itself. Codes are digits, so the sign tells the two apart. */
export function toNameMatch(name: string): string {
  return toPhoneticCode(name) ?? `=${name.normalize('NFKC').toLowerCase()}`;
}
