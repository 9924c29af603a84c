import type { TenantDatabase } from '../../core/db/connection.ts';
import type { Fault, Language } from '../../core/http/index.ts';
import { type AddressChange, addressFaults } from './rules.ts';

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

/**
 * Returns the faults of an address after a partial change, for findWriteFaults. Nothing follows from a country or a postal code
 * that is faulty itself.
 */
export async function changedAddressFaults(
  db: TenantDatabase,
  tenantId: number,
  { table, id }: { table: 'branch' | 'candidate' | 'company' | 'site' | 'work_location'; id: number },
  { location }: { location?: AddressChange | null },
  faulty: ReadonlySet<string>,
): Promise<Fault[]> {
  if (location == null || faulty.has('location.zipCode') || faulty.has('location.countryId')) return [];
  const stored = await db
    .selectFrom(table)
    .select(['zip_code', 'country_id'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (stored === undefined) return [];
  const { zipCode = stored.zip_code, countryId = stored.country_id } = location;
  return addressFaults({ zipCode, countryId }, location);
}
