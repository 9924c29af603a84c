import { sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import type { Fault } from '../../core/http/index.ts';

/** Parts of a company that a body refers to; a property that is missing or null refers to none. */
export interface ChainReferences {
  siteId?: number | null;
  locationId?: number | null;
  contactId?: number | null;
}

/**
 * Faults of references to parts that are not of this company: a site or contact of another one, a work location of
 * another one or, where a site is named as well, at another site. Whether what is referred to may be newly chosen
 * (in use, not deleted) is asked by the kinds of reference. No fault when there is no such company: that is a 404 of
 * whoever has it in the path.
 */
export async function checkChain(
  db: TenantDatabase,
  tenantId: number,
  companyId: number,
  { siteId = null, locationId = null, contactId = null }: ChainReferences,
): Promise<Fault[]> {
  if (siteId === null && locationId === null && contactId === null) return [];
  const { rows } = await sql<Record<keyof ChainReferences, boolean>>`
    SELECT ${isOf('site', siteId)} AS "siteId",
           ${isOf('work_location', locationId)} AND (${siteId}::int IS NULL OR ${locationId}::int IS NULL OR EXISTS (
             SELECT FROM work_location AS x WHERE x.tenant_id = c.tenant_id AND x.company_id = c.id
                AND x.site_id = ${siteId}::int AND x.id = ${locationId}::int)) AS "locationId",
           ${isOf('contact', contactId)} AS "contactId"
      FROM company AS c
     WHERE c.tenant_id = ${tenantId} AND c.id = ${companyId}`.execute(db);
  const holds = rows[0];
  if (holds === undefined) return [];
  return (Object.keys(MESSAGES) as (keyof ChainReferences)[])
    .filter((property) => !holds[property])
    .map((property) => ({ property, code: 'unknownReference', message: MESSAGES[property] }));
}

function isOf(table: string, id: number | null) {
  return sql<boolean>`(${id}::int IS NULL OR EXISTS (SELECT FROM ${sql.table(table)} AS x
    WHERE x.tenant_id = c.tenant_id AND x.company_id = c.id AND x.id = ${id}::int))`;
}

const MESSAGES: Record<keyof ChainReferences, string> = {
  siteId: 'siteId must be a site of the company: GET /customers/{customerId} lists them in offices.',
  locationId:
    'locationId must be a work location of the company, and of the site where one is named: GET /customers/offices/{officeId} lists them.',
  contactId: 'contactId must be a contact of the same company: GET /customers/offices/{officeId} lists them.',
};

const USABLE = {
  company: { table: 'company', condition: sql`true` },
  site: { table: 'site', condition: sql`is_active` },
  location: { table: 'work_location', condition: sql`deleted_at IS NULL` },
  contact: { table: 'contact', condition: sql`is_active` },
} as const;

/** Which of the ids may be newly referred to: those in use and not deleted. */
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
