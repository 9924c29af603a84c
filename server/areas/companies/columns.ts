import type { Updateable } from 'kysely';
import type { DB } from '../../core/db/generated/database.ts';
import { type ColumnValue, columnsOf } from '../../core/db/partial-change.ts';
import { NO_ADDRESS, NO_LOCATION } from '../addresses/index.ts';

// Where each property of a body is stored; the address has rules of its own.

export type Columns = Partial<Record<string, ColumnValue>>;
export type CompanyColumns = Updateable<DB['company']>;

const CONTACT_DATA = {
  'contact.email': 'email',
  'contact.phone': 'phone',
  'contact.fax': 'fax',
  'contact.website': 'website',
} as const;
const COMPANY = {
  name: 'name',
  name2: 'name2',
  customerNumber: 'customer_number',
  industryId: 'industry_id',
  officeId: 'office_id',
  responsibility: 'responsibility',
  ...CONTACT_DATA,
  vatId: 'vat_id',
  employees: 'employees',
  remarks: 'remarks',
  importExternalId: 'import_external_id',
} as const;
const SITE = {
  description: 'description',
  ...CONTACT_DATA,
  responsibility: 'responsibility',
  importExternalId: 'import_external_id',
};
const LOCATION = {
  description: 'description',
  directions: 'directions',
  contactId: 'contact_id',
  importExternalId: 'import_external_id',
};
const CONTACT = {
  firstName: 'first_name',
  lastName: 'last_name',
  salutationId: 'salutation_id',
  title: 'title',
  position: 'position',
  department: 'department',
  email: 'email',
  phone: 'phone',
  mobile: 'mobile',
  responsibility: 'responsibility',
  remarks: 'remarks',
  importExternalId: 'import_external_id',
};

export const toCompanyColumns = columnsOf<CompanyColumns>(COMPANY);
export const toPartColumns: Record<'site' | 'location' | 'contact', (body: object) => Columns> = {
  site: columnsOf(SITE),
  location: columnsOf(LOCATION),
  contact: columnsOf(CONTACT),
};

const LOCATED = [...Object.keys(NO_ADDRESS), ...Object.keys(NO_LOCATION)];

/**
 * Null for every column of a company that a body may leave empty. Creating writes them all, so that it is one statement
 * text, planned once per connection.
 */
export const EMPTY_COMPANY: CompanyColumns = {
  ...Object.fromEntries(
    Object.values(COMPANY)
      .filter((column) => column !== 'name')
      .map((column) => [column, null]),
  ),
  ...NO_ADDRESS,
  ...NO_LOCATION,
};

/** Every column that a body may fill, for the same reason. */
export const PART_COLUMNS: Record<'site' | 'location' | 'contact', readonly string[]> = {
  site: [...Object.values(SITE), ...LOCATED],
  location: ['site_id', ...Object.values(LOCATION), ...LOCATED],
  contact: ['site_id', ...Object.values(CONTACT)],
};
