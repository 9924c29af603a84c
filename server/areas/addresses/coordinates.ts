import { locate } from './gazetteer/locate.ts';
import { type AddressChange, changeAddress, NO_ADDRESS, type StoredAddress } from './rules.ts';

export interface Coordinates {
  geo_lat: number | null;
  geo_lon: number | null;
}

/** An address as a table holds it, with where it lies (degrees, WGS 84). */
export type LocatedAddress = StoredAddress & Coordinates;

export const NO_LOCATION: Coordinates = { geo_lat: null, geo_lon: null };

/** The columns that say where an address lies; the others say who is found there. */
export const PLACING = ['street', 'street_number', 'zip_code', 'city', 'country_id'] as const;

/**
 * The next address with its coordinates, to be written together. They are computed when what places the address
 * changes, stay when nothing can be found for the new one, and go when nothing of it is left.
 */
export function withCoordinates(
  stored: StoredAddress & Partial<Coordinates>,
  next: StoredAddress,
): LocatedAddress {
  const before = { geo_lat: stored.geo_lat ?? null, geo_lon: stored.geo_lon ?? null };
  if (isSamePlace(stored, next)) return { ...next, ...before };
  if (PLACING.every((column) => (next[column] ?? '') === '')) return { ...next, ...NO_LOCATION };
  const found = locate({ countryId: next.country_id, zipCode: next.zip_code, city: next.city });
  return {
    ...next,
    ...(found === undefined ? before : { geo_lat: found.latitude, geo_lon: found.longitude }),
  };
}

/** Whether two addresses are one place on the map, whoever lives there. */
export function isSamePlace(one: StoredAddress, other: StoredAddress): boolean {
  return PLACING.every((column) => one[column] === other[column]);
}

/** The address after what a request says of it, with its coordinates: null clears it, undefined says nothing. */
export function changeLocation(
  stored: StoredAddress & Coordinates,
  change: AddressChange | null | undefined,
): LocatedAddress | undefined {
  if (change === undefined) return undefined;
  return withCoordinates(stored, change === null ? NO_ADDRESS : changeAddress(stored, change));
}
