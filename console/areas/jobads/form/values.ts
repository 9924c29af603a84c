import type { JobAd } from '../../../core/api/records.ts';
import type { SchemaJobAdChangeDto, SchemaJobAdCreateDto } from '../../../generated/types.ts';

/** Every property of a job ad that can be changed, by its path, with what its value is. */
const KINDS = {
  title: 'text',
  officeId: 'number',
  responsibility: 'number',
  professionId: 'number',
  customerRequestId: 'number',
  employmentType: 'text',
  weeklyHours: 'number',
  startDate: 'text',
  endDate: 'text',
  'salary.from': 'number',
  'salary.to': 'number',
  'salary.currency': 'text',
  'salary.period': 'text',
  'location.street': 'text',
  'location.streetNumber': 'text',
  'location.addressLine1': 'text',
  'location.addressLine2': 'text',
  'location.zipCode': 'text',
  'location.city': 'text',
  'location.countryId': 'number',
  'location.federalStateId': 'number',
  introduction: 'text',
  tasks: 'text',
  profile: 'text',
  benefits: 'text',
  contactText: 'text',
} as const;

export type Field = keyof typeof KINDS;
/** What is in the fields of the form. Empty: not set. */
export type Values = Record<Field, string>;

export const FIELDS = Object.keys(KINDS) as Field[];
/** Fields that contain HTML. */
export const TEXTS = ['introduction', 'tasks', 'profile', 'benefits', 'contactText'] as const;

const GERMANY = '276';

export const EMPTY: Values = {
  ...(Object.fromEntries(FIELDS.map((field) => [field, ''])) as Values),
  'location.countryId': GERMANY,
};

/** As the language of the page writes it. Both are read. */
const decimalPoint = (): string => (document.documentElement.lang === 'de' ? ',' : '.');

export function toValues(jobAd: JobAd): Values {
  const entries = FIELDS.map((field) => {
    const value = field
      .split('.')
      .reduce<unknown>((record, name) => (record as Record<string, unknown>)[name], jobAd);
    if (value === null || value === undefined) return [field, ''];
    return [field, typeof value === 'number' ? String(value).replace('.', decimalPoint()) : String(value)];
  });
  return Object.fromEntries(entries) as Values;
}

export const changedFields = (before: Values, after: Values): Field[] =>
  FIELDS.filter((field) => toValue(field, before[field].trim()) !== toValue(field, after[field].trim()));

/** The body of a change of these fields. An empty field clears its property. */
export function toBody(values: Values, fields: readonly Field[]): SchemaJobAdChangeDto {
  const body: Record<string, unknown> = {};
  for (const field of fields) {
    const [part, name] = field.split('.') as [string, string | undefined];
    const value = toValue(field, values[field].trim());
    if (name === undefined) body[part] = value;
    else body[part] = { ...(body[part] as object | undefined), [name]: value };
  }
  return body;
}

/** The body of a new job ad. */
export const toNewBody = (values: Values): SchemaJobAdCreateDto =>
  toBody(
    values,
    FIELDS.filter((field) => values[field].trim() !== ''),
  ) as SchemaJobAdCreateDto;

/** What is no number is sent as it is, so that the service says so. */
function toValue(field: Field, text: string): string | number | null {
  if (text === '') return null;
  if (KINDS[field] === 'text') return text;
  const number = Number(text.replace(',', '.'));
  return Number.isNaN(number) ? text : number;
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
