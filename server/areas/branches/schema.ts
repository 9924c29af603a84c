import { flag, id, line, list, nullable, record, uuid } from '../../core/http/schema.ts';
import { AddressRead } from '../addresses/index.ts';

export const BranchRead = record('BranchDto', {
  id: id('Id of the branch. It is the officeId of filters, candidates, job ads, and requests.'),
  rowGuid: uuid('Second, global id of the branch.'),
  name: line('Name.', { examples: ['Berlin'] }),
  number: nullable(line('Number that the tenant has assigned.')),
  location: AddressRead,
  phone: nullable(line('Telephone number.')),
  email: nullable(line('Email address.')),
  isActive: flag('Whether new records can refer to it.'),
});

export const BranchesResponse = record('BranchesResponse', {
  branches: list(BranchRead, 'All branches, sorted by id.'),
});
