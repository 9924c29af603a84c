import {
  body,
  date,
  filled,
  flag,
  id,
  int32,
  line,
  list,
  longText,
  NAME_LENGTH,
  name,
  nullable,
  optional,
  partial,
  record,
  reference,
  type Static,
  Type,
  uuid,
} from '../../../core/http/schema.ts';
import { AddressRead } from '../../addresses/index.ts';
import {
  catalogName,
  contactData,
  contactDataRead,
  location,
  origin,
  originRead,
  responsibility,
} from '../schema.ts';

export const CompanyPath = Type.Object({ customerId: id('Id of the company.') });

const masterData = {
  name: filled('Name.', { maxLength: NAME_LENGTH, examples: ['Nordkai Logistik GmbH'] }),
  name2: optional(name('Second line of the name.')),
  customerNumber: optional(
    filled('Number in the tenant’s own numbering; unique.', {
      maxLength: NAME_LENGTH,
      examples: ['K-10023'],
    }),
  ),
  industryId: optional(reference('industry', 'Industry (GET /masterdata/industries).', { examples: [8] })),
  officeId: optional(reference('branch', 'Branch that looks after the company (GET /branches).')),
  responsibility,
  contact: contactData,
  location,
  vatId: optional(name('VAT identification number; kept as given.', { examples: ['DE123456789'] })),
  employees: optional(int32('Number of employees.', { examples: [240] })),
  remarks: optional(longText('Remarks.')),
  ...origin,
};

export const CompanyCreate = body('CompanyCreateDto', masterData);
export const CompanyChange = partial('CompanyChangeDto', masterData);
export type CompanyCreateBody = Static<typeof CompanyCreate>;

const comment = optional(longText('Why the status was set; kept in the activities.'));

export const CompanyStatusUpdate = body('CompanyStatusUpdateDto', {
  statusId: reference('customer status', 'Status (GET /masterdata/customerstatus).', { examples: [3] }),
  comment,
});

export const ContractStatusUpdate = body('ContractStatusUpdateDto', {
  contractStatusId: reference('contract status', 'Status (GET /masterdata/contractstatus).', {
    examples: [3],
  }),
  validFrom: optional(date('First day on which the status holds.')),
  comment,
});

export type CompanyStatusBody = Static<typeof CompanyStatusUpdate>;
export type ContractStatusBody = Static<typeof ContractStatusUpdate>;

export const CompanyRecord = record('CompanyDto', {
  id: id('Id of the company.'),
  rowGuid: uuid('Second, global id of the company.'),
  name: line('Name.'),
  name2: nullable(line('Second line of the name.')),
  customerNumber: nullable(line('Number in the tenant’s own numbering.')),
  industryId: nullable(id('Industry.')),
  industry: catalogName,
  officeId: nullable(id('Branch.')),
  responsibility: nullable(id('Responsible user.')),
  contact: contactDataRead,
  location: AddressRead,
  vatId: nullable(line('VAT identification number.')),
  employees: nullable(int32('Number of employees.')),
  remarks: nullable(longText('Remarks.')),
  statusId: id('Status; 1 (lead) at first.'),
  status: catalogName,
  contractStatusId: id('Contract status; 1 (no contract) at first.'),
  contractStatus: catalogName,
  contractValidFrom: nullable(date('First day on which the contract status holds.')),
  offices: list(
    record('CompanyOfficeDto', {
      id: id('Id of the site: GET /customers/offices/{officeId} shows it.'),
      description: line('Designation.'),
      city: nullable(line('City.')),
      isActive: flag('Whether it is in use.'),
    }),
    'Sites of the company, those out of use too, by id.',
  ),
  ...originRead,
});
