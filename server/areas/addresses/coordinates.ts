import { toPropertyName } from '../../core/db/partial-change.ts';
import { locate } from './gazetteer/locate.ts';
import { type AddressChange, changeAddress, NO_ADDRESS, type StoredAddress } from './rules.ts';

export interface Coordinates {
  geo_lat: number | null;
  geo_lon: number | null;
}

/** A stored address with its coordinates in degrees (WGS 84). */
export type LocatedAddress = StoredAddress & Coordinates;

export const NO_LOCATION: Coordinates = { geo_lat: null, geo_lon: null };

/** The column of each property of an address, by path: location.zipCode is zip_code. */
export const ADDRESS_PROPERTIES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys({ ...NO_ADDRESS, ...NO_LOCATION }).map((column) => [
    `location.${toPropertyName(column)}`,
    column,
  ]),
);

/** The columns that determine the coordinates of an address. */
export const LOCATION_COLUMNS = ['street', 'street_number', 'zip_code', 'city', 'country_id'] as const;

/**
 * The next address with its coordinates. They are recomputed if a location column changes, kept if the new address cannot
 * be located, and cleared if all location columns are empty.
 */
export function withCoordinates(
  stored: StoredAddress & Partial<Coordinates>,
  next: StoredAddress,
): LocatedAddress {
  const before = { geo_lat: stored.geo_lat ?? null, geo_lon: stored.geo_lon ?? null };
  if (isSamePlace(stored, next)) return { ...next, ...before };
  if (LOCATION_COLUMNS.every((column) => (next[column] ?? '') === '')) return { ...next, ...NO_LOCATION };
  const found = locate({ countryId: next.country_id, zipCode: next.zip_code, city: next.city });
  return {
    ...next,
    ...(found === undefined ? before : { geo_lat: found.latitude, geo_lon: found.longitude }),
  };
}

/** Whether two addresses have the same location columns. */
export function isSamePlace(one: StoredAddress, other: StoredAddress): boolean {
  return LOCATION_COLUMNS.every((column) => one[column] === other[column]);
}

/** The address after a change, with its coordinates. null clears the address. Undefined if there is no change. */
export function changeLocation(
  stored: StoredAddress & Coordinates,
  change: AddressChange | null | undefined,
): LocatedAddress | undefined {
  if (change === undefined) return undefined;
  return withCoordinates(stored, change === null ? NO_ADDRESS : changeAddress(stored, change));
}
