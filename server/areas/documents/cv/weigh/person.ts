import { getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { toAscii } from '../../../../core/text/ascii.ts';
import { hasSeveralNumbers } from '../extract/adjacent-phones.ts';
import type { CvFacts, CvPhone } from '../extract/facts.ts';
import { COUNTRY_CODES } from '../extract/phone-country.ts';
import { toWords } from '../words.ts';
import { isName, linesWith } from './entry-evidence.ts';
import type { ReadLine } from './page-text.ts';
import type { Evidence } from './signals.ts';

const PERSON = new Set<ReadLine['section']>(['head', 'contact', 'personal', 'profile']);
/** Lines around the email address or phone number that belong to the same block. */
const NEAR_LINES = 4;
/** Letters. A shorter part of a mailbox is an initial, or the rest of an address that was broken. */
const SHORT_PART = 3;
const OUTSIDE_ADDRESS = /(?:[^\p{L}\p{N}@._%+'&-]|(?<![\p{L}\p{N}])['&]|['&](?![\p{L}\p{N}]))+/u;
/** What can be before an address: nothing, a sign, a label, or another column. */
const STANDS_ALONE = /(?:^|[^\p{L}\p{N}\s.]|mail| {2})\s*$/iu;
const PHONE_LABEL = /tel|fon|phone|mobil|handy|cell|☎|📞|✆|\bT\b|\bM\b|\bP\b/i;
const BIRTH_LABEL = /geb|born|birth|\*/i;
const NATIONALITY_LABEL = /staatsang|nationali|staatsb|citizen/i;
const BIRTH_PLACE_LABEL = /geb|born|birth/i;
/** Ids of the United States and Canada. */
const MONTH_FIRST = new Set([840, 124]);
/** Letters. A longer text is no name of a place. */
const MAXIMUM_PLACE_LENGTH = 40;

const isPersons = (line: ReadLine | undefined) => line !== undefined && PERSON.has(line.section);
const digitsOf = (text: string) => text.replaceAll(/\D/g, '');

/** What speaks for the profile of the person. */
export function personEvidence(facts: CvFacts, lines: readonly ReadLine[]): Evidence[] {
  const emailLines = facts.emails.map((email) => findEmail(email, lines));
  const [emailLine] = emailLines;
  const found = [
    ...facts.emails.flatMap((_, index) => emailEvidence(facts, index, emailLines[index])),
    ...facts.phones.map((_, index) => phoneEvidence(facts, index, lines, emailLine)),
    ...addressEvidence(facts, lines, emailLine),
    ...birthEvidence(facts, lines),
  ];
  if (facts.nationalityId !== undefined) {
    const line = lines.find(({ text }) => NATIONALITY_LABEL.test(text));
    found.push({
      property: 'nationalityId',
      index: 0,
      signals: { isLabelled: line !== undefined, isShort: (line?.text.length ?? 0) < 100 },
      lines: indexesOf(line),
    });
  }
  if (facts.name?.title !== undefined) {
    const [title, name] = [toWords(facts.name.title), toWords(facts.name.lastName)];
    const line = lines.find(({ words }) => words.includes(title) && words.includes(name));
    found.push({
      property: 'title',
      index: 0,
      signals: { isBesideName: line !== undefined },
      lines: indexesOf(line),
    });
  }
  return found;
}

const indexesOf = (...lines: (ReadLine | undefined)[]) =>
  [...new Set(lines.flatMap((line) => (line === undefined ? [] : [line.index])))].sort((a, b) => a - b);

/** A line in lower case, with the at sign where it is spelled out, and the apostrophe of an address. */
const plain = ({ text }: ReadLine) =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/\s*[[(](?:at|ät)[\])]\s*/g, '@');

function findEmail(email: string, lines: readonly ReadLine[]): ReadLine | undefined {
  const address = email.toLowerCase();
  const mailbox = address.slice(0, address.indexOf('@'));
  const after = (index: number) => (lines[index] === undefined ? '' : plain(lines[index]));
  // A narrow column can break it in two.
  return (
    lines.find((line) => plain(line).includes(address)) ??
    lines.find((line, index) => (plain(line) + after(index + 1)).includes(address)) ??
    lines.find((line) => plain(line).includes(mailbox))
  );
}

/** An address that is not the first and not among what is about the person is that of somebody else. */
function emailEvidence({ emails, name }: CvFacts, index: number, line: ReadLine | undefined): Evidence[] {
  if (index > 0 && !isPersons(line)) return [];
  const email = emails[index]!.toLowerCase();
  const text = line === undefined ? '' : plain(line);
  const names = [name?.firstName, name?.lastName]
    .flatMap((part) =>
      toAscii(part ?? '')
        .toLowerCase()
        .split(/[^a-z]+/),
    )
    .filter((part) => part.length > 1);
  const initials = names.map((one) => one[0]);
  const fitsName = (part: string) =>
    part.length <= 1 ||
    part.length > SHORT_PART ||
    names.some((one) => one.startsWith(part)) ||
    [...part].every((letter) => initials.includes(letter));
  return [
    {
      property: 'contact.email',
      index,
      signals: {
        isUnbroken: text.split(OUTSIDE_ADDRESS).includes(email),
        standsAlone: text.includes(email) && STANDS_ALONE.test(text.slice(0, text.indexOf(email))),
        isAmongContactData: isPersons(line),
        fitsName: email
          .slice(0, email.indexOf('@'))
          .split(/[^a-z]+/)
          .every(fitsName),
        isFirstOfKind: index === 0,
      },
      lines: indexesOf(line),
    },
  ];
}

function phoneEvidence(
  facts: CvFacts,
  index: number,
  lines: readonly ReadLine[],
  emailLine: ReadLine | undefined,
): Evidence {
  const { phones } = facts;
  const { text, e164, isMobile } = phones[index]!;
  const digits = digitsOf(text);
  const line =
    lines.find((one) => one.text.includes(text)) ?? lines.find((one) => one.digits.includes(digits));
  const at = line?.text.indexOf(text) ?? -1;
  const before = line === undefined ? '' : line.text.slice(Math.max(0, at - 25), Math.max(0, at));
  return {
    property: isMobile ? 'contact.mobile' : 'contact.phone',
    index,
    signals: {
      isValidNumber: parsePhoneNumberFromString(e164)?.isValid() === true,
      isLabelled: PHONE_LABEL.test(before),
      isAmongContactData:
        isPersons(line) ||
        (line !== undefined &&
          emailLine !== undefined &&
          Math.abs(line.index - emailLine.index) <= NEAR_LINES),
      isOfCountry: /^\s*\(?(?:\+|00)/.test(text) || isOfCountry(facts.address?.countryId, phones[index]!),
      isOneNumber: !hasSeveralNumbers(text),
      isOnlyOfKind: phones.filter((phone) => phone.isMobile === isMobile).length === 1,
      isNearEmail:
        line !== undefined &&
        (emailLine === undefined || Math.abs(line.index - emailLine.index) <= NEAR_LINES),
      isFirstOfKind: phones.findIndex((phone) => phone.isMobile === isMobile) === index,
    },
    lines: indexesOf(line),
  };
}

/** Whether a number without a country code was read as one of the country in which the person lives. */
function isOfCountry(countryId: number | undefined, { e164, isMobile }: CvPhone): boolean {
  // Few numbers of other countries are mobile numbers of this one as well.
  if (countryId === undefined) return isMobile;
  const country = COUNTRY_CODES[countryId];
  return country !== undefined && e164.startsWith(`+${getCountryCallingCode(country)}`);
}

function addressEvidence(
  { address, phones }: CvFacts,
  lines: readonly ReadLine[],
  emailLine: ReadLine | undefined,
): Evidence[] {
  if (address?.city === undefined) return [];
  const city = toWords(address.city);
  const zip = address.zipCode === undefined ? ' ' : toWords(address.zipCode);
  const line = lines.find(({ words }) => words.includes(city) && words.includes(zip));
  const street =
    address.street === undefined
      ? undefined
      : [
          `${address.street} ${address.streetNumber ?? ''}`,
          // As English streets are written.
          `${address.streetNumber ?? ''} ${address.street}`,
        ].flatMap((text) => linesWith(text, lines))[0];
  const phoneLine = lines.find(({ digits }) => phones.some(({ text }) => digits.includes(digitsOf(text))));
  const isNear = (other: ReadLine | undefined) =>
    line !== undefined && other !== undefined && Math.abs(line.index - other.index) <= NEAR_LINES;
  return [
    {
      property: 'location',
      index: 0,
      signals: {
        hasStreet: street !== undefined,
        hasNumber: address.streetNumber !== undefined,
        isStreetBeside: street !== undefined && line !== undefined && Math.abs(street - line.index) <= 1,
        isAmongContactData: isPersons(line),
        isNearContactData: isNear(emailLine) || isNear(phoneLine),
        hasPostalCode: address.zipCode !== undefined,
        isCityWhole:
          !/ (?:am|an|der|die|im|in|bei|ob|auf)$/i.test(address.city) &&
          line !== undefined &&
          !/^[ -]\p{Lu}/u.test(line.text.split(address.city)[1] ?? ''),
      },
      lines: indexesOf(...(street === undefined ? [] : [lines[street]]), line),
    },
  ];
}

const SLASHED = /(?<![\d/])(\d{1,2})\/(\d{1,2})\/\d{4}(?!\d)/g;

/** A date such as 03/04/1990. */
const canBeTurned = ({ text }: ReadLine) =>
  [...text.matchAll(SLASHED)].some(
    ([, first, second]) => first !== second && Number(first) <= 12 && Number(second) <= 12,
  );

/** Whether the CV is one of North America, or another date shows that the month comes first. */
function isMonthFirst({ address, phones }: CvFacts, lines: readonly ReadLine[]): boolean {
  return (
    MONTH_FIRST.has(address?.countryId ?? 0) ||
    phones.some(({ e164 }) => e164.startsWith('+1')) ||
    lines.some(({ text }) => [...text.matchAll(SLASHED)].some(([, , second]) => Number(second) > 12))
  );
}

function birthEvidence(facts: CvFacts, lines: readonly ReadLine[]): Evidence[] {
  const { birthDate, birthPlace } = facts;
  const found: Evidence[] = [];
  const dated = (line: ReadLine) => line.periods.some(({ untilDate }) => untilDate === birthDate);
  const dateLine =
    lines.find((line) => dated(line) && BIRTH_LABEL.test(line.text)) ?? lines.find((line) => dated(line));
  if (birthDate !== undefined)
    found.push({
      property: 'birth.date',
      index: 0,
      signals: {
        isLabelled: dateLine !== undefined && BIRTH_LABEL.test(dateLine.text),
        isInDigitsOrWords: dateLine !== undefined,
        hasClearOrder: dateLine !== undefined && !(canBeTurned(dateLine) && isMonthFirst(facts, lines)),
      },
      lines: indexesOf(dateLine),
    });
  if (birthPlace !== undefined) {
    const words = toWords(birthPlace);
    const line = lines.find((one) => one.words.includes(words) && BIRTH_PLACE_LABEL.test(one.text));
    found.push({
      property: 'birth.place',
      index: 0,
      signals: {
        isLabelled: line !== undefined,
        isShort: birthPlace.length <= MAXIMUM_PLACE_LENGTH && !/\d/.test(birthPlace),
        isOneName: isName(birthPlace) && !/[,;]| in | am |staatsang|national|geb|born/i.test(birthPlace),
      },
      lines: indexesOf(line),
    });
  }
  return found;
}
