import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';

/** Whom to write to: the values of the application, because a known candidate's profile can have another address. */
export async function findApplicant(db: TenantDatabase, tenantId: number, applicationId: number) {
  const { rows } = await sql<Record<'email' | 'firstName' | 'lastName' | 'jobTitle', string | null>>`
    SELECT submitted ->> 'email' AS email, submitted ->> 'firstName' AS "firstName",
           submitted ->> 'lastName' AS "lastName",
           (SELECT title FROM job_ad WHERE tenant_id = ${tenantId} AND id = application.job_ad_id) AS "jobTitle"
      FROM application WHERE tenant_id = ${tenantId} AND id = ${applicationId}`.execute(db);
  return rows[0];
}
