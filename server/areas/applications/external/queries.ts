import { type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { LockOrderError } from '../../../core/db/faults.ts';
import { toNameMatch } from '../../../core/text/name-form.ts';
import { CANDIDATE_STATUS, OPEN_STAGES, toEmailMatch } from '../../candidates/index.ts';
import { EVENTS, rowChangeExpression } from '../../changes/index.ts';

/**
 * Locks the email address until the transaction ends. Otherwise, two concurrent applications could both find no candidate
 * with this address and both create one.
 */
export async function lockEmail(db: TenantDatabase, tenantId: number, email: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${tenantId} ${toEmailMatch(email)}`}, 0))`.execute(
    db,
  );
}

interface KnownCandidate {
  id: number;
  office_id: number | null;
}

/**
 * The candidate with this address, locked until the transaction ends: if the candidate is being erased or merged, this waits, and then
 * finds another one or none. Of several, the most recently changed one, with archived ones last.
 */
export async function findByEmail(
  db: TenantDatabase,
  tenantId: number,
  email: string,
): Promise<KnownCandidate | undefined> {
  const latest = selectLatest(tenantId, toEmailMatch(email));
  let lockedId = await lockCandidate(db, tenantId, sql`(SELECT id FROM (${latest}) AS latest)`);
  let highestId = 0;
  for (;;) {
    const [found] = (await latest.execute(db)).rows;
    if (found?.id === lockedId) return found;
    // While the lock waited, the candidate was erased, or another one became the latest or got the address: by a merge, or because two
    // candidates were taken apart.
    highestId = Math.max(highestId, lockedId ?? 0);
    // A merge locks the one with the lower id first, and so must this.
    if (found !== undefined && found.id < highestId)
      throw new LockOrderError('The application goes to a candidate before the one that is locked.');
    lockedId = found && (await lockCandidate(db, tenantId, sql`${found.id}`));
  }
}

/** Locks the candidate, if there is one, and returns its id. */
async function lockCandidate(
  db: TenantDatabase,
  tenantId: number,
  id: RawBuilder<unknown>,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM candidate WHERE tenant_id = ${tenantId} AND id = ${id} FOR NO KEY UPDATE`.execute(db);
  return rows[0]?.id;
}

// The candidates are looked up one by one: the LATERAL with an offset cannot become a join that reads all of the tenant.
function selectLatest(tenantId: number, match: string): RawBuilder<KnownCandidate> {
  return sql<KnownCandidate>`
    SELECT c.id, c.office_id
      FROM (SELECT id FROM candidate WHERE tenant_id = ${tenantId} AND email_match = ${match}
             UNION ALL
            SELECT candidate_id FROM candidate_contact_channel
             WHERE tenant_id = ${tenantId} AND kind = 'email' AND address_match = ${match}) AS addressed
     CROSS JOIN LATERAL (SELECT id, office_id, status_id, modified_at FROM candidate
                          WHERE tenant_id = ${tenantId} AND id = addressed.id OFFSET 0) AS c
     ORDER BY (c.status_id IS NOT DISTINCT FROM ${CANDIDATE_STATUS.archived}::int), c.modified_at DESC
     LIMIT 1`;
}

export async function findOfficeOfJobAd(
  db: TenantDatabase,
  tenantId: number,
  jobAdId: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('job_ad')
    .select('office_id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', jobAdId)
    .executeTakeFirst();
  return row?.office_id ?? null;
}

interface NewApplication {
  candidateId: number;
  jobAdId: number | null;
  channelId: number;
  recruiterId: number | null;
  officeId: number | null;
  message: string | null;
  data: Record<string, unknown> | null;
  submitted: Record<string, unknown>;
  whatsAppConsentChecked: boolean;
  importExternalId: string | null;
}

/**
 * Stores the application with its consents and makes the candidate visible. Records the candidate as new or modified, and
 * the application as the only event of the operation.
 */
export async function insertExternalApplication(
  db: TenantDatabase,
  tenantId: number,
  application: NewApplication,
  candidateChange: 'new' | 'modified',
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    WITH applied AS (
      INSERT INTO application (tenant_id, candidate_id, job_ad_id, channel_id, recruiter_id, office_id, message, data,
                               submitted, privacy_accepted_at, terms_of_use_accepted_at, whatsapp_consent_checked, applied_at,
                               import_external_id)
      VALUES (${tenantId}, ${application.candidateId}, ${application.jobAdId}, ${application.channelId},
              ${application.recruiterId}, ${application.officeId}, ${application.message},
              ${application.data === null ? null : JSON.stringify(application.data)}::jsonb,
              ${JSON.stringify(application.submitted)}::jsonb, clock_now(), clock_now(),
              ${application.whatsAppConsentChecked}, clock_now(), ${application.importExternalId})
      RETURNING id, job_ad_id
    ), shown AS (
      UPDATE candidate SET is_visible = true, modified_at = clock_now()
       WHERE tenant_id = ${tenantId} AND id = ${application.candidateId}
      RETURNING id, row_guid, office_id
    )
    SELECT applied.id, ${rowChangeExpression(tenantId, 'shown', {
      entity: 'candidate',
      kind: candidateChange,
      properties: candidateChange === 'new' ? undefined : ['applies'],
      event: EVENTS.applicationReceived,
      additionalData: sql`jsonb_build_object('applicationId', applied.id, 'jobAdId', applied.job_ad_id)::text`,
    })}
      FROM applied, shown`.execute(db);
  return rows[0]!.id;
}

/** What tells two applications of a candidate for a job ad apart. */
interface SentContents {
  candidateId: number;
  jobAdId: number;
  message: string | null;
  submitted: Record<string, unknown>;
  /** Of its documents, in any order. */
  sha256s: readonly string[];
}

/** Whether an open application of the last 24 hours has the same values and the same files. */
export async function hasSameApplication(
  db: TenantDatabase,
  tenantId: number,
  { candidateId, jobAdId, message, submitted, sha256s }: SentContents,
): Promise<boolean> {
  // In two steps, so that no index by job ad or stage looks as good as the one by candidate.
  const { rows } = await sql`
    WITH recent AS MATERIALIZED (
      SELECT a.id, a.job_ad_id, a.stage, a.submitted, a.message
        FROM application AS a
       WHERE a.tenant_id = ${tenantId}
         AND a.candidate_id = ${candidateId}
         AND a.applied_at > clock_now() - interval '24 hours'
    )
    SELECT recent.id
      FROM recent
     WHERE recent.job_ad_id = ${jobAdId}
       AND recent.stage = ANY (${OPEN_STAGES}::text[])
       AND recent.submitted = ${JSON.stringify(submitted)}::jsonb
       AND recent.message IS NOT DISTINCT FROM ${message}
       AND ARRAY(SELECT d.sha256
                   FROM document AS d
                  WHERE d.tenant_id = ${tenantId}
                    AND d.candidate_id = ${candidateId}
                    AND d.application_id = recent.id
                  ORDER BY d.sha256 COLLATE "C") = ${[...sha256s].sort()}::text[]
     LIMIT 1`.execute(db);
  return rows.length > 0;
}

export async function insertKeywords(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  keywords: readonly string[],
): Promise<void> {
  if (keywords.length === 0) return;
  // Arrays, because the number of parameters of a statement is limited.
  await sql`
    INSERT INTO candidate_keyword (tenant_id, candidate_id, keyword, keyword_match)
    SELECT ${tenantId}, ${candidateId}, added.keyword, added.keyword_match
      FROM unnest(${keywords}::text[], ${keywords.map(toNameMatch)}::text[])
           AS added (keyword, keyword_match)`.execute(db);
}
