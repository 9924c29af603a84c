import assert from 'node:assert/strict';
import type { TestService, TestTenant } from '../../server/testing/harness.ts';
import { makeBranch } from '../../server/testing/makers/branches.ts';

const DAY_MS = 24 * 3_600_000;
/** More than six months, the period of a tenant that has set none. */
const PERIOD_DAYS = 190;

/** What makes candidates who are due, and holds, in a tenant. */
export async function openPrivacy(service: TestService, tenant: TestTenant = service.tenant) {
  const { api, id: tenantId } = tenant;
  const admin = await service.platform('admin', tenant);
  const branchId = await makeBranch(service, 'Berlin', tenant);
  const sql = <Row>(text: string, ...values: unknown[]) =>
    service.sql<Row>(text, [tenantId, ...values], tenantId);
  const [jobAd] = await sql<{ id: number }>(
    "INSERT INTO job_ad (tenant_id, title, office_id) VALUES ($1, 'Fachkraft für Lagerlogistik', $2) RETURNING id",
    branchId,
  );

  /** A candidate whose only application was rejected, so many days before the erasure was proposed at the latest. */
  async function createDue([firstName, lastName]: [string, string], overdueDays = 0) {
    const { id } = (await api.post('/candidates', { firstName, lastName, officeId: branchId })).body;
    const application = { recruiterId: admin.user.id, jobAdId: jobAd!.id };
    const applied = await api.post(`/candidates/${id}/apply`, application);
    assert.equal(applied.status, 200, applied.text);
    const applicationId: number = applied.body.id;
    const moved = await admin.put(`/applications/${applicationId}/stage`, { stage: 'rejected' });
    assert.equal(moved.status, 204, moved.text);
    const closedAt = service.clock.now().getTime() - (PERIOD_DAYS + overdueDays) * DAY_MS;
    const update = 'UPDATE application SET stage_changed_at = $3 WHERE tenant_id = $1 AND id = $2';
    await sql(update, applicationId, new Date(closedAt).toISOString());
    return { candidateId: id as number, applicationId };
  }

  async function hold(candidateId: number, reason: string, until: string | null = null): Promise<void> {
    const response = await admin.put(`/candidates/${candidateId}/hold`, { reason, until });
    assert.equal(response.status, 204, response.text);
  }

  /** What is in force, as it was entered. */
  async function readHold(candidateId: number) {
    const { body } = await admin.get(`/candidates/${candidateId}/hold`);
    return body.hold === null ? null : { reason: body.hold.reason, until: body.hold.until };
  }

  return { tenant, admin, sql, createDue, hold, readHold };
}

export type PrivacyData = Awaited<ReturnType<typeof openPrivacy>>;
