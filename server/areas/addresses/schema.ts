import {
  body,
  decimal,
  id,
  line,
  name,
  nullable,
  optional,
  record,
  reference,
} from '../../core/http/schema.ts';

/** The properties that every address of a request has. */
export const addressProperties = {
  street: optional(
    line(
      'Street. It can contain the house number if streetNumber is not sent, which is then split off. A street that equals the stored one is kept whole.',
      {
        examples: ['Hauptstraße'],
      },
    ),
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

/** An address of a request. The description says whose it is. */
export function address(description: string) {
  const properties = {
    ...addressProperties,
    addressLine1: optional(line('First additional address line.')),
    addressLine2: optional(line('Second additional address line.')),
  };
  return optional(
    body('AddressCreateDto', properties, { description, componentDescription: 'Postal address to store.' }),
  );
}

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
    addressLine1: nullable(line('First additional address line.')),
    addressLine2: nullable(line('Second additional address line.')),
    geoLat: nullable(decimal('Latitude in degrees (WGS 84). Computed, read-only.')),
    geoLon: nullable(decimal('Longitude in degrees (WGS 84). Computed, read-only.')),
  },
  { description: 'Address.' },
);
