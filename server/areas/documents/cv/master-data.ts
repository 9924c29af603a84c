import { type CountryCode, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { truncate } from '../../../core/text/truncate.ts';
import { type Coordinates, NO_ADDRESS, withCoordinates } from '../../addresses/index.ts';
import { candidateFaults, matchingColumns, toE164 } from '../../candidates/index.ts';
import type { CvFacts, CvPhone } from './extract/facts.ts';
import { COUNTRY_CODES } from './extract/phone-country.ts';
import type { Columns, Finding } from './findings.ts';

/** The columns of a candidate that a CV can fill. */
export const FILLED_COLUMNS = [
  'title',
  'nationality_id',
  'birth_date',
  'birth_place',
  'email',
  'phone',
  'mobile',
  'street',
  'street_number',
  'zip_code',
  'city',
  'country_id',
] as const;

const ADDRESS = ['street', 'street_number', 'zip_code', 'city', 'country_id'] as const;
// The lengths that the API accepts for these fields.
const TITLE_LENGTH = 100;
const ONE_LINE = 255;

/**
 * What a CV can fill: only empty columns, an address only if there is none at all, and nothing that the API would reject.
 */
export function findProfile(facts: CvFacts, stored: object, now: Date): Finding[] {
  const isRejected = (body: Parameters<typeof candidateFaults>[0]) => candidateFaults(body, now).length > 0;
  const { address, birthDate, phones } = facts;
  const country = COUNTRY_CODES[address?.countryId ?? 0];
  const [email] = facts.emails;
  const mobile = findFirst(phones, true, country);
  const phone = findFirst(phones, false, country);
  const [mobileText, phoneText] = [toStoredNumber(phones[mobile]), toStoredNumber(phones[phone])];
  const found: Finding[] = [];
  const add = (property: Finding['property'], columns: Record<string, unknown>, index = 0) => {
    const given = Object.entries(columns).filter(([, value]) => value !== undefined && value !== '');
    const finding = { property, index, columns: Object.fromEntries(given) as Columns };
    if (given.length > 0 && isVacant(finding, stored)) found.push(finding);
  };
  add('title', { title: shorten(facts.name?.title, TITLE_LENGTH) });
  add('nationalityId', { nationality_id: facts.nationalityId });
  if (!isRejected({ birth: { date: birthDate } })) add('birth.date', { birth_date: birthDate });
  add('birth.place', { birth_place: shorten(facts.birthPlace, ONE_LINE) });
  if (!isRejected({ contact: { email } })) add('contact.email', { email });
  if (!isRejected({ contact: { mobile: mobileText } }))
    add('contact.mobile', { mobile: mobileText }, Math.max(0, mobile));
  if (!isRejected({ contact: { phone: phoneText } }))
    add('contact.phone', { phone: phoneText }, Math.max(0, phone));
  if (address?.city !== undefined) {
    const { street, streetNumber, zipCode, city, countryId } = address;
    if (!isRejected({ location: { zipCode, countryId } }))
      add('location', {
        street: shorten(street, ONE_LINE),
        street_number: shorten(streetNumber, ONE_LINE),
        zip_code: zipCode,
        city: shorten(city, ONE_LINE),
        country_id: countryId,
      });
  }
  return found;
}

/** The index of the first number of a kind: one of the country in which the person lives, if there is one. */
function findFirst(phones: CvFacts['phones'], isMobile: boolean, country: CountryCode | undefined): number {
  const code = country === undefined ? undefined : `+${getCountryCallingCode(country)}`;
  const ofCountry = phones.findIndex(
    (phone) => phone.isMobile === isMobile && code !== undefined && phone.e164.startsWith(code),
  );
  return ofCountry === -1 ? phones.findIndex((phone) => phone.isMobile === isMobile) : ofCountry;
}

/** A number as written, or with its country code if it would otherwise be read as one of another country. */
export function toStoredNumber(phone: CvPhone | undefined): string | undefined {
  if (phone === undefined || toE164(phone.text) === phone.e164) return phone?.text;
  return parsePhoneNumberFromString(phone.e164)?.formatInternational();
}

function shorten(text: string | undefined, maximumLength: number): string | undefined {
  return text === undefined ? undefined : truncate(text, maximumLength).toWellFormed();
}

/** Whether the candidate has nothing where the value belongs. `stored` has its columns. */
export function isVacant({ property, columns }: Omit<Finding, 'index'>, stored: object): boolean {
  const isEmpty = (column: string) => ((stored as Columns)[column] ?? '') === '';
  return (property === 'location' ? ADDRESS : Object.keys(columns)).every(isEmpty);
}

/** The columns with those that are derived from them: for matching duplicates, and the coordinates of a new address. */
export function withDerived(columns: Columns): Columns {
  return { ...columns, ...matchingColumns(columns), ...coordinatesOf(columns) } as Columns;
}

/** The coordinates of the address that was filled in. There was no address before. */
function coordinatesOf(filled: Columns): Partial<Coordinates> {
  if (filled.city === undefined) return {};
  const address = Object.fromEntries(ADDRESS.map((column) => [column, filled[column] ?? null]));
  const { geo_lat, geo_lon } = withCoordinates(NO_ADDRESS, { ...NO_ADDRESS, ...address });
  return { geo_lat, geo_lon };
}
