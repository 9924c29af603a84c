import type { Formats } from '../../../core/texts/formats.ts';
import type { SchemaCompanyCreateDto, SchemaSiteCreateDto } from '../../../generated/types.ts';

export const EMPTY = {
  name: '',
  name2: '',
  customerNumber: '',
  industryId: '',
  employees: '',
  vatId: '',
  'contact.email': '',
  'contact.phone': '',
  'contact.website': '',
  'location.street': '',
  'location.streetNumber': '',
  'location.zipCode': '',
  'location.city': '',
  'location.countryId': '',
  officeId: '',
  responsibility: '',
  /** The name of the first site. */
  site: '',
};

export type Field = keyof typeof EMPTY;
export type Values = Record<Field, string>;

/** Where something is chosen and not typed. */
export const CHOSEN: readonly string[] = ['industryId', 'location.countryId', 'officeId', 'responsibility'];

export const NUMBERS = [{ property: 'employees', kind: 'number' as const }];

export const idOf = (property: string): string => `company-${property}`;

const text = (value: string): string | undefined => value.trim() || undefined;
const id = (value: string): number | undefined => (value === '' ? undefined : Number(value));

function locationOf(values: Values): SchemaCompanyCreateDto['location'] {
  return {
    street: text(values['location.street']),
    streetNumber: text(values['location.streetNumber']),
    zipCode: text(values['location.zipCode']),
    city: text(values['location.city']),
    countryId: id(values['location.countryId']),
  };
}

export function toBody(values: Values, formats: Formats): SchemaCompanyCreateDto {
  const employees = text(values.employees);
  return {
    name: values.name.trim(),
    name2: text(values.name2),
    customerNumber: text(values.customerNumber),
    industryId: id(values.industryId),
    // What is no number stays a text, which the service rejects with the reason.
    employees: employees && ((formats.parse(employees) ?? employees) as number),
    vatId: text(values.vatId),
    contact: {
      email: text(values['contact.email']),
      phone: text(values['contact.phone']),
      website: text(values['contact.website']),
    },
    location: locationOf(values),
    officeId: id(values.officeId),
    responsibility: id(values.responsibility),
  } as SchemaCompanyCreateDto;
}

/** The first site, at the address of the company. Undefined without a name. */
export function toSiteBody(values: Values): SchemaSiteCreateDto | undefined {
  const description = text(values.site);
  return description === undefined ? undefined : { description, location: locationOf(values) };
}

/** Words at the end of a name that many companies have. */
const LEGAL_FORM = /^(gmbh|ggmbh|mbh|ag|kg|kgaa|ohg|gbr|ug|se|eg|ek|ev|co|cokg|ltd|inc|und|and)$/;
const NAME_LETTERS = 3;
/** The country, and the fewest digits of a country. */
const VAT_ID_LETTERS = 4;
const MAXIMUM_WORDS = 5;
/** The service searches for no longer texts. */
const LONGEST_TEXT = 200;
/** Addresses that say nothing about a company. */
const PROVIDERS = /@(gmail|googlemail|gmx|web|t-online|outlook|hotmail|yahoo|icloud|freenet)\./;

interface DuplicateSearches {
  name?: string;
  domain?: string;
  vatId?: string;
}

/** What duplicates are searched for: the name without its legal form, the domain of the email address, and the VAT id. */
export function toDuplicateSearches(values: Values): DuplicateSearches {
  const words = values.name
    .split(/[\s&+,/]+/)
    .filter((word) => word !== '' && !LEGAL_FORM.test(word.toLowerCase().replaceAll('.', '')))
    .slice(0, MAXIMUM_WORDS);
  const name = words.join(' ');
  const email = values['contact.email'].trim().toLowerCase();
  const domain = /.@.+\..+/.test(email) && !PROVIDERS.test(email) ? email.slice(email.lastIndexOf('@')) : '';
  const vatId = values.vatId.trim();
  return {
    ...(name.length >= NAME_LETTERS ? { name: name.slice(0, LONGEST_TEXT) } : {}),
    ...(domain === '' ? {} : { domain: domain.slice(0, LONGEST_TEXT) }),
    ...(vatId.length >= VAT_ID_LETTERS ? { vatId: vatId.slice(0, LONGEST_TEXT) } : {}),
  };
}
