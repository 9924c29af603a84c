import { CompiledQuery, sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Language } from '../../../core/http/index.ts';
import { applicationsJson, CANDIDATE_STATUS, DECISIONS } from '../../candidates/index.ts';

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
    SELECT ${tenantId}::int, ${candidateId}::int, ${application.jobAdId}::int, ${application.channelId}::int,
           ${application.recruiterId}::int, ${application.message}::text,
           (SELECT office_id FROM job_ad WHERE tenant_id = ${tenantId} AND id = ${application.jobAdId}::int),
           coalesce(${application.appliedAt}::timestamptz, clock_now())
    RETURNING id`.execute(db);
  return rows[0]!.id;
}

/**
 * Gives an application that is recorded later than the decisions about its candidate these decisions and their stage, because
 * reports count them for it. Decisions about another application stay with that one.
 */
export async function adoptDecisions(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  applicationId: number,
): Promise<void> {
  await sql`
    WITH adopted AS (
      UPDATE candidate_status_entry SET application_id = ${applicationId}
       WHERE tenant_id = ${tenantId} AND candidate_id = ${candidateId} AND application_id IS NULL
         AND status_id = ANY (${DECISIONS}::int[])
         AND set_at >= (SELECT applied_at FROM application WHERE tenant_id = ${tenantId} AND id = ${applicationId})
      RETURNING id, status_id, set_at, comment)
    UPDATE application AS a
       SET stage = CASE WHEN last.status_id = ${CANDIDATE_STATUS.hired}::int THEN 'hired' ELSE 'rejected' END,
           stage_changed_at = last.set_at, stage_reason = last.comment
      FROM (SELECT status_id, set_at, comment FROM adopted ORDER BY set_at DESC, id DESC LIMIT 1) AS last
     WHERE a.tenant_id = ${tenantId} AND a.id = ${applicationId}`.execute(db);
}

/** The applications as JSON text `{"applies": […]}`. Undefined if the candidate does not exist. */
export async function findApplications(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  language: Language,
): Promise<string | undefined> {
  const { rows } = await db.executeQuery<{ json: string }>(
    CompiledQuery.raw(
      `
    SELECT json_build_object('applies', ${applicationsJson(language, '$1')})::text AS json
      FROM candidate AS c WHERE c.tenant_id = $1 AND c.id = $2`,
      [tenantId, candidateId],
    ),
  );
  return rows[0]?.json;
}
