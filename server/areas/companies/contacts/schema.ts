import {
  body,
  filled,
  flag,
  id,
  line,
  longText,
  NAME_LENGTH,
  name,
  nullable,
  optional,
  partial,
  record,
  reference,
  Type,
  uuid,
} from '../../../core/http/schema.ts';
import { localizedName, origin, originRead, responsibility } from '../schema.ts';

const siteParameters = { customerId: id('Id of the company.'), officeId: id('Id of the site.') };

export const SitePath = Type.Object(siteParameters);
export const ContactPath = Type.Object({ ...siteParameters, contactId: id('Id of the contact.') });
export const ContactIdPath = Type.Object({ contactId: id('Id of the contact.') });

const properties = {
  firstName: optional(name('First name.', { examples: ['Sabine'] })),
  lastName: filled('Last name.', { maxLength: NAME_LENGTH, examples: ['Vogt'] }),
  salutationId: optional(reference('salutation', '1 is Mr, 2 is Ms, 3 is not specified.', { examples: [2] })),
  title: optional(name('Academic title.')),
  position: optional(line('Job title.', { examples: ['Personalleitung'] })),
  department: optional(line('Department.')),
  email: optional(line('Email address.', { examples: ['s.vogt@example.org'] })),
  phone: optional(name('Phone number, stored as sent.', { examples: ['040 66969101'] })),
  mobile: optional(name('Mobile number, stored as sent.')),
  responsibility,
  remarks: optional(longText('Remarks.')),
  ...origin,
};

export const ContactCreate = body('CompanyContactCreateDto', properties);
export const ContactChange = partial('CompanyContactChangeDto', properties);

const recordProperties = {
  id: id('Id of the contact.'),
  rowGuid: uuid('Global id of the contact.'),
  customerId: id('Id of the company.'),
  customerName: nullable(line('Name of the company.')),
  officeId: id('Id of the site.'),
  officeDescription: nullable(line('Name of the site.')),
  firstName: nullable(line('First name; null if unknown.')),
  lastName: line('Last name.'),
  salutationId: nullable(id('Id of the salutation; null if not set.')),
  salutation: localizedName,
  title: nullable(line('Academic title; null if not set.')),
  position: nullable(line('Job title; null if not set.')),
  department: nullable(line('Department; null if not set.')),
  email: nullable(line('Email address; null if unknown.')),
  phone: nullable(line('Phone number; null if unknown.')),
  mobile: nullable(line('Mobile number; null if unknown.')),
  responsibility: nullable(id('Id of the responsible user; null if not set.')),
  remarks: nullable(longText('Remarks; null if not set.')),
  isActive: flag('Whether the contact is active.'),
  ...originRead,
};

export const ContactRecord = record('CompanyContactDto', recordProperties, {
  description: 'A contact: a person who works at a site of a company.',
});
