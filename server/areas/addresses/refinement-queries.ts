import { sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import type { Point } from './gazetteer/points.ts';

const KNOWN_DAYS = 180;
// Shorter, because the geocoder learns new houses and streets.
const UNKNOWN_DAYS = 7;

const isFresh = sql<boolean>`answered_at > clock_now()
  - make_interval(days => CASE WHEN latitude IS NULL THEN ${UNKNOWN_DAYS}::int ELSE ${KNOWN_DAYS}::int END)`;

/** Deletes expired answers. */
export async function sweepGeocoderAnswers(db: TenantDatabase): Promise<void> {
  await sql`DELETE FROM geocoder_answer WHERE NOT (${isFresh})`.execute(db);
}

/** The ISO 3166 code of a country. */
export async function findCountryCode(
  db: TenantDatabase,
  countryId: number,
): Promise<string | null | undefined> {
  const { rows } = await sql<{ country: string | null }>`
    SELECT attributes->>'alpha2' AS country FROM catalog_entry WHERE list = 'countries' AND id = ${countryId}`.execute(
    db,
  );
  return rows[0]?.country;
}

/** What the geocoder answered not long ago. */
export async function findAnswer(
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

export async function storeAnswer(db: TenantDatabase, hash: Buffer, point: Point | undefined): Promise<void> {
  await sql`
    INSERT INTO geocoder_answer (address_sha256, latitude, longitude, answered_at)
    VALUES (${hash}, ${point?.latitude ?? null}, ${point?.longitude ?? null}, clock_now())
    ON CONFLICT (address_sha256) DO UPDATE
      SET latitude = excluded.latitude, longitude = excluded.longitude, answered_at = excluded.answered_at`.execute(
    db,
  );
}
