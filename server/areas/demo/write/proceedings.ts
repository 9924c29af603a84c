import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { setStatus } from '../../candidates/index.ts';
import { EVENTS, rowChangeExpression } from '../../changes/index.ts';
import type { Organisation, StoredDemoCandidate } from './candidates.ts';

/** Stores the applications and makes their candidates visible. Returns the first application of each candidate. */
export async function writeApplications(
  db: TenantDatabase,
  tenantId: number,
  stored: readonly StoredDemoCandidate[],
  { jobAdIds }: Organisation,
): Promise<Map<number, number>> {
  const values = stored.flatMap(({ id, officeId, recruiterId, plan }) =>
    plan.applications.map((application) => ({
      tenant_id: tenantId,
      candidate_id: id,
      job_ad_id: application.jobAd === null ? null : jobAdIds[application.jobAd]!,
      channel_id: application.channelId,
      recruiter_id: recruiterId,
      office_id: officeId,
      message: application.message,
      privacy_accepted_at: application.appliedAt.toISOString(),
      terms_of_use_accepted_at: application.appliedAt.toISOString(),
      whatsapp_consent_checked: plan.body.contact?.whatsAppConsentChecked ?? false,
      applied_at: application.appliedAt.toISOString(),
      created_at: application.appliedAt.toISOString(),
    })),
  );
  const rows = await db
    .with('applied', (create) =>
      create
        .insertInto('application')
        .values(values)
        .returning(['id', 'candidate_id', 'job_ad_id', 'office_id', 'applied_at']),
    )
    .with('shown', (show) =>
      show
        .updateTable('candidate')
        .set({ is_visible: true })
        .where('tenant_id', '=', tenantId)
        .where('id', 'in', (query) => query.selectFrom('applied').select('candidate_id'))
        .returning(['id', 'row_guid']),
    )
    .selectFrom('applied')
    .innerJoin('shown', 'shown.id', 'applied.candidate_id')
    .select(({ ref }) => [
      'applied.id',
      'applied.candidate_id',
      rowChangeExpression(tenantId, 'shown', {
        entity: 'candidate',
        kind: 'modified',
        officeId: ref('applied.office_id'),
        event: EVENTS.applicationReceived,
        additionalData: sql`jsonb_build_object('applicationId', applied.id, 'jobAdId', applied.job_ad_id)::text`,
      }).as('changed_at'),
    ])
    .orderBy('applied.applied_at')
    .execute();
  const first = new Map<number, number>();
  for (const row of rows) if (!first.has(row.candidate_id)) first.set(row.candidate_id, row.id);
  return first;
}

/** Sets each status like the API does, then backdates it to the planned time. */
export async function writeStatus(
  db: TenantDatabase,
  tenantId: number,
  stored: readonly StoredDemoCandidate[],
): Promise<void> {
  const times: { id: number; set_at: string }[] = [];
  for (const { id: candidateId, plan } of stored) {
    for (const { statusId, comment, setAt } of plan.status) {
      const id = await setStatus(db, tenantId, candidateId, { statusId, comment });
      times.push({ id, set_at: setAt.toISOString() });
    }
  }
  await sql`
    WITH entry AS (
      UPDATE candidate_status_entry AS e SET set_at = t.set_at
        FROM jsonb_to_recordset(${JSON.stringify(times)}::jsonb) AS t (id integer, set_at timestamptz)
       WHERE e.tenant_id = ${tenantId} AND e.id = t.id
      RETURNING e.candidate_id, e.set_at)
    UPDATE candidate AS c SET status_changed_at = latest.set_at
      FROM (SELECT candidate_id, max(set_at) AS set_at FROM entry GROUP BY candidate_id) AS latest
     WHERE c.tenant_id = ${tenantId} AND c.id = latest.candidate_id`.execute(db);
}

/** Backdates the moves that the status made, and makes the others with their changes and events. */
export async function writeMoves(
  db: TenantDatabase,
  tenantId: number,
  stored: readonly StoredDemoCandidate[],
): Promise<void> {
  await sql`
    UPDATE application AS a SET stage_changed_at = coalesce(
             (SELECT max(e.set_at) FROM candidate_status_entry AS e WHERE e.tenant_id = ${tenantId} AND e.application_id = a.id),
             c.status_changed_at)
      FROM candidate AS c
     WHERE a.tenant_id = ${tenantId} AND c.tenant_id = ${tenantId} AND c.id = a.candidate_id
       AND a.stage_changed_at IS NOT NULL`.execute(db);
  const moves = stored.flatMap(({ id, plan }) =>
    plan.moves.map(({ stage, reason, appliedAt, movedAt }) => ({
      candidate_id: id,
      applied_at: appliedAt.toISOString(),
      stage,
      reason,
      moved_at: movedAt.toISOString(),
    })),
  );
  await sql`
    WITH moved AS (
      UPDATE application AS a SET stage = m.stage, stage_reason = m.reason, stage_changed_at = m.moved_at
        FROM jsonb_to_recordset(${JSON.stringify(moves)}::jsonb)
             AS m (candidate_id integer, applied_at timestamptz, stage text, reason text, moved_at timestamptz)
       WHERE a.tenant_id = ${tenantId} AND a.candidate_id = m.candidate_id AND a.applied_at = m.applied_at
      RETURNING a.candidate_id)
    SELECT ${rowChangeExpression(tenantId, 'candidate', {
      entity: 'candidate',
      kind: 'modified',
      event: EVENTS.candidateChanged,
    })}
      FROM moved JOIN candidate ON candidate.tenant_id = ${tenantId} AND candidate.id = moved.candidate_id`.execute(
    db,
  );
}

export async function writeCommunications(
  db: TenantDatabase,
  tenantId: number,
  stored: readonly StoredDemoCandidate[],
): Promise<void> {
  const values = stored.flatMap(({ id, recruiterId, plan }) =>
    plan.communications.map((communication) => ({
      tenant_id: tenantId,
      candidate_id: id,
      communication_type_id: communication.communicationTypeId,
      subject: communication.subject,
      text: communication.text,
      direction: communication.direction,
      user_id: recruiterId,
      occurred_at: communication.occurredAt.toISOString(),
      created_at: communication.occurredAt.toISOString(),
    })),
  );
  await db
    .with('created', (create) =>
      create.insertInto('communication').values(values).returning(['id', 'candidate_id']),
    )
    .selectFrom('created')
    .innerJoin('candidate', (join) =>
      join.onRef('candidate.id', '=', 'created.candidate_id').on('candidate.tenant_id', '=', tenantId),
    )
    .select(
      rowChangeExpression(tenantId, 'candidate', {
        entity: 'candidate',
        kind: 'modified',
        event: EVENTS.communicationCreated,
        additionalData: sql`jsonb_build_object('communicationId', created.id)::text`,
      }).as('changed_at'),
    )
    .execute();
}
