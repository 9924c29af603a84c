import { columnsOf } from '../../../core/db/partial-change.ts';

/** Where each property of a body is stored; the address has rules of its own. */
export const toColumns = columnsOf({
  name: 'name',
  name2: 'name2',
  customerNumber: 'customer_number',
  industryId: 'industry_id',
  officeId: 'office_id',
  responsibility: 'responsibility',
  'contact.email': 'email',
  'contact.phone': 'phone',
  'contact.fax': 'fax',
  'contact.website': 'website',
  vatId: 'vat_id',
  employees: 'employees',
  remarks: 'remarks',
  importExternalId: 'import_external_id',
});
