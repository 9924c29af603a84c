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
  contactData,
  contactDataRead,
  localizedName,
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

const properties = {
  description: filled('Name of the site.', { examples: ['Lager Hamburg-Altenwerder'] }),
  contact: contactData,
  location,
  responsibility,
  ...origin,
};

export const SiteCreate = body('SiteCreateDto', properties);
export const SiteChange = partial('SiteChangeDto', properties);

export const SiteRecord = record('SiteDto', {
  id: id('Id of the site.'),
  rowGuid: uuid('Global id of the site.'),
  customerId: id('Id of the company.'),
  customerName: nullable(line('Name of the company.')),
  description: line('Name of the site.'),
  contact: contactDataRead,
  location: AddressRead,
  responsibility: nullable(id('Id of the responsible user; null if not set.')),
  statusId: id('3 (customer) if the site is active, 4 (inactive) otherwise.'),
  status: localizedName,
  isActive: flag('Whether the site is active.'),
  locations: list(LocationRecord, 'Work locations of the site, sorted by id, without deleted ones.'),
  contacts: list(ContactRecord, 'Contacts at the site, including inactive ones, sorted by id.'),
  ...originRead,
});
