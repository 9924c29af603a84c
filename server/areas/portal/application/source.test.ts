import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { newEmail } from '../../../testing/portal-applications.ts';
import { insertAd, Visitor } from '../../../testing/portal-visitor.ts';

const service = await startTestService();

test('a form is accepted even if all sources of supply have expired', async () => {
  const other = new Visitor(service, await service.createTenant());
  const { tenant } = other;
  const jobAdId = await insertAd(service, {}, tenant);
  // Not through the platform, which keeps the last one valid.
  const [source] = await service.sql<{ id: number }>(
    `WITH expired AS (
       UPDATE tenant_catalog_entry SET is_expired = true
        WHERE tenant_id = $1 AND list = 'sourcesofsupply' RETURNING id)
     SELECT min(id) AS id FROM expired`,
    [tenant.id],
    tenant.id,
  );
  assert.equal((await other.apply(jobAdId, { email: newEmail() })).status, 303);
  const [candidate] = (await tenant.api.get('/candidates/export/candidates')).body.candidates;
  assert.equal(candidate.sourceOfSupplyId, source!.id);
});
