import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Language } from '../../../core/http/index.ts';
import { applicationsJson } from '../../candidates/index.ts';

interface ImportedApplication {
  jobAdId: number | null;
  channelId: number;
  recruiterId: number;
  message: string | null;
  /** Null for the current time. */
  appliedAt: string | null;
}

/** Stores the application, assigns it to the branch of its job ad, and returns its id. */
export async function insertApplication(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  application: ImportedApplication,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO application (tenant_id, candidate_id, job_ad_id, channel_id, recruiter_id, message, office_id, applied_at)
    VALUES (${tenantId}, ${candidateId}, ${application.jobAdId}, ${application.channelId}, ${application.recruiterId},
            ${application.message},
            (SELECT office_id FROM job_ad WHERE tenant_id = ${tenantId} AND id = ${application.jobAdId}::int),
            coalesce(${application.appliedAt}::timestamptz, clock_now()))
    RETURNING id`.execute(db);
  return rows[0]!.id;
}

/** The applications as JSON text `{"applies": […]}`. Undefined if the candidate does not exist. */
export async function findApplications(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  language: Language,
): Promise<string | undefined> {
  const { rows } = await sql<{ json: string }>`
    SELECT json_build_object('applies', ${sql.raw(applicationsJson(language))})::text AS json
      FROM candidate AS c WHERE c.tenant_id = ${tenantId} AND c.id = ${candidateId}`.execute(db);
  return rows[0]?.json;
}
