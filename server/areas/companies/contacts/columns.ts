import { columnsOf } from '../../../core/db/partial-change.ts';

/** Where each property of a body is stored. */
export const toColumns = columnsOf({
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
});
