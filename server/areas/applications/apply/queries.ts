import { CompiledQuery, sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { type Fault, type Language, namedFault } from '../../../core/http/index.ts';
import { applicationsJson, CANDIDATE_STATUS, DECISIONS } from '../../candidates/index.ts';

interface ImportedApplication {
  jobAdId: number | null;
  channelId: number;
  recruiterId: number;
  message: string | null;
  /** Null for the current time. */
  appliedAt: string | null;
  importExternalId?: string | null | undefined;
}

/** Stores the application, assigns it to the branch of its job ad, and returns its id. */
export async function insertApplication(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  application: ImportedApplication,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO application (tenant_id, candidate_id, job_ad_id, channel_id, recruiter_id, message, office_id, applied_at,
                             import_external_id)
    SELECT ${tenantId}::int, ${candidateId}::int, ${application.jobAdId}::int, ${application.channelId}::int,
           ${application.recruiterId}::int, ${application.message}::text,
           (SELECT office_id FROM job_ad WHERE tenant_id = ${tenantId} AND id = ${application.jobAdId}::int),
           coalesce(${application.appliedAt}::timestamptz, clock_now()), ${application.importExternalId ?? null}::text
    RETURNING id`.execute(db);
  return rows[0]!.id;
}

/** Finds the fault of a body with the id of another application. */
export async function findImportIdFaults(
  db: TenantDatabase,
  tenantId: number,
  { importExternalId }: { importExternalId?: string | null },
): Promise<Fault[]> {
  if (typeof importExternalId !== 'string') return [];
  const { rows } = await sql<{ id: number; candidateId: number }>`
    SELECT id, candidate_id AS "candidateId" FROM application
     WHERE tenant_id = ${tenantId} AND import_external_id = ${importExternalId}`.execute(db);
  return rows.map(({ id, candidateId }) => ({
    ...namedFault('importExternalId', 'application', id, ` of candidate ${candidateId}`),
    candidateId,
  }));
}

/**
 * Gives an application that is recorded later than the decisions about its candidate these decisions, and the stage of the last
 * one. It came to this stage with the first of equal decisions, as if it had been there. Decisions about another application stay
 * with that one.
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
       SET stage = CASE WHEN decision.status_id = ${CANDIDATE_STATUS.hired}::int THEN 'hired' ELSE 'rejected' END,
           stage_changed_at = decision.set_at, stage_reason = decision.comment
      FROM (SELECT status_id, set_at, comment FROM adopted
             WHERE NOT EXISTS (SELECT FROM adopted AS later
                                WHERE later.status_id <> adopted.status_id AND (later.set_at, later.id) > (adopted.set_at, adopted.id))
             ORDER BY set_at, id LIMIT 1) AS decision
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
