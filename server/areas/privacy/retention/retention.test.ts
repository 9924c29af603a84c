import assert from 'node:assert/strict';
import { subscribe } from 'node:diagnostics_channel';
import { test } from 'node:test';
import { formatCursor } from '../../../core/http/page-position.ts';
import { assertRefused, NOTHING, recordedBy } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { HIRED, LONG_AGO, NOW, retentionMaker } from '../../../testing/makers/retention.ts';
import { connectSuperuser } from '../../../testing/superuser.ts';
import { MAXIMUM_READ } from './schema.ts';

const service = await startTestService();
const make = await retentionMaker(service);
const { createWorld, moveClock, sql, createCandidate, apply, move, createClosed, due, dueIds, setRule } =
  make;
const REJECTED = 2004;
const ARCHIVED = 23;

test('erasure is proposed after six months, unless the tenant sets another rule', async () => {
  const world = await createWorld();
  const read = () => world.admin.get('/privacy/retention');
  assert.deepEqual((await read()).body, { proposeErasureAfterMonths: 6 });
  for (const months of [12, null, 1, 120]) {
    const recorded = await recordedBy(
      service,
      async () => assert.equal((await setRule(world, months)).status, 204),
      world.tenant,
    );
    assert.deepEqual(recorded, NOTHING);
    assert.deepEqual((await read()).body, { proposeErasureAfterMonths: months });
  }
  const other = await createWorld();
  assert.deepEqual((await other.admin.get('/privacy/retention')).body, { proposeErasureAfterMonths: 6 });
});

test('a rule must be a number of months from 1 to 120, or null', async () => {
  const world = await createWorld();
  const body = (value: unknown) => () => setRule(world, value);
  await assertRefused(service, body(0), 'proposeErasureAfterMonths range');
  await assertRefused(service, body(121), 'proposeErasureAfterMonths range');
  await assertRefused(service, body(1.5), 'proposeErasureAfterMonths type');
  await assertRefused(service, body('6'), 'proposeErasureAfterMonths type');
  await assertRefused(
    service,
    () => world.admin.put('/privacy/retention', {}),
    'proposeErasureAfterMonths required',
  );
});

test('of two people who have read the same rule, the second one is told', async () => {
  const world = await createWorld();
  const etag = (await world.admin.get('/privacy/retention')).headers.get('etag')!;
  const headers = { 'if-match': etag };
  const statuses = await Promise.all([9, 12].map((months) => setRule(world, months, { headers })));
  assert.deepEqual(statuses.map(({ status }) => status).sort(), [204, 412]);
});

for (const stage of ['rejected', 'withdrawn'])
  test(`a candidate whose application was ${stage} is due from the day after six months`, async () => {
    const world = await createWorld();
    const [branch] = await sql(
      world,
      "INSERT INTO branch (tenant_id, name) VALUES ($1, 'Berlin') RETURNING id",
    );
    const insertAd = "INSERT INTO job_ad (tenant_id, title, office_id) VALUES ($1, 'Lager', $2) RETURNING id";
    const [{ id: jobAdId }] = (await sql(world, insertAd, branch!.id)) as [{ id: number }];
    const candidateId = await createCandidate(world, 'Grace');
    const applicationId = await apply(world, candidateId, { jobAdId });
    await move(world, applicationId, stage, '2031-08-31T22:15:30.500Z');

    await moveClock(world, '2032-02-29T23:59:00Z');
    assert.deepEqual(await dueIds(world), []);
    await moveClock(world, '2032-03-01T00:00:00Z');
    assert.deepEqual(await due(world), {
      candidates: [
        {
          candidateId,
          firstName: 'Grace',
          lastName: 'Muster',
          applicationId,
          stage,
          jobAdId,
          jobAd: 'Lager',
          closedAtUtc: '2031-08-31T22:15:30.500Z',
          dueSinceUtc: '2032-03-01T00:00:00.000Z',
        },
      ],
      nextCursor: null,
    });
    await setRule(world, 7);
    assert.deepEqual(await dueIds(world), []);
    await setRule(world, null);
    assert.deepEqual(await dueIds(world), []);
    await setRule(world, 5);
    assert.deepEqual(await dueIds(world), [candidateId]);
    await service.clock.set(NOW);
  });

