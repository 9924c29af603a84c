import { columnsOf } from '../../../core/db/partial-change.ts';

/** Where each property of a body is stored; the address has rules of its own. */
export const toColumns = columnsOf({
  description: 'description',
  'contact.email': 'email',
  'contact.phone': 'phone',
  'contact.fax': 'fax',
  'contact.website': 'website',
  responsibility: 'responsibility',
  importExternalId: 'import_external_id',
});
