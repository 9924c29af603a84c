import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import { LOCATION_COLUMNS, type LocatedAddress } from './coordinates.ts';
import { resolveCountry } from './gazetteer/locate.ts';
import { distanceKm, type Point } from './gazetteer/points.ts';
import type { Geocoder, GeocoderQuery } from './geocoder.ts';
import type { StoredAddress } from './rules.ts';

const KNOWN_DAYS = 180;
// Shorter, because the geocoder learns new houses and streets.
const UNKNOWN_DAYS = 7;
const SIGNIFICANT_DISTANCE_KM = 0.05;

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

/** Deletes expired answers. */
export async function sweepGeocoderAnswers(db: TenantDatabase): Promise<void> {
  await sql`DELETE FROM geocoder_answer WHERE NOT (${isFresh})`.execute(db);
}

const isFresh = sql<boolean>`answered_at > clock_now()
  - make_interval(days => CASE WHEN latitude IS NULL THEN ${UNKNOWN_DAYS}::int ELSE ${KNOWN_DAYS}::int END)`;

async function toQuery(db: TenantDatabase, address: StoredAddress): Promise<GeocoderQuery | undefined> {
  const { street, street_number, zip_code, city, country_id } = address;
  if (!zip_code && !city) return undefined;
  const countryId = resolveCountry({ countryId: country_id, zipCode: zip_code, city });
  if (countryId === undefined) return undefined;
  const { rows } = await sql<{ country: string | null }>`
    SELECT attributes->>'alpha2' AS country FROM catalog_entry WHERE list = 'countries' AND id = ${countryId}`.execute(
    db,
  );
  const country = rows[0]?.country;
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

async function findAnswer(
  db: TenantDatabase,
  hash: Buffer,
): Promise<{ point: Point | undefined } | undefined> {
  const { rows } = await sql<{ latitude: number | null; longitude: number | null }>`
    SELECT latitude, longitude FROM geocoder_answer WHERE address_sha256 = ${hash} AND ${isFresh}`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const { latitude, longitude } = row;
  return { point: latitude === null || longitude === null ? undefined : { latitude, longitude } };
}

async function storeAnswer(db: TenantDatabase, hash: Buffer, point: Point | undefined): Promise<void> {
  await sql`
    INSERT INTO geocoder_answer (address_sha256, latitude, longitude, answered_at)
    VALUES (${hash}, ${point?.latitude ?? null}, ${point?.longitude ?? null}, clock_now())
    ON CONFLICT (address_sha256) DO UPDATE
      SET latitude = excluded.latitude, longitude = excluded.longitude, answered_at = excluded.answered_at`.execute(
    db,
  );
}
