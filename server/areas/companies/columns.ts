import type { Updateable } from 'kysely';
import type { DB } from '../../core/db/generated/database.ts';
import { type ColumnValue, columnsOf, propertyNamesOf } from '../../core/db/partial-change.ts';
import { ADDRESS_PROPERTIES, NO_ADDRESS, NO_LOCATION } from '../addresses/index.ts';

// Maps each property of a body to its column. The addresses area maps addresses.

export type Columns = Partial<Record<string, ColumnValue>>;
type CompanyColumns = Updateable<DB['company']>;

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

export const companyPropertiesOf = propertyNamesOf({ ...COMPANY, ...ADDRESS_PROPERTIES });
export const toCompanyColumns = columnsOf<CompanyColumns>(COMPANY);
export const toPartColumns: Record<'site' | 'location' | 'contact', (body: object) => Columns> = {
  site: columnsOf(SITE),
  location: columnsOf(LOCATION),
  contact: columnsOf(CONTACT),
};

export const partPropertiesOf: Record<
  'site' | 'location' | 'contact',
  (changed: object) => readonly string[]
> = {
  site: propertyNamesOf({ ...SITE, ...ADDRESS_PROPERTIES }),
  location: propertyNamesOf({ ...LOCATION, ...ADDRESS_PROPERTIES }),
  contact: propertyNamesOf(CONTACT),
};

const ADDRESS_COLUMNS = [...Object.keys(NO_ADDRESS), ...Object.keys(NO_LOCATION)];

/**
 * Null for every optional column of a company. An insert writes all columns, so its statement text is always the same and
 * PostgreSQL plans it once per connection.
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

/** Every column that a body can fill. An insert writes them all, for the same reason. */
export const PART_COLUMNS: Record<'site' | 'location' | 'contact', readonly string[]> = {
  site: [...Object.values(SITE), ...ADDRESS_COLUMNS],
  location: ['site_id', ...Object.values(LOCATION), ...ADDRESS_COLUMNS],
  contact: ['site_id', ...Object.values(CONTACT)],
};
