import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { type ApplicationStage, CANDIDATE_STATUS, DECISIONS, presentEntry } from '../../candidates/index.ts';
import { EVENTS, rowChangeExpression } from '../../changes/index.ts';

export interface LockedApplication {
  id: number;
  candidateId: number;
  stage: ApplicationStage;
  candidateStatusId: number | null;
}

/**
 * Reads the application and locks it and its candidate until the transaction ends. The candidate comes first, as in every
 * other write. Undefined if the application does not exist.
 */
export async function lockApplication(
  db: TenantDatabase,
  tenantId: number,
  applicationId: number,
): Promise<LockedApplication | undefined> {
  for (;;) {
    const locked = await tryLock(db, tenantId, applicationId);
    if (locked !== undefined) return locked;
    const { rows } = await sql`
      SELECT FROM application WHERE tenant_id = ${tenantId} AND id = ${applicationId}`.execute(db);
    if (rows.length === 0) return undefined;
    // A merge, or taking two candidates apart, gave it to another one while the lock waited.
  }
}

async function tryLock(
  db: TenantDatabase,
  tenantId: number,
  applicationId: number,
): Promise<LockedApplication | undefined> {
  const { rows } = await sql<LockedApplication>`
    SELECT a.id, c.id AS "candidateId", a.stage, c.status_id AS "candidateStatusId"
      FROM candidate AS c
      JOIN application AS a ON a.candidate_id = c.id
     WHERE c.tenant_id = ${tenantId} AND a.tenant_id = ${tenantId} AND a.id = ${applicationId}
       FOR UPDATE OF c, a`.execute(db);
  return rows[0];
}

interface StageChange {
  stage: ApplicationStage;
  reason: string | null;
}

/** Moves the application and records it as a change of the candidate, in one statement. The status stays. */
export async function moveApplication(
  db: TenantDatabase,
  tenantId: number,
  { id, candidateId }: LockedApplication,
  { stage, reason }: StageChange,
): Promise<void> {
  await sql`
    WITH moved AS (
      UPDATE application SET stage = ${stage}, stage_reason = ${reason}, stage_changed_at = clock_now()
       WHERE tenant_id = ${tenantId} AND id = ${id}),
    touched AS (
      UPDATE candidate SET modified_at = clock_now()
       WHERE tenant_id = ${tenantId} AND id = ${candidateId}
      RETURNING id, row_guid, office_id)
    SELECT ${rowChangeExpression(tenantId, 'touched', {
      entity: 'candidate',
      kind: 'modified',
      properties: ['applies'],
      event: EVENTS.candidateChanged,
    })} FROM touched`.execute(db);
}

interface StatusBefore {
  /** The entry of the status history. Undefined if the candidate had no status. */
  entry?: { id: number; statusId: number };
}

/**
 * Takes back the decisions about the application. If the candidate's status comes from one of them, returns the status from before it.
 * Archived is final, so it is not from before: a merge has added the history of somebody who was archived.
 */
export async function revokeDecisions(
  db: TenantDatabase,
  tenantId: number,
  { id, candidateId }: LockedApplication,
): Promise<StatusBefore | undefined> {
  const { rows: revoked } = await sql<{ id: number }>`
    WITH present AS MATERIALIZED (${presentEntry(tenantId, candidateId)}),
    revoked AS (
      UPDATE candidate_status_entry SET revoked_at = clock_now()
       WHERE tenant_id = ${tenantId} AND candidate_id = ${candidateId} AND application_id = ${id}
         AND status_id = ANY (${DECISIONS}::int[]) AND revoked_at IS NULL
      RETURNING id)
    SELECT present.id FROM present JOIN revoked ON revoked.id = present.id`.execute(db);
  const decision = revoked[0];
  if (decision === undefined) return undefined;
  const { rows } = await sql<{ id: number; statusId: number }>`
    SELECT id, status_id AS "statusId" FROM candidate_status_entry
     WHERE tenant_id = ${tenantId} AND candidate_id = ${candidateId} AND id < ${decision.id} AND revoked_at IS NULL
       AND status_id <> ${CANDIDATE_STATUS.archived}::int
     ORDER BY id DESC LIMIT 1`.execute(db);
  return { entry: rows[0] };
}

/** Like moveApplication, and gives the candidate back the status of the entry, or none. The event is that of a status. */
export async function moveApplicationAndStatus(
  db: TenantDatabase,
  tenantId: number,
  { id, candidateId }: LockedApplication,
  { stage, reason }: StageChange,
  { entry }: StatusBefore,
): Promise<void> {
  await sql`
    WITH moved AS (
      UPDATE application SET stage = ${stage}, stage_reason = ${reason}, stage_changed_at = clock_now()
       WHERE tenant_id = ${tenantId} AND id = ${id}),
    changed AS (
      UPDATE candidate SET modified_at = clock_now(), status_id = ${entry?.statusId ?? null}::int,
             status_changed_at = (SELECT set_at FROM candidate_status_entry
                                   WHERE tenant_id = ${tenantId} AND id = ${entry?.id ?? null}::int)
       WHERE tenant_id = ${tenantId} AND id = ${candidateId}
      RETURNING id, row_guid, office_id)
    SELECT ${rowChangeExpression(tenantId, 'changed', {
      entity: 'candidate',
      kind: 'modified',
      properties: ['statusId', 'applies'],
      event: EVENTS.candidateStatusChanged,
    })} FROM changed`.execute(db);
}
