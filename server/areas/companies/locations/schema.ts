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

const siteParameters = { customerId: id('Id of the company.'), officeId: id('Id of the site.') };

export const SitePath = Type.Object(siteParameters);
export const LocationPath = Type.Object({ ...siteParameters, locationId: id('Id of the work location.') });
export const LocationIdPath = Type.Object({ locationId: id('Id of the work location.') });

const properties = {
  description: optional(line('Name of the work location.', { examples: ['Halle 3'] })),
  directions: optional(
    longText('Directions to the work location.', { examples: ['Pforte West, dann rechts'] }),
  ),
  contactId: optional(reference('contact', 'Contact of the same company, at any of its sites.')),
  location: optional(
    body('WorkLocationAddressDto', addressProperties, {
      description: 'Address. A work location has no address lines.',
    }),
  ),
  ...origin,
};

export const LocationCreate = body('WorkLocationCreateDto', properties);
export const LocationChange = partial('WorkLocationChangeDto', properties);

export const LocationRecord = record('WorkLocationDto', {
  customerId: id('Id of the company.'),
  customerName: nullable(line('Name of the company.')),
  officeId: id('Id of the site.'),
  officeDescription: nullable(line('Name of the site.')),
  id: id('Id of the work location.'),
  rowGuid: uuid('Global id of the work location.'),
  description: nullable(line('Name of the work location; null if not set.')),
  contactId: nullable(id('Id of the contact; null if not set.')),
  address: AddressRead,
  directions: nullable(longText('Directions to the work location; null if not set.')),
  ...originRead,
});
