import { decimal, id, line, name, nullable, optional, record, reference } from '../../core/http/schema.ts';

/** Address properties of a request, by name. */
export const addressProperties = {
  street: optional(
    line('Street; may carry the house number when streetNumber is not sent.', { examples: ['Hauptstraße'] }),
  ),
  streetNumber: optional(name('House number.', { examples: ['12a'] })),
  zipCode: optional(
    name('Postal code: five digits in Germany, four in Austria and Switzerland.', { examples: ['10115'] }),
  ),
  city: optional(name('City.', { examples: ['Berlin'] })),
  countryId: optional(reference('country', 'Country (GET /masterdata/countries).', { examples: [276] })),
  federalStateId: optional(
    reference('federal state', 'Federal state (GET /masterdata/federalstates).', { examples: [27602] }),
  ),
};

export const addressLines = {
  addressLine1: optional(line('First further address line.')),
  addressLine2: optional(line('Second further address line.')),
};

export const AddressRead = record(
  'AddressReadDto',
  {
    street: nullable(line('Street.')),
    streetNumber: nullable(line('House number.')),
    zipCode: nullable(line('Postal code.')),
    city: nullable(line('City.')),
    countryId: nullable(id('Country.')),
    countryName: nullable(line('Name of the country.')),
    federalStateId: nullable(id('Federal state.')),
    federalStateName: nullable(line('Name of the federal state.')),
    addressLine1: nullable(line('First further address line.')),
    addressLine2: nullable(line('Second further address line.')),
    geoLat: nullable(decimal('Latitude in degrees (WGS 84); computed, not writable.')),
    geoLon: nullable(decimal('Longitude in degrees (WGS 84); computed, not writable.')),
  },
  { description: 'Address.' },
);
