import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOTHING, recordedBy } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';

const service = await startTestService();
const { api } = service.tenant;

async function create(): Promise<number> {
  return (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
}

for (const [statusId, name] of [
  [2003, 'hire'],
  [2004, 'rejected'],
  [2005, 'qualified'],
  [23, 'archived'],
] as const) {
  test(`status ${statusId} is shown as ${name} and triggers only candidate.statusChanged`, async () => {
    const id = await create();
    const recorded = await recordedBy(service, async () => {
      const response = await api.put(`/candidates/${id}/status`, { statusId, comment: 'why' });
      assert.equal(response.status, 200);
    });
    assert.deepEqual(recorded, {
      changes: [{ entity: 'candidate', kind: 'modified', id }],
      events: [{ type: 1404, entityId: id }],
    });
    const { body } = await api.get(`/candidates/${id}`);
    assert.deepEqual([body.statusId, body.status], [statusId, name]);
    assert.ok(body.statusChangedAtUtc);
  });
}

test('any status except archived can be followed by any other', async () => {
  const id = await create();
  const entries = [];
  for (const statusId of [2004, 2003, 2005, 2003, 2004, 2005]) {
    entries.push((await api.put(`/candidates/${id}/status`, { statusId })).body.id);
  }
  assert.equal(new Set(entries).size, 6);
});

test('a status that is set again, because its response was lost, changes nothing', async () => {
  const id = await create();
  const set = async (comment?: string) =>
    (await api.put(`/candidates/${id}/status`, { statusId: 2004, comment })).body.id;
  const first = await set('No licence');
  const recorded = await recordedBy(service, async () => {
    assert.equal(await set('No licence'), first);
    assert.equal(await set(), first);
  });
  assert.deepEqual(recorded, NOTHING);
  const second = await set('And too far away');
  assert.notEqual(second, first);
  // Another status in between makes it a decision of its own.
  await api.put(`/candidates/${id}/status`, { statusId: 2005 });
  assert.ok((await set('And too far away')) > second);
});

test('a status that is set again after another application decides about it', async () => {
  const admin = await service.platform('admin');
  const id = await create();
  const stages = async () =>
    (await api.get(`/candidates/${id}`)).body.applies.map(({ stage }: { stage: string }) => stage).sort();
  const apply = () => admin.post(`/candidates/${id}/apply`, { recruiterId: admin.user.id });
  await apply();
  const set = async () => (await api.put(`/candidates/${id}/status`, { statusId: 2004 })).body.id;
  const first = await set();
  await apply();
  assert.deepEqual(await stages(), ['new', 'rejected']);
  const second = await set();
  assert.notEqual(second, first);
  assert.deepEqual(await stages(), ['rejected', 'rejected']);
  assert.equal(await set(), second);
});

test('a status that is set again decides about an application that was imported since, whatever its date', async () => {
  const { user } = await service.platform('admin');
  const id = await create();
  const stages = async () =>
    (await api.get(`/candidates/${id}`)).body.applies.map(({ stage }: { stage: string }) => stage).sort();
  const apply = (appliedAtUtc?: string) =>
    api.post(`/candidates/${id}/apply`, { recruiterId: user.id, appliedAtUtc });
  const set = async (body: object) => (await api.put(`/candidates/${id}/status`, body)).body.id;
  await apply();
  const first = await set({ statusId: 2004 });
  await apply('2025-11-01T00:00:00Z');
  assert.deepEqual(await stages(), ['new', 'rejected']);
  const second = await set({ statusId: 2004 });
  assert.notEqual(second, first);
  assert.deepEqual(await stages(), ['rejected', 'rejected']);
  await apply('2025-10-01T00:00:00Z');
  await set({ statusId: 2004, comment: 'No licence' });
  assert.deepEqual(await stages(), ['rejected', 'rejected', 'rejected']);
  await set({ statusId: 2005 });
  await apply('2025-09-01T00:00:00Z');
  await set({ statusId: 2005 });
  assert.deepEqual(await stages(), ['inReview', 'rejected', 'rejected', 'rejected']);
});

test('archived is final, and archiving again changes nothing', async () => {
  const id = await create();
  const { body: archived } = await api.put(`/candidates/${id}/status`, { statusId: 23 });
  const recorded = await recordedBy(service, async () => {
    const rejected = await api.put(`/candidates/${id}/status`, { statusId: 2003 });
    assert.equal(rejected.status, 400);
    assert.deepEqual(
      rejected.body.validationErrors.map(({ property, code }: Record<string, string>) => [property, code]),
      [['statusId', 'notAllowed']],
    );
    const faulty = await api.put(`/candidates/${id}/status`, { statusId: 2003, comment: 5 });
    assert.deepEqual(
      faulty.body.validationErrors.map(({ property, code }: Record<string, string>) => [property, code]),
      [
        ['comment', 'type'],
        ['statusId', 'notAllowed'],
      ],
    );
    const again = await api.put(`/candidates/${id}/status`, { statusId: 23 });
    assert.deepEqual([again.status, again.body], [200, archived]);
  });
  assert.deepEqual(recorded, NOTHING);
});

test('an unknown, missing, or mistyped status is rejected', async () => {
  const id = await create();
  for (const [body, fault] of [
    [{ statusId: 1 }, ['statusId', 'unknownReference']],
    [{}, ['statusId', 'required']],
    [{ statusId: '23' }, ['statusId', 'type']],
  ] as const) {
    const response = await api.put(`/candidates/${id}/status`, body);
    assert.deepEqual(
      response.body.validationErrors.map(({ property, code }: Record<string, string>) => [property, code]),
      [fault],
    );
  }
});

test('users read the status history, newest first', async () => {
  const viewer = await service.platform('viewer');
  const id = await create();
  const path = `/candidates/${id}/statuses`;
  assert.deepEqual((await viewer.get(path)).body, { statuses: [] });
  const first = (await api.put(`/candidates/${id}/status`, { statusId: 2005, comment: 'Interview' })).body.id;
  const second = (await api.put(`/candidates/${id}/status`, { statusId: 2004 })).body.id;
  const { statuses } = (await viewer.get(path, { headers: { 'accept-language': 'de' } })).body;
  const shown = (entry: Record<string, unknown>) => [
    entry.id,
    entry.statusId,
    entry.comment,
    entry.applicationId,
    entry.revokedAtUtc,
  ];
  assert.deepEqual(statuses.map(shown), [
    [second, 2004, null, null, null],
    [first, 2005, 'Interview', null, null],
  ]);
  const { body } = await api.get(`/candidates/${id}`, { headers: { 'accept-language': 'de' } });
  assert.deepEqual([statuses[0].status, statuses[0].setAtUtc], [body.status, body.statusChangedAtUtc]);
  const other = await service.platform('viewer', await service.createTenant());
  assert.equal((await other.get(path)).status, 404);
});

test('the history names the applications if the status moves one', async () => {
  const recruiter = await service.platform('recruiter');
  const path = `/candidates/${await create()}`;
  const apply = async () => {
    const application = { recruiterId: recruiter.user.id };
    assert.equal((await api.post(`${path}/apply`, application)).status, 200);
  };
  const set = async (statusId: number) => {
    assert.equal((await api.put(`${path}/status`, { statusId })).status, 200);
    return (await recruiter.get(`${path}/history`)).body.entries[0].changedProperties;
  };
  assert.deepEqual(await set(2005), ['statusId']);
  await apply();
  assert.deepEqual(await set(2003), ['statusId', 'applies']);
  // The application is closed now.
  assert.deepEqual(await set(2004), ['statusId']);
  await apply();
  assert.deepEqual(await set(23), ['statusId', 'applies']);
});
