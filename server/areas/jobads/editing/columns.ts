import type { Selectable } from 'kysely';
import type { DB } from '../../../core/db/generated/database.ts';
import { columnsOf, propertyNamesOf } from '../../../core/db/partial-change.ts';
import {
  ADDRESS_PROPERTIES,
  type Coordinates,
  changeLocation,
  type LocatedAddress,
  type StoredAddress,
} from '../../addresses/index.ts';
import { toSafeHtml } from './html.ts';
import type { JobAdChangeBody } from './schema.ts';

const HTML = ['introduction', 'tasks', 'profile', 'benefits', 'contact_text'] as const;

/** Maps each property of a body to its column. The addresses area maps addresses. */
const COLUMNS = {
  title: 'title',
  officeId: 'office_id',
  responsibility: 'responsibility',
  customerRequestId: 'customer_request_id',
  professionId: 'profession_id',
  employmentType: 'employment_type',
  weeklyHours: 'weekly_hours',
  'salary.from': 'salary_from',
  'salary.to': 'salary_to',
  'salary.currency': 'salary_currency',
  'salary.period': 'salary_period',
  startDate: 'start_date',
  endDate: 'end_date',
  introduction: 'introduction',
  tasks: 'tasks',
  profile: 'profile',
  benefits: 'benefits',
  contactText: 'contact_text',
} as const;

type Column = (typeof COLUMNS)[keyof typeof COLUMNS];
export type JobAdColumns = Partial<Pick<Selectable<DB['job_ad']>, Column> & LocatedAddress>;

export const propertiesOf = propertyNamesOf({ ...COLUMNS, ...ADDRESS_PROPERTIES });

const toSentColumns = columnsOf<JobAdColumns>(COLUMNS);

/** The columns of the properties that a body sends, with sanitized texts. */
export function toColumns(body: JobAdChangeBody, stored: StoredAddress & Coordinates): JobAdColumns {
  const columns = toSentColumns(body);
  for (const column of HTML) {
    const value = columns[column];
    if (typeof value === 'string') columns[column] = toSafeHtml(value);
  }
  return { ...columns, ...changeLocation(stored, body.location) };
}
