import type { Insertable } from 'kysely';
import type { DB } from '../../../core/db/generated/database.ts';
import { columnsOf } from '../../../core/db/partial-change.ts';
import { contactFaults } from '../../../core/http/contact-data.ts';
import type { Fault } from '../../../core/http/index.ts';
import { addressFaults, type LocatedAddress } from '../../addresses/index.ts';
import type { BranchChangeBody } from './schema.ts';

/** The rules that the schema cannot express. */
export function branchFaults(body: BranchChangeBody): Fault[] {
  return [
    ...contactFaults(body, ['email', 'phone'], ''),
    ...(body.location == null ? [] : addressFaults(body.location)),
  ];
}

export type BranchColumns = Pick<
  Insertable<DB['branch']>,
  'name' | 'number' | 'phone' | 'email' | 'is_active'
> &
  Partial<LocatedAddress>;

/** The columns of the properties, except the address. */
export const toColumns = columnsOf<BranchColumns>({
  name: 'name',
  number: 'number',
  phone: 'phone',
  email: 'email',
  isActive: 'is_active',
});
