import { columnsOf } from '../../../core/db/partial-change.ts';

/** Where each property of a body is stored; the address has rules of its own. */
export const toColumns = columnsOf({
  description: 'description',
  directions: 'directions',
  contactId: 'contact_id',
  importExternalId: 'import_external_id',
});