test('candidates who are not at the end of their applications are not due', async () => {
  const world = await createWorld();
  await createCandidate(world);
  await apply(world, await createCandidate(world));
  await createClosed(world, '2031-01-16T00:00:00Z');
  assert.deepEqual(await dueIds(world), []);
  const last = await createClosed(world, '2031-01-15T23:59:59.999Z');
  assert.deepEqual(await dueIds(world), [last]);
});

test('of several applications, the one that was closed last counts, and the candidate is listed once', async () => {
  const world = await createWorld();
  const candidateId = await createCandidate(world);
  // The first one was closed last.
  const first = await apply(world, candidateId);
  const second = await apply(world, candidateId);
  const third = await apply(world, candidateId);
  await move(world, second, 'withdrawn', '2029-03-01T10:00:00Z');
  await move(world, third, 'rejected', '2029-03-01T10:00:00Z');
  assert.deepEqual(await dueIds(world), []);
  await move(world, first, 'rejected', '2030-06-01T10:00:00Z');
  const { candidates } = await due(world);
  assert.deepEqual(
    candidates.map((one: Record<string, unknown>) => [one.candidateId, one.applicationId, one.dueSinceUtc]),
    [[candidateId, first, '2030-12-02T00:00:00.000Z']],
  );
  await move(world, first, 'withdrawn', '2031-07-01T10:00:00Z');
  assert.deepEqual(await dueIds(world), []);
});

test('an application that is open or led to an employment counts, however long ago it was', async () => {
  const world = await createWorld();
  const [open, hired] = [await createClosed(world), await createClosed(world)];
  const appliedAtUtc = '2027-03-01T10:00:00.000Z';
  await apply(world, open, { appliedAtUtc });
  await move(world, await apply(world, hired, { appliedAtUtc }), 'hired', '2028-03-01T10:00:00Z');
  // As an integration does that rejects a former employee.
  await world.admin.put(`/candidates/${hired}/status`, { statusId: REJECTED });
  assert.deepEqual(await dueIds(world), []);
});

test('a candidate whose applications were all closed at once is listed once, with the first one', async () => {
  const world = await createWorld();
  const candidateId = await createCandidate(world);
  const [first] = [await apply(world, candidateId), await apply(world, candidateId)];
  await world.admin.put(`/candidates/${candidateId}/status`, { statusId: ARCHIVED });
  await moveClock(world, '2032-01-17T00:00:00Z');
  const { candidates } = await due(world);
  assert.deepEqual(
    candidates.map((one: Record<string, unknown>) => [one.candidateId, one.applicationId, one.stage]),
    [[candidateId, first, 'withdrawn']],
  );
  await service.clock.set(NOW);
});

test('who applies again, is considered again, or is hired leaves the list', async () => {
  const world = await createWorld();
  const { api } = world.tenant;
  const [again, reopened, hired, employed, stays] = [
    await createClosed(world),
    await createClosed(world),
    await createClosed(world),
    await createClosed(world),
    await createClosed(world),
  ];
  assert.deepEqual(await dueIds(world), [again, reopened, hired, employed, stays]);
  const applicationOf = async (id: number) => (await api.get(`/candidates/${id}/applies`)).body.applies[0].id;
  const repeated = await apply(world, again!);
  await move(world, await applicationOf(reopened!), 'interview');
  await move(world, await applicationOf(hired!), 'hired', LONG_AGO);
  // The status of a candidate without an open application: the application stays rejected.
  await api.put(`/candidates/${employed}/status`, { statusId: HIRED });
  assert.deepEqual(await dueIds(world), [stays]);

  await move(world, repeated, 'rejected', '2030-09-01T10:00:00Z');
  assert.deepEqual(await dueIds(world), [stays, again]);
});

test('a candidate on hold is not due', async () => {
  const world = await createWorld();
  const candidateId = await createClosed(world);
  const path = `/candidates/${candidateId}/hold`;
  await world.admin.put(path, { reason: 'Claim', until: '2031-07-16' });
  assert.deepEqual(await dueIds(world), []);
  await moveClock(world, '2031-07-17T00:00:00Z');
  assert.deepEqual(await dueIds(world), [candidateId]);
  await world.admin.put(path, { reason: 'Claim' });
  assert.deepEqual(await dueIds(world), []);
  await world.admin.delete(path);
  assert.deepEqual(await dueIds(world), [candidateId]);
  assert.equal((await world.admin.delete(`/candidates/${candidateId}`)).status, 204);
  assert.deepEqual(await dueIds(world), []);
  await service.clock.set(NOW);
});

