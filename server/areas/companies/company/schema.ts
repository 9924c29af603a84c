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
  contactData,
  contactDataRead,
  localizedName,
  location,
  origin,
  originRead,
  responsibility,
} from '../schema.ts';

export const CompanyPath = Type.Object({ customerId: id('Id of the company.') });

const properties = {
  name: filled('Name.', { maxLength: NAME_LENGTH, examples: ['Nordkai Logistik GmbH'] }),
  name2: optional(name('Second line of the name.')),
  customerNumber: optional(line('Customer number, unique within the tenant.', { examples: ['K-10023'] })),
  industryId: optional(reference('industry', 'Industry (GET /masterdata/industries).', { examples: [8] })),
  officeId: optional(reference('branch', 'Branch in charge of the company (GET /branches).')),
  responsibility,
  contact: contactData,
  location,
  vatId: optional(line('VAT identification number, stored as sent.', { examples: ['DE123456789'] })),
  employees: optional(int32('Number of employees.', { examples: [240] })),
  remarks: optional(longText('Remarks.')),
  ...origin,
};

export const CompanyCreate = body('CompanyCreateDto', properties);
export const CompanyChange = partial('CompanyChangeDto', properties);
export type CompanyCreateBody = Static<typeof CompanyCreate>;

const comment = optional(longText('Reason for the status; appears in the activity.'));

export const CompanyStatusUpdate = body('CompanyStatusUpdateDto', {
  statusId: reference('customer status', 'Status (GET /masterdata/customerstatus).', { examples: [3] }),
  comment,
});

export const ContractStatusUpdate = body('ContractStatusUpdateDto', {
  contractStatusId: reference('contract status', 'Status (GET /masterdata/contractstatus).', {
    examples: [3],
  }),
  validFrom: optional(date('First day on which the status is valid.')),
  comment,
});

export type CompanyStatusBody = Static<typeof CompanyStatusUpdate>;
export type ContractStatusBody = Static<typeof ContractStatusUpdate>;

export const CompanyRecord = record('CompanyDto', {
  id: id('Id of the company.'),
  rowGuid: uuid('Global id of the company.'),
  name: line('Name.'),
  name2: nullable(line('Second line of the name; null if not set.')),
  customerNumber: nullable(line('Customer number; null if not set.')),
  industryId: nullable(id('Id of the industry; null if not set.')),
  industry: localizedName,
  officeId: nullable(id('Id of the branch; null if not set.')),
  responsibility: nullable(id('Id of the responsible user; null if not set.')),
  contact: contactDataRead,
  location: AddressRead,
  vatId: nullable(line('VAT identification number; null if not set.')),
  employees: nullable(int32('Number of employees; null if unknown.')),
  remarks: nullable(longText('Remarks; null if not set.')),
  statusId: id('Id of the status. Starts as 1 (lead).'),
  status: localizedName,
  contractStatusId: id('Id of the contract status. Starts as 1 (no contract).'),
  contractStatus: localizedName,
  contractValidFrom: nullable(date('First day on which the contract status is valid; null if not set.')),
  offices: list(
    record('CompanyOfficeDto', {
      id: id('Id of the site, for GET /customers/offices/{officeId}.'),
      description: line('Name of the site.'),
      city: nullable(line('City; null if not set.')),
      isActive: flag('Whether the site is active.'),
    }),
    'Sites of the company, including inactive ones, sorted by id.',
  ),
  ...originRead,
});
