import type { SchemaCandidateDto } from '../../../generated/types.ts';

type Candidate = SchemaCandidateDto;
export type Sent = string | number | boolean;
export type Property = keyof typeof FIELDS;
/** By the names of the profile, such as contact.email. */
export type Values = Readonly<Partial<Record<Property, Sent | null>>>;

/** Values that came with an application and that the profile does not have. An address is one difference, because its parts belong together. */
export interface Difference {
  name: Property | 'location';
  sent: Values;
  /** What the profile has. */
  now: Values;
}

/** The properties of the profile that an external application has, and how they are shown, in the order of the profile. */
export const FIELDS = {
  'contact.email': { sentAs: 'email', kind: 'text' },
  'contact.phone': { sentAs: 'phoneNumber', kind: 'text' },
  'contact.hasWhatsApp': { sentAs: 'hasWhatsApp', kind: 'flag' },
  'contact.whatsAppConsentChecked': { sentAs: 'whatsAppConsentChecked', kind: 'flag' },
  'location.street': { sentAs: 'street', kind: 'text' },
  'location.streetNumber': { sentAs: 'streetNumber', kind: 'text' },
  'location.zipCode': { sentAs: 'zipCode', kind: 'text' },
  'location.city': { sentAs: 'city', kind: 'text' },
  'location.countryId': { sentAs: 'countryId', kind: 'choice', list: 'countries' },
  // An application has none of them. Whoever moves leaves those of the address before, which are not shown.
  'location.addressLine1': { sentAs: null, kind: 'text' },
  'location.addressLine2': { sentAs: null, kind: 'text' },
  'location.federalStateId': { sentAs: null, kind: 'number' },
  salutationId: { sentAs: 'salutationId', kind: 'choice', list: 'salutations' },
  firstName: { sentAs: 'firstName', kind: 'text' },
  lastName: { sentAs: 'lastName', kind: 'text' },
  nationalityId: { sentAs: 'nationalityId', kind: 'choice', list: 'nationalities' },
  'birth.date': { sentAs: 'birthDate', kind: 'date' },
  'availability.availableFrom': { sentAs: 'availableFrom', kind: 'date' },
  'availability.salaryExpectation': { sentAs: 'salaryExpectation', kind: 'number' },
  sourceOfSupplyId: { sentAs: 'sourceOfSupplyId', kind: 'choice', list: 'sourcesofsupply' },
} as const;

const PROPERTIES = Object.keys(FIELDS) as Property[];
const isOfAddress = (property: Property) => property.startsWith('location.');
/** If one of them differs, nothing of the address before holds. */
const TOWN: readonly Property[] = ['location.zipCode', 'location.city', 'location.countryId'];

/**
 * What an application has otherwise than the profile. Of a candidate who was known, the profile stays as it was, so recruiters
 * see only here that somebody has moved.
 */
export function differencesOf(
  candidate: Candidate,
  submitted: Readonly<Record<string, unknown>> | null,
): Difference[] {
  const sentOf = (property: Property) => {
    const { sentAs } = FIELDS[property];
    return sentAs === null ? null : toSent(submitted?.[sentAs]);
  };
  const differing = PROPERTIES.filter((property) => {
    const sent = sentOf(property);
    return sent !== null && !isSame(candidate, property, sent);
  });
  const toDifference = (name: Difference['name'], properties: readonly Property[]): Difference => ({
    name,
    sent: Object.fromEntries(properties.map((property) => [property, sentOf(property)])),
    now: valuesIn(candidate, properties),
  });
  const ofAddress = differing.filter(isOfAddress);
  const hasMoved = ofAddress.some((property) => TOWN.includes(property));
  const address = hasMoved
    ? PROPERTIES.filter(isOfAddress)
    : PROPERTIES.filter((property) => isOfAddress(property) && sentOf(property) !== null);
  return differing.flatMap((property) => {
    if (!isOfAddress(property)) return [toDifference(property, [property])];
    return property === ofAddress[0] ? [toDifference('location', address)] : [];
  });
}

export const valuesIn = (candidate: Candidate, properties: readonly Property[]): Values =>
  Object.fromEntries(properties.map((property) => [property, findValue(candidate, property)]));

/** Whether the candidate has these values. */
export const hasValues = (candidate: Candidate, values: Values): boolean =>
  propertiesIn(values).every((property) => findValue(candidate, property) === values[property]);

export const propertiesIn = (values: Values) => Object.keys(values) as Property[];

function toSent(value: unknown): Sent | null {
  const isValue = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isValue && value !== '' ? value : null;
}

function findValue(candidate: Candidate, property: Property): Sent | null {
  const [first, second] = property.split('.') as [keyof Candidate, string | undefined];
  const value = candidate[first] as Sent | null | Record<string, Sent | null>;
  return typeof value === 'object' && value !== null ? (value[second!] ?? null) : (value ?? null);
}

function isSame(candidate: Candidate, property: Property, sent: Sent): boolean {
  const { contact, contactChannels } = candidate;
  const now = findValue(candidate, property);
  if (typeof sent === 'boolean') return sent === (now ?? false);
  if (property === 'contact.email') {
    const emails = contactChannels.filter(({ kind }) => kind === 'email').map(({ address }) => address);
    return [contact.email, ...emails].some((email) => email?.toLowerCase() === String(sent).toLowerCase());
  }
  if (property === 'contact.phone') {
    const numbers = contactChannels.filter(({ kind }) => kind !== 'email').map(({ address }) => address);
    return [contact.phone, contact.mobile, ...numbers].some(
      (number) => number != null && toDigits(number) === toDigits(String(sent)),
    );
  }
  return sent === now;
}

/** Equal for most notations of a number: (0151) 23-45 and +49 151 2345. Two that are shown as different can be the same one. */
const toDigits = (number: string) =>
  number
    .replace(/\(0\)/, '')
    .replace(/\D/g, '')
    .replace(/^(00)?49|^0/, '');
