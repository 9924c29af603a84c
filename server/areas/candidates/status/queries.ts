import { type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Language } from '../../../core/http/index.ts';
import { EVENTS, rowChangeExpression } from '../../changes/index.ts';
import { APPLICATION_STAGES, moveOf, OPEN_STAGES } from './rules.ts';

/** Reads the status and locks the candidate until the transaction ends. Undefined if the candidate does not exist. */
export function lockStatus(db: TenantDatabase, tenantId: number, candidateId: number) {
  return db
    .selectFrom('candidate')
    .select(['id', 'status_id'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', candidateId)
    .forUpdate()
    .executeTakeFirst();
}

/** The status of a candidate. Undefined if it does not exist. */
export function readStatus(db: TenantDatabase, tenantId: number, candidateId: number) {
  return db
    .selectFrom('candidate')
    .select('status_id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', candidateId)
    .executeTakeFirst();
}

/**
 * SQL for the entry of the status history that the candidate's status comes from. It need not be the latest one: a merge puts two histories
 * together, and keeps the status of one.
 */
export function presentEntry(tenantId: number, candidateId: number): RawBuilder<unknown> {
  return sql`
      SELECT e.id, e.status_id, e.comment, e.set_at, e.application_id
        FROM candidate AS c
        JOIN candidate_status_entry AS e ON e.tenant_id = ${tenantId} AND e.candidate_id = c.id
       WHERE c.tenant_id = ${tenantId} AND c.id = ${candidateId} AND e.status_id = c.status_id AND e.set_at <= c.status_changed_at
         AND e.revoked_at IS NULL
       ORDER BY e.id DESC LIMIT 1`;
}

export async function findPresentEntry(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<{ id: number; applicationId: number | null } | undefined> {
  const { rows } = await sql<{ id: number; applicationId: number | null }>`
    SELECT id, application_id AS "applicationId" FROM (${presentEntry(tenantId, candidateId)}) AS present`.execute(
    db,
  );
  return rows[0];
}

/**
 * The entry that the status comes from, if setting this status once more would change nothing: no other comment is given, and no application
 * was recorded after it that is open. So a call whose response was lost can be repeated. When the candidate applied does not matter: an
 * application that is imported later has a date before the status, and nobody has decided about it.
 */
export async function findSameStatus(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  { statusId, comment }: Pick<NewStatus, 'statusId' | 'comment'>,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT present.id
      FROM (${presentEntry(tenantId, candidateId)}) AS present
     WHERE present.status_id = ${statusId} AND (${comment}::text IS NULL OR present.comment = ${comment}::text)
       AND NOT EXISTS (SELECT FROM application AS a
                        WHERE a.tenant_id = ${tenantId} AND a.candidate_id = ${candidateId}
                          AND a.stage = ANY (${OPEN_STAGES}::text[]) AND a.created_at > present.set_at)`.execute(
    db,
  );
  return rows[0]?.id;
}

/** The status history as JSON text `{"statuses": […]}`, newest first. Undefined if the candidate does not exist. */
export async function findStatusHistory(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  language: Language,
): Promise<string | undefined> {
  const { rows } = await sql<{ json: string }>`
    SELECT json_build_object('statuses', (
             SELECT coalesce(json_agg(json_build_object(
                      'id', e.id, 'statusId', e.status_id,
                      'status', (SELECT s.${sql.ref(`name_${language}`)} FROM catalog_entry AS s
                                  WHERE s.list = 'candidatestatus' AND s.id = e.status_id),
                      'comment', e.comment, 'setAtUtc', utc(e.set_at), 'applicationId', e.application_id,
                      'revokedAtUtc', utc(e.revoked_at)) ORDER BY e.id DESC), '[]')
               FROM candidate_status_entry AS e WHERE e.tenant_id = ${tenantId} AND e.candidate_id = c.id))::text AS json
      FROM candidate AS c WHERE c.tenant_id = ${tenantId} AND c.id = ${candidateId}`.execute(db);
  return rows[0]?.json;
}

interface NewStatus {
  statusId: number;
  comment: string | null;
  /**
   * The application that the status is about. Somebody has chosen its stage, so it is moved from any. By default, it is the one that
   * `subject` finds, which is moved only if it is open.
   */
  applicationId?: number;
}

/**
 * Sets the status, adds an entry to the status history, moves the applications that the status is about, and returns the id
 * of the entry, in one statement. The caller has locked the candidate.
 */
export async function setStatus(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  { statusId, comment, applicationId }: NewStatus,
): Promise<number> {
  const { stage, from, movesAll } = moveOf(statusId);
  const moved = applicationId === undefined ? from : APPLICATION_STAGES;
  const { rows } = await sql<{ id: number }>`
    WITH subject AS MATERIALIZED (
      ${applicationId === undefined ? subject(tenantId, candidateId, statusId) : sql`SELECT ${applicationId}::int AS id`}),
    changed AS (
      UPDATE candidate SET status_id = ${statusId}, status_changed_at = clock_now(), modified_at = clock_now()
       WHERE tenant_id = ${tenantId} AND id = ${candidateId}
      RETURNING id, row_guid, office_id, status_changed_at),
    moved AS (
      UPDATE application SET stage = ${stage}, stage_reason = ${comment},
             stage_changed_at = (SELECT status_changed_at FROM changed)
       WHERE tenant_id = ${tenantId} AND candidate_id = ${candidateId} AND stage = ANY (${moved}::text[]) AND stage <> ${stage}
         ${movesAll ? sql`` : sql`AND id = (SELECT id FROM subject)`}
      RETURNING id)
    SELECT add_candidate_status_entry(${tenantId}::int, changed.id, ${statusId}::int, ${comment}::text,
             changed.status_changed_at, ${movesAll ? sql`NULL` : sql`(SELECT id FROM subject)`}) AS id,
           ${rowChangeExpression(tenantId, 'changed', {
             entity: 'candidate',
             kind: 'modified',
             properties: sql`
               CASE WHEN EXISTS (SELECT FROM moved) THEN ${['statusId', 'applies']}::text[] ELSE ${['statusId']}::text[] END`,
             event: EVENTS.candidateStatusChanged,
           })} FROM changed`.execute(db);
  return rows[0]!.id;
}

/**
 * SQL for the application that a status is about: the latest open one, or the latest one if none is open, which then keeps its
 * stage. Who takes back the decisions about it takes back this one too. Nobody decides about one that was withdrawn. A status that is repeated is about the same application as before, unless another one was recorded since.
 * Otherwise a system that sends a status back would decide about the next application.
 */
function subject(tenantId: number, candidateId: number, statusId: number): RawBuilder<unknown> {
  return sql`
      SELECT a.id
        FROM application AS a
        LEFT JOIN (${presentEntry(tenantId, candidateId)}) AS repeated ON repeated.status_id = ${statusId}
       WHERE a.tenant_id = ${tenantId} AND a.candidate_id = ${candidateId} AND a.stage <> 'withdrawn'
       ORDER BY (a.stage = ANY (${OPEN_STAGES}::text[]) AND coalesce(a.created_at > repeated.set_at, true)) DESC,
                coalesce(a.id = repeated.application_id, false) DESC, a.applied_at DESC, a.id DESC
       LIMIT 1`;
}
