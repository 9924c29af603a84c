import type { Language } from '../../core/http/index.ts';

/** SQL for the address JSON (AddressReadDto) of the table with this alias. */
export function addressJson(alias: string, language: Language): string {
  const catalogName = (list: string, column: string) =>
    `(SELECT name_${language} FROM catalog_entry WHERE list = '${list}' AND id = ${alias}.${column})`;
  return `json_build_object(
    'street', ${alias}.street, 'streetNumber', ${alias}.street_number, 'zipCode', ${alias}.zip_code, 'city', ${alias}.city,
    'countryId', ${alias}.country_id, 'countryName', ${catalogName('countries', 'country_id')},
    'federalStateId', ${alias}.federal_state_id, 'federalStateName', ${catalogName('federalstates', 'federal_state_id')},
    'addressLine1', ${alias}.address_line1, 'addressLine2', ${alias}.address_line2,
    'geoLat', ${alias}.geo_lat, 'geoLon', ${alias}.geo_lon)`;
}
