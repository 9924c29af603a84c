import {
  body,
  id,
  line,
  longText,
  nullable,
  optional,
  partial,
  record,
  reference,
  Type,
  uuid,
} from '../../../core/http/schema.ts';
import { AddressRead, addressProperties } from '../../addresses/index.ts';
import { origin, originRead } from '../schema.ts';

const chain = { customerId: id('Id of the company.'), officeId: id('Id of the site.') };

export const SitePath = Type.Object(chain);
export const LocationPath = Type.Object({ ...chain, locationId: id('Id of the work location.') });
export const LocationIdPath = Type.Object({ locationId: id('Id of the work location.') });

const masterData = {
  description: optional(line('Designation.', { examples: ['Halle 3'] })),
  directions: optional(longText('Directions for arrival.', { examples: ['Pforte West, dann rechts'] })),
  contactId: optional(reference('contact', 'Contact person: a contact of the same company, at any site.')),
  location: optional(
    body('WorkLocationAddressDto', addressProperties, {
      description: 'Address; a work location has no address lines.',
    }),
  ),
  ...origin,
};

export const LocationCreate = body('WorkLocationCreateDto', masterData);
export const LocationChange = partial('WorkLocationChangeDto', masterData);

export const LocationRecord = record('WorkLocationDto', {
  customerId: id('Company.'),
  customerName: nullable(line('Name of the company.')),
  officeId: id('Site.'),
  officeDescription: nullable(line('Designation of the site.')),
  id: id('Id of the work location.'),
  rowGuid: uuid('Second, global id of the work location.'),
  description: nullable(line('Designation.')),
  contactId: nullable(id('Contact person.')),
  address: AddressRead,
  directions: nullable(longText('Directions for arrival.')),
  ...originRead,
});
