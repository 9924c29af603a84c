import {
  body,
  filled,
  flag,
  id,
  line,
  list,
  nullable,
  partial,
  record,
  Type,
  uuid,
} from '../../../core/http/schema.ts';
import { AddressRead } from '../../addresses/index.ts';
import { ContactRecord } from '../contacts/schema.ts';
import { LocationRecord } from '../locations/schema.ts';
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
export const SitePath = Type.Object({
  customerId: id('Id of the company.'),
  officeId: id('Id of the site.'),
});
export const SiteIdPath = Type.Object({ officeId: id('Id of the site.') });

const masterData = {
  description: filled('Designation.', { examples: ['Lager Hamburg-Altenwerder'] }),
  contact: contactData,
  location,
  responsibility,
  ...origin,
};

export const SiteCreate = body('SiteCreateDto', masterData);
export const SiteChange = partial('SiteChangeDto', masterData);

export const SiteRecord = record('SiteDto', {
  id: id('Id of the site.'),
  rowGuid: uuid('Second, global id of the site.'),
  customerId: id('Company.'),
  customerName: nullable(line('Name of the company.')),
  description: line('Designation.'),
  contact: contactDataRead,
  location: AddressRead,
  responsibility: nullable(id('Responsible user.')),
  statusId: id('3 (customer) while the site is in use, 4 (inactive) otherwise.'),
  status: catalogName,
  isActive: flag('Whether it is in use.'),
  locations: list(LocationRecord, 'Work locations of the site, by id; deleted ones are not among them.'),
  contacts: list(ContactRecord, 'Contacts at the site, those out of use too, by id.'),
  ...originRead,
});
