import {
  body,
  filled,
  flag,
  id,
  line,
  NAME_LENGTH,
  name,
  optional,
  partial,
  type Static,
  Type,
} from '../../../core/http/schema.ts';
import { address } from '../../addresses/index.ts';

export const BranchPath = Type.Object({ branchId: id('Id of the branch.') });

const properties = {
  name: filled('Name.', { maxLength: NAME_LENGTH, examples: ['Niederlassung Berlin'] }),
  number: optional(name('Number that the tenant assigns.', { examples: ['100'] })),
  location: address('Address of the branch.'),
  phone: optional(name('Telephone number. It is stored as sent.', { examples: ['+49 30 901820'] })),
  email: optional(line('Email address.', { examples: ['berlin@example.com'] })),
};

export const BranchCreate = body('BranchCreateDto', properties);
export const BranchChange = partial('BranchChangeDto', {
  ...properties,
  isActive: flag('Whether new records can refer to the branch. Existing records keep it.'),
});

export type BranchChangeBody = Static<typeof BranchChange>;
