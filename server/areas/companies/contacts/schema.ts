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
import { catalogName, origin, originRead, responsibility } from '../schema.ts';

const chain = { customerId: id('Id of the company.'), officeId: id('Id of the site.') };

export const SitePath = Type.Object(chain);
export const ContactPath = Type.Object({ ...chain, contactId: id('Id of the contact.') });
export const ContactIdPath = Type.Object({ contactId: id('Id of the contact.') });

const masterData = {
  firstName: optional(name('First name.', { examples: ['Sabine'] })),
  lastName: filled('Last name.', { maxLength: NAME_LENGTH, examples: ['Vogt'] }),
  salutationId: optional(reference('salutation', '1 Mr, 2 Ms, 3 no statement.', { examples: [2] })),
  title: optional(name('Academic title.')),
  position: optional(line('Position.', { examples: ['Personalleitung'] })),
  department: optional(line('Department.')),
  email: optional(line('E-mail address.', { examples: ['s.vogt@example.org'] })),
  phone: optional(name('Telephone number; kept as given.', { examples: ['040 66969101'] })),
  mobile: optional(name('Mobile number; kept as given.')),
  responsibility,
  remarks: optional(longText('Remarks.')),
  ...origin,
};

export const ContactCreate = body('CompanyContactCreateDto', masterData);
export const ContactChange = partial('CompanyContactChangeDto', masterData);

export const ContactRecord = record('CompanyContactDto', {
  id: id('Id of the contact.'),
  rowGuid: uuid('Second, global id of the contact.'),
  customerId: id('Company.'),
  customerName: nullable(line('Name of the company.')),
  officeId: id('Site.'),
  officeDescription: nullable(line('Designation of the site.')),
  firstName: nullable(line('First name.')),
  lastName: line('Last name.'),
  salutationId: nullable(id('Salutation.')),
  salutation: catalogName,
  title: nullable(line('Academic title.')),
  position: nullable(line('Position.')),
  department: nullable(line('Department.')),
  email: nullable(line('E-mail address.')),
  phone: nullable(line('Telephone number.')),
  mobile: nullable(line('Mobile number.')),
  responsibility: nullable(id('Responsible user.')),
  remarks: nullable(longText('Remarks.')),
  isActive: flag('Whether the contact is in use.'),
  ...originRead,
});
