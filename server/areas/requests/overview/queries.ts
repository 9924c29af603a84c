import { type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Language } from '../../../core/http/index.ts';
import type { Static } from '../../../core/http/schema.ts';
import { type CompanyPlaces, MAXIMUM_LISTED, type RequestOverview } from './schema.ts';

/** SQL for the name of the work location `l`, or else its address. */
const LOCATION_NAME = sql`coalesce(nullif(l.description, ''), nullif(concat_ws(', ',
  nullif(concat_ws(' ', l.street, l.street_number), ''), nullif(concat_ws(' ', l.zip_code, l.city), '')), ''), '#' || l.id)`;
const CONTACT_NAME = sql`concat_ws(' ', p.first_name, p.last_name)`;

type StoredOverview = Omit<Static<typeof RequestOverview>, 'possibleStatuses'> & {
  statusId: number;
  /** All that there are. */
  statuses: { id: number; name: string }[];
};

export async function findOverview(
  db: TenantDatabase,
  tenantId: number,
  requestId: number,
  { language, readsJobAds }: { language: Language; readsJobAds: boolean },
): Promise<StoredOverview | undefined> {
  const jobAds = readsJobAds
    ? sql`(SELECT coalesce(json_agg(json_build_object('jobAdId', j.id, 'title', j.title, 'status', j.process_status)
                                    ORDER BY j.id DESC), '[]')
             FROM (SELECT id, title, process_status FROM job_ad
                    WHERE tenant_id = ${tenantId} AND customer_request_id = r.id AND deleted_at IS NULL
                    ORDER BY id DESC LIMIT ${MAXIMUM_LISTED}) AS j)`
    : sql`'[]'::json`;
  const { rows } = await sql<StoredOverview>`
    SELECT r.id, r.kind, r.title, r.headcount, r.status_id AS "statusId",
           (SELECT json_agg(json_build_object('id', n.id, 'name', n.${sql.ref(`name_${language}`)}) ORDER BY n.id)
              FROM catalog_entry AS n WHERE n.list = 'requeststatus') AS statuses,
            r.company_id AS "companyId", c.name AS company, b.name AS office,
           nullif(concat_ws(' ', u.first_name, u.last_name), '') AS "responsibleUser",
           e.${sql.ref(`name_${language}`)} AS profession, s.description AS site,
           CASE WHEN l.id IS NOT NULL THEN ${LOCATION_NAME} END AS location,
           CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'name', ${CONTACT_NAME}, 'isActive', p.is_active,
             'email', p.email, 'phone', coalesce(p.phone, p.mobile)) END AS contact,
           ${jobAds} AS "jobAds"
      FROM customer_request AS r
      JOIN company AS c ON c.tenant_id = ${tenantId} AND c.id = r.company_id
      JOIN branch AS b ON b.tenant_id = ${tenantId} AND b.id = r.office_id
      LEFT JOIN user_account AS u ON u.tenant_id = ${tenantId} AND u.id = r.responsibility
      LEFT JOIN site AS s ON s.tenant_id = ${tenantId} AND s.id = r.site_id
      LEFT JOIN work_location AS l ON l.tenant_id = ${tenantId} AND l.id = r.location_id
      LEFT JOIN contact AS p ON p.tenant_id = ${tenantId} AND p.id = r.contact_id
      LEFT JOIN catalog_entry AS e ON e.list = 'professions' AND e.id = r.profession_id
     WHERE r.tenant_id = ${tenantId} AND r.id = ${requestId}`.execute(db);
  return rows[0];
}

/** What a request of the company can refer to. Undefined if the company does not exist. */
export async function findCompanyPlaces(
  db: TenantDatabase,
  tenantId: number,
  companyId: number,
): Promise<Static<typeof CompanyPlaces> | undefined> {
  const isOfActiveSite = (alias: string) =>
    sql`${sql.ref(`${alias}.tenant_id`)} = ${tenantId} AND ${sql.ref(`${alias}.company_id`)} = c.id AND EXISTS (
          SELECT FROM site AS s WHERE s.tenant_id = ${tenantId} AND s.id = ${sql.ref(`${alias}.site_id`)} AND s.is_active)`;
  const { rows } = await sql<Static<typeof CompanyPlaces>>`
    SELECT ${listed(sql`SELECT s.id, s.description AS name, s.city FROM site AS s
                         WHERE s.tenant_id = ${tenantId} AND s.company_id = c.id AND s.is_active`)} AS sites,
           ${listed(sql`SELECT l.id, l.site_id AS "siteId", ${LOCATION_NAME} AS name FROM work_location AS l
                         WHERE ${isOfActiveSite('l')} AND l.deleted_at IS NULL`)} AS locations,
           ${listed(sql`SELECT p.id, p.site_id AS "siteId", ${CONTACT_NAME} AS name, p.position FROM contact AS p
                         WHERE ${isOfActiveSite('p')} AND p.is_active`)} AS contacts
      FROM company AS c WHERE c.tenant_id = ${tenantId} AND c.id = ${companyId}`.execute(db);
  return rows[0];
}

function listed(parts: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(SELECT coalesce(json_agg(to_json(part)), '[]') FROM (${parts} ORDER BY name, id LIMIT ${MAXIMUM_LISTED}) AS part)`;
}
