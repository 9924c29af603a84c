import { checkEntries } from '../../../core/forms/check-entries.ts';
import {
  type Field as FormField,
  isNumeric,
  toBody as toNested,
  toValue,
} from '../../../core/forms/fields.ts';
import type { Limits } from '../../../core/forms/limits.ts';
import type { Formats } from '../../../core/texts/formats.ts';
import { jobAdChangeLimits } from '../../../generated/limits.ts';
import type { SchemaJobAdChangeDto, SchemaJobAdCreateDto } from '../../../generated/types.ts';

/** Every property of a job ad that can be changed, by its path. An id is a choice: it is never written like a quantity. */
export const KINDS = {
  title: 'text',
  officeId: 'choice',
  responsibility: 'choice',
  professionId: 'choice',
  customerRequestId: 'choice',
  employmentType: 'text',
  weeklyHours: 'number',
  startDate: 'date',
  endDate: 'date',
  'salary.from': 'money',
  'salary.to': 'money',
  'salary.currency': 'text',
  'salary.period': 'choice',
  'location.street': 'text',
  'location.streetNumber': 'text',
  'location.addressLine1': 'text',
  'location.addressLine2': 'text',
  'location.zipCode': 'text',
  'location.city': 'text',
  'location.countryId': 'choice',
  'location.federalStateId': 'choice',
  introduction: 'longText',
  tasks: 'longText',
  profile: 'longText',
  benefits: 'longText',
  contactText: 'longText',
} as const satisfies Record<string, FormField['kind']>;

export type Field = keyof typeof KINDS;
/** What is in the fields of the form. Empty: not set. */
export type Values = Record<Field, string>;

export const FIELDS = Object.keys(KINDS) as Field[];
export const NUMBERS = FIELDS.map((property) => ({ property, kind: KINDS[property] })).filter(({ kind }) =>
  isNumeric(kind),
);
/** Fields that contain HTML. */
export const TEXTS = ['introduction', 'tasks', 'profile', 'benefits', 'contactText'] as const;

export const LIMITS: Limits = {
  ...jobAdChangeLimits,
  ...Object.fromEntries(TEXTS.map((text) => [text, { ...jobAdChangeLimits[text], isFormatted: true }])),
};

const GERMANY = '276';

export const EMPTY: Values = {
  ...(Object.fromEntries(FIELDS.map((field) => [field, ''])) as Values),
  'location.countryId': GERMANY,
};

const valueIn = (values: Values, field: Field, formats: Formats) =>
  toValue({ kind: KINDS[field] }, values[field].trim(), formats);

export const isDifferent = (before: Values, after: Values, formats: Formats): boolean =>
  FIELDS.some((field) => valueIn(before, field, formats) !== valueIn(after, field, formats));

/** A body with these fields. */
export const toBody = (values: Values, fields: readonly Field[], formats: Formats): SchemaJobAdChangeDto =>
  toNested(Object.fromEntries(fields.map((field) => [field, valueIn(values, field, formats)])));

/** The body of a new job ad. Throws if an entry cannot be sent. */
export function toNewBody(values: Values, formats: Formats): SchemaJobAdCreateDto {
  checkEntries(
    values,
    FIELDS.filter((field) => values[field] !== '').map((property) => ({ property, kind: KINDS[property] })),
  );
  return toBody(
    values,
    FIELDS.filter((field) => values[field].trim() !== ''),
    formats,
  ) as SchemaJobAdCreateDto;
}

/** The values that the preview needs. */
export const PREVIEWED: readonly Field[] = [
  'employmentType',
  'salary.from',
  'salary.to',
  'salary.currency',
  'salary.period',
  'location.zipCode',
  'location.city',
  ...TEXTS,
];
