import { sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import { hasNotEnded } from '../jobads/index.ts';
import { shownEmploymentTexts } from './employment-names.ts';
import {
  type SettingsJson,
  type StoredPortalSettings,
  settingsJson,
  toSettings,
} from './settings-queries.ts';

/** What the line below the title says. */
export interface AdFacts {
  zipCode: string | null;
  city: string | null;
  employmentType: string | null;
  salaryFrom: number | null;
  salaryTo: number | null;
  salaryCurrency: string | null;
  salaryPeriod: 'hour' | 'month' | 'year' | null;
}

/** HTML. */
export interface AdTexts {
  introduction: string | null;
  tasks: string | null;
  profile: string | null;
  benefits: string | null;
  contactText: string | null;
}

export interface AdSummary extends AdFacts {
  id: number;
  title: string;
  office: string;
  weeklyHours: number | null;
  /** ISO 8601 in UTC. Null if the ad was published directly in the database. */
  publishedAt: string | null;
}

export interface Ad extends AdSummary, AdTexts {
  startDate: string | null;
  /** The last day on the portal. */
  endDate: string | null;
  street: string | null;
  streetNumber: string | null;
  countryId: number | null;
  federalStateId: number | null;
  geoLat: number | null;
  geoLon: number | null;
  modifiedAt: string;
}

export interface AdFilter {
  /** An ad matches only if it shows all of them, in either language, or has them as its id. The spelling of umlauts does not matter. */
  words: readonly string[];
  city: string | null;
  branchId: number | null;
  employmentType: string | null;
}

export interface AdList {
  settings: StoredPortalSettings;
  /** The number of ads that match the filter. */
  total: number;
  ads: AdSummary[];
  /** The options of the search form, from all active ads. */
  cities: string[];
  branches: { id: number; name: string }[];
  employmentTypes: string[];
}

// Visitors can see only these ads. The partial index job_ad_active has the same condition, without the end date.
const active = (now: Date) =>
  sql`j.process_status = 'Active' AND j.deleted_at IS NULL AND ${hasNotEnded('j', now)}`;

const SUMMARY = sql.raw(`
  'id', j.id, 'title', j.title, 'zipCode', j.zip_code, 'city', j.city, 'office', b.name,
  'employmentType', j.employment_type, 'weeklyHours', j.weekly_hours,
  'salaryFrom', j.salary_from, 'salaryTo', j.salary_to, 'salaryCurrency', j.salary_currency,
  'salaryPeriod', j.salary_period, 'publishedAt', utc(j.published_at)`);

const AD = sql`json_build_object(${SUMMARY}, ${sql.raw(`
  'startDate', j.start_date, 'endDate', j.end_date, 'street', j.street, 'streetNumber', j.street_number, 'countryId', j.country_id,
  'federalStateId', j.federal_state_id, 'geoLat', j.geo_lat, 'geoLon', j.geo_lon, 'introduction', j.introduction,
  'tasks', j.tasks, 'profile', j.profile, 'benefits', j.benefits, 'contactText', j.contact_text,
  'modifiedAt', utc(j.modified_at)`)})`;

const branch = (tenantId: number) =>
  sql`JOIN branch AS b ON b.tenant_id = ${tenantId} AND b.id = j.office_id`;

/** Reads the employment types of the active ads, as the ads have them. */
async function readEmploymentTypes(db: TenantDatabase, tenantId: number, now: Date): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    SELECT DISTINCT normalize(j.employment_type) AS type FROM job_ad AS j
     WHERE j.tenant_id = ${tenantId} AND ${active(now)} AND j.employment_type IS NOT NULL`.execute(db);
  return rows.map(({ type }) => type);
}

/**
 * Reads one page of the active ads, newest first, with the options of the search form. Takes one round trip, and another one for
 * words: only the service can translate employment types.
 */
export async function listAds(
  db: TenantDatabase,
  tenantId: number,
  filter: AdFilter,
  { limit, offset }: { limit: number; offset: number },
  now: Date,
): Promise<AdList> {
  const { words, city, branchId, employmentType } = filter;
  const types = words.length === 0 ? [] : await readEmploymentTypes(db, tenantId, now);
  const typeNames = types.map((type) => shownEmploymentTexts(type).join(' '));
  // Aggregates only short columns. The ads of the page are read by their ids at the end.
  const { rows } = await sql<{ list: Omit<AdList, 'settings'> & { settings: SettingsJson } }>`
    WITH word AS MATERIALIZED (
      SELECT search_letters(word) AS letters, search_letters_short(word) AS short FROM unnest(${words}::text[]) AS word
    ), type AS MATERIALIZED (
      SELECT type, searchable_text(names) AS names FROM unnest(${types}::text[], ${typeNames}::text[]) AS type (type, names)
    ), active AS MATERIALIZED (
      SELECT j.id, normalize(j.city) AS city, j.office_id, normalize(j.employment_type) AS employment_type, j.published_at,
             NOT EXISTS (
               SELECT FROM word
                WHERE strpos(j.search_text, letters) = 0 AND (short = letters OR strpos(j.search_text, short) = 0)
                  AND (type.names IS NULL OR (strpos(type.names, letters) = 0 AND strpos(type.names, short) = 0))
                  AND j.id::text <> letters)
             AND (${city}::text IS NULL OR normalize(j.city) = ${city})
             AND (${branchId}::int IS NULL OR j.office_id = ${branchId})
             AND (${employmentType}::text IS NULL OR normalize(j.employment_type) = ${employmentType}) AS matches
        FROM job_ad AS j LEFT JOIN type ON type.type = normalize(j.employment_type)
       WHERE j.tenant_id = ${tenantId} AND ${active(now)}
    ), page AS (
      SELECT id FROM active WHERE matches ORDER BY published_at DESC NULLS LAST, id DESC LIMIT ${limit} OFFSET ${offset}
    )
    SELECT json_build_object(
      'settings', ${settingsJson(tenantId)},
      'total', (SELECT count(*) FROM active WHERE matches),
      'ads', (SELECT coalesce(json_agg(json_build_object(${SUMMARY}) ORDER BY j.published_at DESC NULLS LAST, j.id DESC), '[]')
                FROM page JOIN job_ad AS j ON j.tenant_id = ${tenantId} AND j.id = page.id ${branch(tenantId)}),
      'cities', (SELECT coalesce(json_agg(DISTINCT city ORDER BY city), '[]') FROM active WHERE city IS NOT NULL),
      'branches', (SELECT coalesce(json_agg(json_build_object('id', b.id, 'name', b.name) ORDER BY b.name, b.id), '[]')
                     FROM branch AS b
                    WHERE b.tenant_id = ${tenantId} AND b.id IN (SELECT office_id FROM active)),
      'employmentTypes', (SELECT coalesce(json_agg(DISTINCT employment_type ORDER BY employment_type), '[]')
                            FROM active WHERE employment_type IS NOT NULL)) AS list`.execute(db);
  const { list } = rows[0]!;
  return { ...list, settings: toSettings(list.settings) };
}

interface FoundAd {
  settings: StoredPortalSettings;
  /** `gone`: the ad was published earlier, but is no longer. */
  state: 'active' | 'gone' | 'unknown';
  /** Null unless active. */
  ad: Ad | null;
  /** The requested channel if the tenant has it, or else the fallback. */
  channelId: number;
}

export async function findAd(
  db: TenantDatabase,
  tenantId: number,
  jobAdId: number,
  channel: { requested: number | null; fallback: number },
  now: Date,
): Promise<FoundAd> {
  const { rows } = await sql<Omit<FoundAd, 'settings'> & { settings: SettingsJson }>`
    SELECT ${settingsJson(tenantId)} AS settings,
           CASE WHEN j.id IS NULL THEN 'unknown' WHEN ${active(now)} THEN 'active'
                WHEN j.published_at IS NOT NULL
                  OR EXISTS (SELECT FROM job_ad_publication AS p WHERE p.tenant_id = ${tenantId} AND p.job_ad_id = j.id) THEN 'gone'
                ELSE 'unknown' END AS state,
           CASE WHEN ${active(now)} THEN ${AD} END AS ad,
           coalesce((SELECT c.id FROM tenant_catalog_entry AS c
                      WHERE c.tenant_id = ${tenantId} AND c.list = 'channels' AND c.id = ${channel.requested}::int AND NOT c.is_expired),
                    ${channel.fallback}::int) AS "channelId"
      FROM (SELECT) AS one
      LEFT JOIN (job_ad AS j ${branch(tenantId)}) ON j.tenant_id = ${tenantId} AND j.id = ${jobAdId}`.execute(
    db,
  );
  const found = rows[0]!;
  return { ...found, settings: toSettings(found.settings) };
}

/** Finds the integer id of an ad by its uuid, regardless of its status. */
export async function findAdId(
  db: TenantDatabase,
  tenantId: number,
  rowGuid: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('job_ad')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('row_guid', '=', rowGuid)
    .executeTakeFirst();
  return row?.id;
}

/**
 * Finds the source of supply for applications, which every application must have: the first valid entry of the tenant's
 * list, or the first one if all have expired.
 */
export async function findSourceOfSupply(db: TenantDatabase, tenantId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('tenant_catalog_entry')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('list', '=', 'sourcesofsupply')
    .orderBy('is_expired')
    .orderBy('id')
    .executeTakeFirst();
  return row?.id;
}

/**
 * Reads the settings with a value that changes with every change of the active ads. The newest change alone would not do: a
 * transaction that changed an ad earlier can end later. The sum alone would not do either: an ad that was published and
 * withdrawn again while a feed was built leaves the sum as it was.
 */
export async function readAdsVersion(
  db: TenantDatabase,
  tenantId: number,
  now: Date,
): Promise<{ settings: StoredPortalSettings; version: string }> {
  const { rows } = await sql<{ settings: SettingsJson; version: string }>`
    SELECT ${settingsJson(tenantId)} AS settings,
           (SELECT count(*) || '-' || coalesce(sum(hash_record_extended((j.id, j.modified_at), 0)), 0)
              FROM job_ad AS j WHERE j.tenant_id = ${tenantId} AND ${active(now)})
           || '-' || coalesce((SELECT extract(epoch FROM max(j.modified_at)) FROM job_ad AS j
                                WHERE j.tenant_id = ${tenantId}), 0) AS version`.execute(db);
  const { settings, version } = rows[0]!;
  return { settings: toSettings(settings), version };
}

export interface SitemapEntry {
  id: number;
  modifiedAt: string;
}

/** Reads the newest active ads for a sitemap. */
export async function readSitemap(
  db: TenantDatabase,
  tenantId: number,
  limit: number,
  now: Date,
): Promise<SitemapEntry[]> {
  const { rows } = await sql<SitemapEntry>`
    SELECT j.id, utc(j.modified_at) AS "modifiedAt" FROM job_ad AS j
     WHERE j.tenant_id = ${tenantId} AND ${active(now)}
     ORDER BY j.published_at DESC NULLS LAST, j.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** Reads at most `limit` active ads whose ids are greater than `after`, sorted by id. */
export async function readAdsAfter(
  db: TenantDatabase,
  tenantId: number,
  after: number,
  limit: number,
  now: Date,
): Promise<Ad[]> {
  const { rows } = await sql<{ ad: Ad }>`
    SELECT ${AD} AS ad FROM job_ad AS j ${branch(tenantId)}
     WHERE j.tenant_id = ${tenantId} AND j.id > ${after} AND ${active(now)}
     ORDER BY j.id LIMIT ${limit}`.execute(db);
  return rows.map(({ ad }) => ad);
}

/** Reads the links of the portal, or undefined if it has no active ad. */
export async function readPublishedPortal(
  db: TenantDatabase,
  tenantId: number,
  now: Date,
): Promise<Pick<StoredPortalSettings, 'imprintUrl' | 'privacyUrl'> | undefined> {
  const { rows } = await sql<{ settings: SettingsJson }>`
    SELECT ${settingsJson(tenantId)} AS settings
     WHERE EXISTS (SELECT FROM job_ad AS j WHERE j.tenant_id = ${tenantId} AND ${active(now)})`.execute(db);
  return rows[0] === undefined ? undefined : toSettings(rows[0].settings);
}
