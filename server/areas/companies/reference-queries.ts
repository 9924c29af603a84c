import { sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import type { Fault } from '../../core/http/index.ts';
import { inactiveSiteFault } from './rules.ts';

/** The parts of a company that a body refers to. A missing property and null both mean no reference. */
export interface PartReferences {
  siteId?: number | null;
  locationId?: number | null;
  contactId?: number | null;
}

/**
 * Returns a fault for each part that does not belong to the company, and for a work location that does not belong to the
 * site if both are sent. `companyReferences` checks whether a contact is active, and
 * `inactiveSiteFaults` whether a site is. An unknown company has no faults: the endpoint
 * responds with 404. For a change, pass the resulting references, and those that were `sent`: the message about a stored one
 * says that it is stored.
 */
export async function partReferenceFaults(
  db: TenantDatabase,
  tenantId: number,
  companyId: number,
  references: PartReferences,
  sent = references,
): Promise<Fault[]> {
  const { siteId = null, locationId = null, contactId = null } = references;
  if (siteId === null && locationId === null && contactId === null) return [];
  const { rows } = await sql<Record<keyof PartReferences, boolean>>`
    SELECT ${belongsToCompany(tenantId, 'site', siteId)} AS "siteId",
           ${belongsToCompany(tenantId, 'work_location', locationId)} AND (${siteId}::int IS NULL OR ${locationId}::int IS NULL OR EXISTS (
             SELECT FROM work_location AS x WHERE x.tenant_id = ${tenantId} AND x.company_id = c.id
                AND x.site_id = ${siteId}::int AND x.id = ${locationId}::int)) AS "locationId",
           ${belongsToCompany(tenantId, 'contact', contactId)} AS "contactId"
      FROM company AS c
     WHERE c.tenant_id = ${tenantId} AND c.id = ${companyId}`.execute(db);
  const holds = rows[0];
  if (holds === undefined) return [];
  return (Object.keys(MESSAGES) as (keyof PartReferences)[])
    .filter((property) => !holds[property])
    .map((property) => ({ property, code: 'unknownReference', message: messageOf(property, siteId, sent) }));
}

function belongsToCompany(tenantId: number, table: string, id: number | null) {
  return sql<boolean>`(${id}::int IS NULL OR EXISTS (SELECT FROM ${sql.table(table)} AS x
    WHERE x.tenant_id = ${tenantId} AND x.company_id = c.id AND x.id = ${id}::int))`;
}

/** A stored reference always belongs to the company. Only its site can differ from the one that is sent, or the other way round. */
function messageOf(property: keyof PartReferences, siteId: number | null, sent: PartReferences): string {
  if (property !== 'locationId') return MESSAGES[property];
  if (sent.locationId === undefined)
    return 'The stored locationId is a work location of another site, or was one before it was deleted. Send locationId as well, or null.';
  if (sent.siteId === undefined && siteId !== null)
    return 'locationId must be a work location of the company, and of the stored siteId. Send siteId as well, or null, if the work location is at another site.';
  return MESSAGES.locationId;
}

const MESSAGES: Record<keyof PartReferences, string> = {
  siteId: 'siteId must be a site of the company. GET /customers/{customerId} lists its sites in offices.',
  locationId:
    'locationId must be a work location of the company, and of the site if siteId is set. GET /customers/offices/{officeId} lists the work locations of a site.',
  contactId:
    'contactId must be a contact of the company. GET /customers/offices/{officeId} lists the contacts at a site.',
};

/** Returns a fault for an inactive site and for a work location at an inactive site. Nothing new is created below it. */
export async function inactiveSiteFaults(
  db: TenantDatabase,
  tenantId: number,
  companyId: number,
  { siteId = null, locationId = null }: Pick<PartReferences, 'siteId' | 'locationId'>,
): Promise<Fault[]> {
  if (siteId === null && locationId === null) return [];
  const { rows } = await sql<{ siteId: boolean; locationId: boolean }>`
    SELECT EXISTS (SELECT FROM site
                    WHERE tenant_id = ${tenantId} AND company_id = ${companyId} AND id = ${siteId}::int AND NOT is_active)
             AS "siteId",
           EXISTS (SELECT FROM work_location AS l JOIN site AS s
                            ON s.tenant_id = ${tenantId} AND s.company_id = l.company_id AND s.id = l.site_id
                    WHERE l.tenant_id = ${tenantId} AND l.company_id = ${companyId} AND l.id = ${locationId}::int
                      AND NOT s.is_active) AS "locationId"`.execute(db);
  return (['siteId', 'locationId'] as const)
    .filter((property) => rows[0]![property])
    .map((property) => inactiveSiteFault(property));
}

/** Returns a fault if the site in the path is inactive. */
export async function officeFaults(
  db: TenantDatabase,
  tenantId: number,
  { customerId, officeId }: { customerId: number; officeId: number },
): Promise<Fault[]> {
  const faults = await inactiveSiteFaults(db, tenantId, customerId, { siteId: officeId });
  return faults.map(() => inactiveSiteFault('officeId'));
}

const USABLE = {
  company: { table: 'company', condition: sql`true` },
  // inactiveSiteFaults rejects new references to inactive sites.
  site: { table: 'site', condition: sql`true` },
  location: { table: 'work_location', condition: sql`deleted_at IS NULL` },
  contact: { table: 'contact', condition: sql`is_active` },
} as const;

/** Returns the ids that references can use: records that are not deleted, and active contacts. */
export async function findUsable(
  db: TenantDatabase,
  tenantId: number,
  kind: keyof typeof USABLE,
  ids: number[],
): Promise<number[]> {
  const { table, condition } = USABLE[kind];
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM ${sql.table(table)}
     WHERE tenant_id = ${tenantId} AND id = ANY(${ids}::int[]) AND ${condition}`.execute(db);
  return rows.map(({ id }) => id);
}
