import { flag, id, line, list, nullable, record, uuid } from '../../core/http/schema.ts';
import { AddressRead } from '../addresses/index.ts';

export const BranchesResponse = record('BranchesResponse', {
  branches: list(
    record('BranchDto', {
      id: id('Id of the branch: the officeId of filters, candidates, job ads and requests.'),
      rowGuid: uuid('Second, global id of the branch.'),
      name: line('Name.', { examples: ['Berlin'] }),
      number: nullable(line('Number in the tenant’s own numbering.')),
      location: AddressRead,
      phone: nullable(line('Telephone number.')),
      email: nullable(line('E-mail address.')),
      isActive: flag('Whether records can be assigned to it.'),
    }),
    'All branches, by id.',
  ),
});
