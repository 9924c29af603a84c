import { createHash } from 'node:crypto';
import type { TenantDatabase } from '../../core/db/connection.ts';
import type { Services } from '../../core/services.ts';
import { LOCATION_COLUMNS, type LocatedAddress } from './coordinates.ts';
import { resolveCountry } from './gazetteer/locate.ts';
import { distanceKm, type Point } from './gazetteer/points.ts';
import type { Geocoder, GeocoderQuery } from './geocoder.ts';
import { findAnswer, findCountryCode, storeAnswer } from './refinement-queries.ts';
import type { StoredAddress } from './rules.ts';

const SIGNIFICANT_DISTANCE_KM = 0.05;

/** Whether a geocoder gives the addresses that are written more precise coordinates than those of their postal codes. */
export function refinesCoordinates({ geocoderUrl }: Services['settings']): boolean {
  return geocoderUrl !== undefined;
}

/** Whether the columns to write include a location column. */
export function affectsLocation(columns: Partial<StoredAddress>): boolean {
  return LOCATION_COLUMNS.some((column) => columns[column] !== undefined);
}

/**
 * The coordinates of an address according to a geocoder, either from its answers of the last 180 days (7 days for unknown
 * addresses) or from a new query. Undefined if the geocoder does not know the address, or if the address has neither postal
 * code nor city, or no country. Throws a GeocoderError.
 */
export async function refineLocation(
  db: TenantDatabase,
  geocoder: Geocoder,
  address: StoredAddress,
): Promise<Point | undefined> {
  const query = await toQuery(db, address);
  if (query === undefined) return undefined;
  const hash = hashOf(query);
  const known = await findAnswer(db, hash);
  if (known !== undefined) return known.point;
  const point = await geocoder.find(query);
  await storeAnswer(db, hash, point);
  return point;
}

/** Whether a point is more than 50 meters from the stored coordinates, so that the record should change. */
export function isSignificantMove(
  { geo_lat, geo_lon }: Pick<LocatedAddress, 'geo_lat' | 'geo_lon'>,
  point: Point,
): boolean {
  if (geo_lat === null || geo_lon === null) return true;
  return distanceKm({ latitude: geo_lat, longitude: geo_lon }, point) > SIGNIFICANT_DISTANCE_KM;
}

async function toQuery(db: TenantDatabase, address: StoredAddress): Promise<GeocoderQuery | undefined> {
  const { street, street_number, zip_code, city, country_id } = address;
  if (!zip_code && !city) return undefined;
  const countryId = resolveCountry({ countryId: country_id, zipCode: zip_code, city });
  if (countryId === undefined) return undefined;
  const country = await findCountryCode(db, countryId);
  return country == null
    ? undefined
    : { street, streetNumber: street_number, zipCode: zip_code, city, country };
}

function hashOf({ country, zipCode, city, street, streetNumber }: GeocoderQuery): Buffer {
  const normalized = [country, zipCode, city, street, streetNumber].map((part) =>
    (part ?? '').normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim(),
  );
  return createHash('sha256').update(normalized.join('\n')).digest();
}