test('the pages have each candidate who stays due once, whatever happens to the others', async () => {
  const world = await createWorld();
  const ids: number[] = [];
  // Pairs that were closed at the same time, in both stages.
  for (const [index, stage] of ['rejected', 'withdrawn', 'withdrawn', 'rejected', 'rejected'].entries())
    for (const _ of [1, 2])
      ids.push(await createClosed(world, `2030-05-0${9 - index}T10:00:00.123456Z`, stage));
  const sorted = [8, 9, 6, 7, 4, 5, 2, 3, 0, 1].map((index) => ids[index]!);
  assert.deepEqual(await dueIds(world), sorted);

  const seen: number[] = [];
  let query = '?limit=3';
  for (let page = 0; ; page++) {
    const { candidates, nextCursor } = await due(world, query);
    seen.push(...candidates.map(({ candidateId }: { candidateId: number }) => candidateId));
    if (nextCursor === null) break;
    assert.equal(candidates.length, 3);
    query = `?limit=3&after=${encodeURIComponent(nextCursor)}`;
    // One that was shown and one that comes are erased; one becomes due before the position.
    if (page === 0) {
      for (const gone of [sorted[2]!, sorted[5]!]) await world.admin.delete(`/candidates/${gone}`);
      await createClosed(world, '2029-01-01T10:00:00Z');
    }
  }
  assert.deepEqual(seen, sorted.toSpliced(5, 1));
});

test('a position that is none is rejected', async () => {
  const world = await createWorld();
  const cursor = (key: string, id: number) =>
    formatCursor({ sort: 'closedAtUtc', order: 'asc' }, { key, id });
  const at = '2030-02-20T10:00:00.000000Z';
  assert.equal((await world.admin.get(`/privacy/due?after=${cursor(at, 1)}`)).status, 200);
  for (const after of [
    'x',
    cursor('', 1),
    cursor('2030-02-30T10:00:00.000000Z', 1),
    cursor(at, 0),
    cursor(at, 9_999_999_999),
  ])
    await assertRefused(service, () => world.admin.get(`/privacy/due?after=${after}`), 'after format');
});

test('another tenant sees none of it', async () => {
  const world = await createWorld();
  await createClosed(world);
  assert.deepEqual(await due(await createWorld()), { candidates: [], nextCursor: null });
});

test('a page ends after a bounded number of applications, all of which are looked up', async () => {
  const world = await createWorld();
  const last = await createClosed(world, '2030-06-01T10:00:00Z');
  // Candidates who were rejected long ago and applied again: the list passes over all of them.
  const admin = await connectSuperuser(service);
  await admin.query(`
    SET session_replication_role = replica;
    INSERT INTO candidate (tenant_id, id, first_name, last_name)
    SELECT ${world.tenant.id}, 1000000 + g, 'A', 'B' FROM generate_series(1, ${2 * MAXIMUM_READ}) AS g;
    INSERT INTO application (tenant_id, candidate_id, channel_id, applied_at, stage, stage_changed_at)
    SELECT ${world.tenant.id}, 1000000 + g, 1, now(), stage, '2020-01-01'::timestamptz + g * interval '1 second'
      FROM generate_series(1, ${2 * MAXIMUM_READ}) AS g, unnest(ARRAY['rejected', 'new']) AS stage`);
  const statements = new Set<string>();
  subscribe('stellwerk.statement', (text) => statements.add(text as string));

  const pages: number[][] = [];
  for (let query: string | undefined = ''; query !== undefined; ) {
    const { candidates, nextCursor } = await due(world, query);
    pages.push(candidates.map(({ candidateId }: { candidateId: number }) => candidateId));
    query = nextCursor === null ? undefined : `?after=${encodeURIComponent(nextCursor)}`;
  }
  assert.deepEqual(pages, [[], [], [last]]);

  // Whatever the statistics say: without a choice of joins that look rows up, the planner would read whole tables if it could.
  const text = [...statements].find((one) => one.includes('WITH closed AS'));
  for (const prepare of ['SELECT', 'ANALYZE application, candidate', 'SET enable_nestloop = off']) {
    await admin.query(prepare);
    const { rows } = await admin.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${text}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    assert.equal(plan.match(/Index Scan using application_by_stage_change/g)?.length, 2, plan);
    assert.match(plan, /application_by_candidate_and_time/);
    assert.match(plan, /candidate_pkey/);
    assert.doesNotMatch(plan, /Hash|Merge Join|Bitmap|Seq Scan on (application|candidate )/);
  }
});
