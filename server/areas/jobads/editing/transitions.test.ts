import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNotFound, assertRefused, recordedBy } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { makeBranch } from '../../../testing/makers/branches.ts';
import { jobAdMaker, PUBLISHABLE } from '../../../testing/makers/job-ads.ts';

// Publishing, withdrawing, completing, reopening, and deleting job ads.

const service = await startTestService();
const { tenant } = service;
const { api } = tenant;
// Far from the end of an hour and of a day: the tests read what happened in both.
await service.clock.set(`${service.clock.now().toISOString().slice(0, 10)}T10:00:00Z`);
const platform = await service.platform('recruiter');

const berlin = await makeBranch(service, 'Berlin');

type Json = Record<string, unknown>;

const { create, createWith } = jobAdMaker(platform, berlin);

/** The transitions that bring a new job ad into each status. */
const TRANSITIONS_TO: Record<string, string[]> = {
  Editing: [],
  Active: ['publish'],
  Completed: ['publish', 'complete'],
};

/** The day in UTC that is so many days after today. */
const utcDay = (days: number) =>
  new Date(service.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

const read = async (id: number) => (await api.get(`/jobads/${id}`)).body;
const changeOf = (id: number, type: number, kind = 'modified') => ({
  changes: [{ entity: 'jobad', kind, id }],
  events: [{ type, entityId: id }],
});

/** The publications of a job ad, oldest first. */
const publicationsOf = (id: number) =>
  service.sql<{ from: string; to: string | null }>(
    'SELECT published_at AS "from", ended_at AS "to" FROM job_ad_publication WHERE tenant_id = $1 AND job_ad_id = $2 ORDER BY 1',
    [tenant.id, id],
  );

/** The new status and the event of each transition from each status. Null means that the service rejects the transition. */
const MATRIX: Record<string, Record<string, readonly [status: string, event: number] | null>> = {
  publish: { Editing: ['Active', 1463], Active: null, Completed: null },
  withdraw: { Editing: null, Active: ['Editing', 1462], Completed: null },
  complete: { Editing: null, Active: ['Completed', 1464], Completed: null },
  reopen: { Editing: null, Active: null, Completed: ['Editing', 1462] },
};

for (const [transition, outcomes] of Object.entries(MATRIX)) {
  for (const [status, outcome] of Object.entries(outcomes)) {
    test(`${transition} ${outcome === null ? 'is rejected' : 'succeeds'} for a job ad with status ${status}`, async () => {
      const id = await createWith(...TRANSITIONS_TO[status]!);
      const call = () => platform.post(`/jobads/${id}/${transition}`);
      if (outcome === null) {
        await assertRefused(service, call, 'status notAllowed');
        assert.equal((await read(id)).status, status);
        return;
      }
      const recorded = await recordedBy(service, async () => {
        assert.equal((await call()).status, 204);
      });
      assert.deepEqual(recorded, changeOf(id, outcome[1]));
      assert.equal((await read(id)).status, outcome[0]);
      const now = service.clock.now().toISOString();
      const window = await api.get(`/jobads/changes/${now.slice(0, 10)}/${Number(now.slice(11, 13))}`);
      const entry = window.body.new.find(({ jobAdId }: { jobAdId: number }) => jobAdId === id);
      assert.equal(entry.ProcessStatus, outcome[0]);
    });
  }
}

test('the message of a rejected transition names the status and the possible actions', async () => {
  const id = await createWith('publish', 'complete');
  const { body } = await platform.post(`/jobads/${id}/publish`);
  assert.equal(
    body.validationErrors[0].message,
    'Only a job ad with status Editing can be published. This one has status Completed and can be reopened or deleted.',
  );
});

for (const status of Object.keys(TRANSITIONS_TO)) {
  test(`a job ad with status ${status} can be deleted and is not found afterwards`, async () => {
    const id = await createWith(...TRANSITIONS_TO[status]!);
    const { id: guid } = await read(id);
    const recorded = await recordedBy(service, async () => {
      assert.equal((await platform.delete(`/jobads/${id}`)).status, 204);
    });
    assert.deepEqual(recorded, changeOf(id, 1465, 'deleted'));
    for (const path of [`/jobads/${id}`, `/jobads/${guid}`]) assert.equal((await api.get(path)).status, 404);
    await assertNotFound(service, () => platform.delete(`/jobads/${id}`));
    await assertNotFound(service, () => platform.put(`/jobads/${id}`, { title: 'X' }));
    await assertNotFound(service, () => platform.post(`/jobads/${id}/publish`));
    assert.equal((await platform.get(`/jobads/${id}`)).status, 404);
    for (const [list, property] of [
      [(await api.get('/jobads')).body, 'jobAdId'],
      [(await platform.get('/jobads?limit=200')).body.jobAds, 'jobAdId'],
    ] as const)
      assert.ok(!list.some((entry: Json) => entry[property] === id));
    assert.ok((await publicationsOf(id)).every(({ to }) => to !== null));
  });
}

test('the hour of the deletion event lists the job ad with its last status', async () => {
  const id = await createWith('publish');
  await platform.delete(`/jobads/${id}`);
  const [event] = await service.sql<{ at: Date }>(
    'SELECT changed_at AS at FROM change_log WHERE tenant_id = $1 AND event_type_id = 1465 AND record_id = $2',
    [tenant.id, id],
  );
  const at = event!.at.toISOString();
  const { body } = await api.get(`/jobads/changes/${at.slice(0, 10)}/${Number(at.slice(11, 13))}`);
  const entry = body.deleted.find(({ jobAdId }: { jobAdId: number }) => jobAdId === id);
  assert.equal(entry.ProcessStatus, 'Active');
});

test('a deleted job ad accepts no applications but stays on existing ones', async () => {
  const id = await createWith('publish');
  const candidate = (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
  const apply = () =>
    api.post(`/candidates/${candidate}/apply`, { recruiterId: platform.user.id, jobAdId: id });
  assert.equal((await apply()).status, 200);
  await platform.delete(`/jobads/${id}`);
  await assertRefused(service, apply, 'jobAdId unknownReference');
  const { applies } = (await api.get(`/candidates/${candidate}/applies`)).body;
  assert.deepEqual(
    applies.map(({ jobAdId, jobAd }: Json) => [jobAdId, jobAd]),
    [[id, 'Lagerhelfer']],
  );
  const [figures] = (await api.get(`/reports/performance/jobs/${id}`)).body.data;
  assert.deepEqual([figures.applications, figures.publishedDays], [1, 1]);
});

test('an imported application can refer to a job ad in every status', async () => {
  const candidate = (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
  for (const transitions of Object.values(TRANSITIONS_TO)) {
    const jobAdId = await createWith(...transitions);
    const response = await api.post(`/candidates/${candidate}/apply`, {
      recruiterId: platform.user.id,
      jobAdId,
    });
    assert.equal(response.status, 200);
  }
});

test('publishing names every missing property', async () => {
  const id = await create({ introduction: '<p></p>' });
  await assertRefused(
    service,
    () => platform.post(`/jobads/${id}/publish`),
    'location.city required',
    'tasks required',
  );
});

for (const [title, body] of [
  ['a postal code and an introduction', { location: { zipCode: '10115' }, introduction: 'Hallo' }],
  ['a city and tasks', { location: { city: 'Berlin' }, tasks: 'Packen' }],
] as const) {
  test(`${title} are enough for publishing`, async () => {
    const id = await create(body);
    assert.equal((await platform.post(`/jobads/${id}/publish`)).status, 204);
  });
}

test('an Active job ad must keep the properties that publishing requires', async () => {
  const id = await createWith('publish');
  await assertRefused(
    service,
    () => platform.put(`/jobads/${id}`, { location: null, tasks: '<p> </p>' }),
    'location.city required',
    'tasks required',
  );
  assert.equal((await platform.put(`/jobads/${id}`, { tasks: null, introduction: 'Neu' })).status, 204);
});

test('reopening keeps the time of publication and clears the time of completion', async () => {
  const id = await createWith('publish');
  const first = await read(id);
  assert.equal(first.publishedAtUtc, first.modifiedAtUtc);
  await platform.post(`/jobads/${id}/complete`);
  const completed = await read(id);
  assert.deepEqual(
    [completed.publishedAtUtc, completed.completedAtUtc],
    [first.publishedAtUtc, completed.modifiedAtUtc],
  );
  await platform.post(`/jobads/${id}/reopen`);
  const reopened = await read(id);
  assert.deepEqual([reopened.publishedAtUtc, reopened.completedAtUtc], [first.publishedAtUtc, null]);
  await platform.post(`/jobads/${id}/publish`);
  const again = await read(id);
  assert.ok(again.publishedAtUtc > first.publishedAtUtc);
});

test('every publication is kept with its start and end', async () => {
  const id = await createWith('publish', 'withdraw', 'publish', 'complete', 'reopen', 'publish');
  const found = await publicationsOf(id);
  assert.deepEqual(
    found.map(({ to }) => to === null),
    [false, false, true],
  );
  for (const [index, { from, to }] of found.entries()) {
    if (to !== null) assert.ok(from < to);
    if (index > 0) assert.ok(found[index - 1]!.to! < from);
  }
});

test('an end before the publication is rejected', async () => {
  const id = await create({ ...PUBLISHABLE, endDate: utcDay(-1) });
  const draft = (await platform.get(`/jobads/${id}`)).body;
  assert.deepEqual(draft.missing, ['endDate']);
  await assertRefused(service, () => platform.post(`/jobads/${id}/publish`), 'endDate range');
  await platform.put(`/jobads/${id}`, { endDate: utcDay(2) });
  assert.equal((await platform.post(`/jobads/${id}/publish`)).status, 204);
  await assertRefused(service, () => platform.put(`/jobads/${id}`, { endDate: utcDay(-1) }), 'endDate range');
  const changed = await recordedBy(service, () => platform.put(`/jobads/${id}`, { endDate: null }));
  assert.deepEqual(changed, changeOf(id, 1462));
  assert.equal((await read(id)).endDate, null);
});

test('only one of ten concurrent calls that publish a job ad succeeds', async () => {
  const id = await createWith();
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => platform.post(`/jobads/${id}/publish`)),
  );
  assert.deepEqual(responses.map(({ status }) => status).sort(), [204, ...Array(9).fill(400)]);
  assert.equal((await publicationsOf(id)).length, 1);
});

// These tests let days pass, which ends the session. So they come last and sign in again.

test('a job ad leaves the job portal after its last day, without a change', async () => {
  const id = await create({ ...PUBLISHABLE, endDate: utcDay(0) });
  await platform.post(`/jobads/${id}/publish`);
  const { endDate, portalUrl, applyUrl } = await read(id);
  assert.equal(endDate, utcDay(0));
  assert.ok(portalUrl !== null && applyUrl !== null);
  const { modifiedAtUtc } = await read(id);
  const recorded = await recordedBy(service, () => service.clock.set(`${utcDay(1)}T00:00:00Z`));
  const over = await read(id);
  assert.deepEqual(
    [over.status, over.portalUrl, over.applyUrl, over.modifiedAtUtc],
    ['Active', null, null, modifiedAtUtc],
  );
  assert.deepEqual(recorded, { changes: [], events: [] });
  const listed = (await api.get('/jobads')).body.find(({ jobAdId }: Json) => jobAdId === id);
  assert.equal(listed.status, 'Active');
  const { jobAds } = (await (await service.platform('recruiter')).get('/jobads')).body;
  assert.equal(jobAds.find(({ jobAdId }: Json) => jobAdId === id).endDate, endDate);
});

test('completing a job ad that is over ends its publication on the last day', async () => {
  const today = await service.platform('recruiter');
  const { id } = (
    await today.post('/jobads', { title: 'X', officeId: berlin, ...PUBLISHABLE, endDate: utcDay(0) })
  ).body;
  await today.post(`/jobads/${id}/publish`);
  const midnight = `${utcDay(1)}T00:00:00.000Z`;
  await service.clock.set(`${utcDay(3)}T10:00:00Z`);
  await (await service.platform('recruiter')).post(`/jobads/${id}/complete`);
  assert.deepEqual(
    (await publicationsOf(id)).map(({ to }) => new Date(to!).toISOString()),
    [midnight],
  );
});
