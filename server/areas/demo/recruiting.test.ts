import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { indexMarked } from '../search/index.ts';
import { createDemoData } from './index.ts';

// What only the console shows of the demo data.

const service = await startTestService();
const now = service.clock.now();
await createDemoData(service.services, service.tenant.id, now);
const recruiter = await service.platform('recruiter');

// biome-ignore lint/suspicious/noExplicitAny: records of every shape are read.
type Json = any;

test('requests that are worked on have proposals of every status, of candidates with the profession', async () => {
  const requests = await service.sql<Json>(
    'SELECT id, status_id, profession_id, headcount, created_at FROM customer_request ORDER BY id',
  );
  const all: Json[] = [];
  for (const { id, status_id, profession_id, headcount, created_at } of requests) {
    const { placed, proposals } = (await recruiter.get(`/requests/${id}/proposals`)).body;
    assert.ok(placed <= headcount);
    if (![1, 2].includes(status_id)) assert.deepEqual(proposals, []);
    for (const { candidateId, ...proposal } of proposals) {
      const { professionObjects } = (await service.tenant.api.get(`/candidates/${candidateId}`)).body;
      assert.ok(professionObjects.some((entry: Json) => entry.professionId === profession_id));
      assertDates(proposal, created_at.toISOString());
    }
    all.push(...proposals);
  }
  assert.ok(all.length >= 20, String(all.length));
  assert.equal(new Set(all.map(({ status }) => status)).size, 5);
  const placedIds = all.filter(({ status }) => status === 'placed').map(({ candidateId }) => candidateId);
  assert.equal(new Set(placedIds).size, placedIds.length);
});

function assertDates(proposal: Json, after: string): void {
  const times = ['shortlisted', 'proposed', 'accepted', 'placed', 'declined']
    .map((status) => proposal[`${status}AtUtc`])
    .filter((time) => time !== null);
  assert.deepEqual(times, times.toSorted());
  assert.ok(times[0] > after && times.at(-1) <= now.toISOString());
  assert.ok(proposal[`${proposal.status}AtUtc`]);
}

test('two people were entered twice, with another address and number, and each is found as a pair', async () => {
  await indexMarked(service.services);
  const { status, body, text } = await recruiter.get('/duplicates');
  assert.equal(status, 200, text);
  assert.deepEqual(
    body.pairs.map(({ matchedOn, first, second }: Json) => [matchedOn, first.lastName, second.lastName]),
    ['Schröder', 'Müller'].map((name) => [['name', 'birthDate'], name, name]),
  );
});
