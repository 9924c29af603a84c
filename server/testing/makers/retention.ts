import assert from 'node:assert/strict';
import type { PlatformApi, TestService, TestTenant } from '../harness.ts';

/** The time in these tests. */
export const NOW = '2031-07-16T09:30:00Z';
/** Who was rejected then is due. */
export const LONG_AGO = '2030-05-02T10:00:00.123456Z';
export const HIRED = 2003;

export interface RetentionWorld {
  tenant: TestTenant;
  admin: PlatformApi;
}

/** Makes tenants whose candidates are due for erasure, or are not, and sets the clock. */
export async function retentionMaker(service: TestService) {
  await service.clock.set(NOW);

  /** A tenant without candidates. */
  async function createWorld(): Promise<RetentionWorld> {
    const tenant = await service.createTenant();
    return { tenant, admin: await service.platform('admin', tenant) };
  }

  /** Moves the clock. Sessions from another day have ended. */
  async function moveClock(world: RetentionWorld, at: string): Promise<void> {
    await service.clock.set(at);
    world.admin = await service.platform('admin', world.tenant);
  }

  const sql = ({ tenant }: RetentionWorld, text: string, ...values: unknown[]) =>
    service.sql<{ id: number }>(text, [tenant.id, ...values], tenant.id);

  async function createCandidate({ tenant }: RetentionWorld, firstName = 'Ada'): Promise<number> {
    return (await tenant.api.post('/candidates', { firstName, lastName: 'Muster' })).body.id;
  }

  async function apply({ admin }: RetentionWorld, candidateId: number, body = {}): Promise<number> {
    const application = { recruiterId: admin.user.id, ...body };
    return (await admin.post(`/candidates/${candidateId}/apply`, application)).body.id;
  }

  /** Closes the application at this time, or opens it again. */
  async function move(world: RetentionWorld, applicationId: number, stage: string, at = NOW): Promise<void> {
    const response = await world.admin.put(`/applications/${applicationId}/stage`, { stage });
    assert.equal(response.status, 204, response.text);
    await sql(
      world,
      'UPDATE application SET stage_changed_at = $3 WHERE tenant_id = $1 AND id = $2',
      applicationId,
      at,
    );
  }

  async function createClosed(world: RetentionWorld, at = LONG_AGO, stage = 'rejected'): Promise<number> {
    const candidateId = await createCandidate(world);
    await move(world, await apply(world, candidateId), stage, at);
    return candidateId;
  }

  async function due({ admin }: RetentionWorld, query = '') {
    const response = await admin.get(`/privacy/due${query}`);
    assert.equal(response.status, 200, response.text);
    return response.body;
  }

  async function dueIds(world: RetentionWorld): Promise<number[]> {
    return (await due(world)).candidates.map(({ candidateId }: { candidateId: number }) => candidateId);
  }

  const setRule = ({ admin }: RetentionWorld, months: unknown, options = {}) =>
    admin.put('/privacy/retention', { proposeErasureAfterMonths: months }, options);

  return { createWorld, moveClock, sql, createCandidate, apply, move, createClosed, due, dueIds, setRule };
}
