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
