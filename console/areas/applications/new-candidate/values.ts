import type { SchemaCandidateDuplicateSearchDto, SchemaNewApplicantDto } from '../../../generated/types.ts';

export const EMPTY = {
  firstName: '',
  lastName: '',
  'contact.email': '',
  'contact.phone': '',
  'contact.mobile': '',
  'location.zipCode': '',
  'location.city': '',
  desiredPosition: '',
  officeId: '',
  responsibility: '',
  sourceOfSupplyId: '',
  'application.jobAdId': '',
  'application.message': '',
};

export type Field = keyof typeof EMPTY;
export type Values = Record<Field, string>;

/** Where something is chosen and not typed. */
export const CHOSEN: readonly string[] = [
  'officeId',
  'responsibility',
  'sourceOfSupplyId',
  'application.jobAdId',
];

/** The id of the input. A recruiter who is not found is reported with the responsible user. */
export const idOf = (property: string): string =>
  `candidate-${property === 'application.recruiterId' ? 'responsibility' : property}`;

/** A shorter number is still being typed. */
const PHONE_DIGITS = 6;
const NAME_LETTERS = 2;
/** The service accepts no longer name or number. */
const NAME_LENGTH = 100;
const EMAIL_LENGTH = 255;

const text = (value: string): string | undefined => value.trim() || undefined;
const id = (value: string): number | undefined => (value === '' ? undefined : Number(value));

export function toBody(values: Values): SchemaNewApplicantDto {
  return {
    firstName: values.firstName.trim(),
    lastName: values.lastName.trim(),
    contact: {
      email: text(values['contact.email']),
      phone: text(values['contact.phone']),
      mobile: text(values['contact.mobile']),
    },
    location: { zipCode: text(values['location.zipCode']), city: text(values['location.city']) },
    desiredPosition: text(values.desiredPosition),
    officeId: id(values.officeId),
    responsibility: id(values.responsibility),
    sourceOfSupplyId: id(values.sourceOfSupplyId),
    application: {
      recruiterId: id(values.responsibility),
      jobAdId: id(values['application.jobAdId']),
      message: text(values['application.message']),
    },
  };
}

/** What duplicates are searched for, without what is still being typed. */
export function toDuplicateSearch(values: Values): SchemaCandidateDuplicateSearchDto {
  const email = values['contact.email'].trim();
  const number = (value: string) =>
    value.replaceAll(/\D/g, '').length < PHONE_DIGITS ? undefined : value.trim().slice(0, NAME_LENGTH);
  // What is too long for a candidate is said at its field, and nobody has it.
  const [firstName, lastName] = [values.firstName, values.lastName].map((name) =>
    name.trim().slice(0, NAME_LENGTH),
  ) as [string, string];
  const hasName = firstName.length >= NAME_LETTERS && lastName.length >= NAME_LETTERS;
  const search = {
    email: /.@./.test(email) && email.length <= EMAIL_LENGTH ? email : undefined,
    phone: number(values['contact.phone']),
    mobile: number(values['contact.mobile']),
    ...(hasName ? { firstName, lastName } : {}),
  };
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}
