import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';

/** Makes all statements of the transaction see the same moment. Must be its first statement. */
export async function readOneMoment(db: TenantDatabase): Promise<void> {
  await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY`.execute(db);
}

/** What the details of the candidate do not show about its applications, as a JSON list. */
export async function listApplications(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(json_agg(json_build_object(
             'id', a.id, 'stage', a.stage, 'stageReason', a.stage_reason, 'stageChangedAtUtc', utc(a.stage_changed_at),
             'officeId', a.office_id, 'privacyAcceptedAtUtc', utc(a.privacy_accepted_at),
             'termsOfUseAcceptedAtUtc', utc(a.terms_of_use_accepted_at), 'whatsAppConsentChecked', a.whatsapp_consent_checked,
             'createdAtUtc', utc(a.created_at)) ORDER BY a.id), '[]')::text AS json
      FROM application AS a WHERE a.tenant_id = ${tenantId} AND a.candidate_id = ${candidateId}`.execute(db);
  return rows[0]!.json;
}

/** When contact channels and communications were recorded, as a JSON list. */
export async function listRecordings(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(json_agg(json_build_object('kind', r.kind, 'id', r.id, 'createdAtUtc', utc(r.created_at))
                             ORDER BY r.kind, r.id), '[]')::text AS json FROM (
      SELECT 'contactChannel' AS kind, x.id, x.created_at FROM candidate_contact_channel AS x
       WHERE x.tenant_id = ${tenantId} AND x.candidate_id = ${candidateId}
      UNION ALL
      SELECT 'communication', x.id, x.created_at FROM communication AS x
       WHERE x.tenant_id = ${tenantId} AND x.candidate_id = ${candidateId}) AS r`.execute(db);
  return rows[0]!.json;
}

const FILE = sql.raw(
  "'originalFileName', f.original_file_name, 'mimeType', f.mime_type, 'sizeBytes', f.size_bytes, 'sha256', f.sha256, 'createdAtUtc', utc(f.created_at)",
);

/** The documents, attachments, and the picture of a candidate with the paths of their contents, as a JSON list. */
export async function listFiles(db: TenantDatabase, tenantId: number, candidateId: number): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(json_agg(file.json ORDER BY file.place, file.id), '[]')::text AS json FROM (
      SELECT 1 AS place, f.id, json_build_object('kind', 'document', 'id', f.id, 'applicationId', f.application_id, ${FILE},
               'path', '/candidates/export/documents/' || f.id || '/content') AS json
        FROM document AS f WHERE f.tenant_id = ${tenantId} AND f.candidate_id = ${candidateId}
      UNION ALL
      SELECT 2, f.id, json_build_object('kind', 'attachment', 'id', f.id, 'applicationId', NULL, ${FILE},
               'path', '/communications/' || f.communication_id || '/attachments/' || f.id || '/content')
        FROM communication AS m
        JOIN communication_attachment AS f ON f.tenant_id = ${tenantId} AND f.communication_id = m.id
       WHERE m.tenant_id = ${tenantId} AND m.candidate_id = ${candidateId}
      UNION ALL
      SELECT 3, f.candidate_id, json_build_object('kind', 'picture', 'id', f.candidate_id, 'applicationId', NULL, ${FILE},
               'path', '/candidates/' || f.candidate_id || '/picture')
        FROM (SELECT *, file_name AS original_file_name FROM candidate_picture
               WHERE tenant_id = ${tenantId} AND candidate_id = ${candidateId}) AS f) AS file`.execute(db);
  return rows[0]!.json;
}

/** The merges of a candidate with all that they keep, as a JSON list. */
export async function listKeptMerges(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(json_agg(json_build_object(
             'id', m.id, 'mergedCandidateId', m.merged_candidate_id, 'parentId', m.parent_id, 'mergedAtUtc', utc(m.merged_at),
             'mergedById', m.merged_by, 'untilUtc', utc(m.until), 'undoneAtUtc', utc(m.undone_at), 'undoneById', m.undone_by,
             'kept', m.kept) ORDER BY m.id), '[]')::text AS json
      FROM candidate_merge AS m WHERE m.tenant_id = ${tenantId} AND m.candidate_id = ${candidateId}`.execute(
    db,
  );
  return rows[0]!.json;
}

/** With whom a candidate is probably the same person, or was said not to be, as a JSON list. */
export async function listDuplicatePairs(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(json_agg(json_build_object(
             'id', p.id, 'firstId', p.first_id, 'secondId', p.second_id, 'matchedOn', to_json(p.matched_on),
             'score', p.score / 100.0, 'foundAtUtc', utc(p.found_at), 'dismissedOn', to_json(p.dismissed_on),
             'dismissedAtUtc', utc(p.dismissed_at), 'dismissedById', p.dismissed_by) ORDER BY p.id), '[]')::text AS json
      FROM duplicate_pair AS p
     WHERE p.tenant_id = ${tenantId} AND (p.first_id = ${candidateId} OR p.second_id = ${candidateId})`.execute(
    db,
  );
  return rows[0]!.json;
}
