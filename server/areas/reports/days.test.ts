import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { makeBranch } from '../../testing/makers/branches.ts';

const service = await startTestService();
const { api } = service.tenant;
const recruiter = await service.platform('recruiter');

async function apply(appliedAtUtc: string, stage?: string): Promise<void> {
  const { body } = await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' });
  const applied = await api.post(`/candidates/${body.id}/apply`, {
    recruiterId: recruiter.user.id,
    appliedAtUtc,
  });
  assert.equal(applied.status, 200, applied.text);
  if (stage === undefined) return;
  const moved = await recruiter.put(`/applications/${applied.body.id}/stage`, { stage });
  assert.equal(moved.status, 204, moved.text);
}

const read = (query: string) => recruiter.get(`/reports/applications/days?${query}`);

test('each day has its applications by the stage that they have now', async () => {
  await apply('2026-01-31T23:59:59.999Z');
  await apply('2026-02-01T00:00:00Z');
  await apply('2026-02-01T12:00:00Z', 'interview');
  await apply('2026-02-01T13:00:00Z', 'hired');
  await apply('2026-02-03T10:00:00Z', 'rejected');
  await apply('2026-02-03T23:59:59.999Z', 'withdrawn');
  await apply('2026-02-04T00:00:00Z');
  const { status, body, text } = await read('startDate=2026-02-01&endDate=2026-02-03');
  assert.equal(status, 200, text);
  assert.deepEqual(body.days, [
    { date: '2026-02-01', open: 2, hired: 1, rejected: 0, withdrawn: 0 },
    { date: '2026-02-02', open: 0, hired: 0, rejected: 0, withdrawn: 0 },
    { date: '2026-02-03', open: 0, hired: 0, rejected: 1, withdrawn: 1 },
  ]);
});

test('a period needs both of its days, in order and not far apart', async () => {
  for (const [query, fault] of [
    ['startDate=2026-02-01', 'endDate required'],
    ['startDate=2026-02-01&endDate=2026-01-31', 'endDate range'],
    ['startDate=2026-02-01&endDate=2026-05-05', 'endDate range'],
    ['startDate=May&endDate=2026-05-05', 'startDate format'],
  ] as const) {
    const { status, body } = await read(query);
    const faults = body.validationErrors.map((one: Record<string, string>) => `${one.property} ${one.code}`);
    assert.deepEqual([status, faults], [400, [fault]], query);
  }
  assert.equal((await read('startDate=2026-02-01&endDate=2026-05-04')).body.days.length, 93);
  assert.equal((await read('startDate=9999-12-31&endDate=9999-12-31')).body.days.length, 1);
});

test('officeId selects applications by their branch, or else by that of their job ad', async () => {
  const [berlin, bonn] = [await makeBranch(service, 'Berlin'), await makeBranch(service, 'Bonn')];
  const [jobAd] = await service.sql<{ id: number }>(
    "INSERT INTO job_ad (tenant_id, title, office_id) VALUES ($1, 'Lager', $2) RETURNING id",
    [service.tenant.id, berlin],
  );
  const day = '2025-03-30';
  const insert = (officeId: number | null, jobAdId: number | null) =>
    service.sql(
      `INSERT INTO application (tenant_id, candidate_id, channel_id, applied_at, office_id, job_ad_id)
       SELECT $1, min(id), 28, $2, $3, $4 FROM candidate WHERE tenant_id = $1`,
      [service.tenant.id, `${day}T23:30:00Z`, officeId, jobAdId],
    );
  await insert(berlin, null);
  await insert(null, jobAd!.id);
  await insert(bonn, jobAd!.id);
  await insert(null, null);
  const open = async (query = '') =>
    (await read(`startDate=${day}&endDate=${day}${query}`)).body.days.map(
      ({ open }: { open: number }) => open,
    );
  assert.deepEqual(await open(), [4]);
  assert.deepEqual(await open(`&officeId=${berlin}`), [2]);
  assert.deepEqual(await open(`&officeId=${bonn}`), [1]);
  const { status, body } = await read(`startDate=${day}&endDate=${day}&officeId=999999`);
  assert.deepEqual([status, body.validationErrors[0].code], [400, 'unknownReference']);
});

test('an application that a user enters without a job ad counts for the branch of its candidate, as in the queue', async () => {
  const bremen = await makeBranch(service, 'Bremen');
  const day = '2025-04-02';
  const { body: candidate } = await api.post('/candidates', {
    firstName: 'Ada',
    lastName: 'Initiativ',
    officeId: bremen,
  });
  const applied = await recruiter.post(`/candidates/${candidate.id}/apply`, {
    recruiterId: recruiter.user.id,
    appliedAtUtc: `${day}T10:00:00Z`,
  });
  assert.equal(applied.status, 200, applied.text);
  const queue = await recruiter.post('/applications/search', {
    officeIds: [bremen],
    startDate: day,
    endDate: day,
  });
  assert.equal(queue.body.total, 1, queue.text);
  const period = `startDate=${day}&endDate=${day}`;
  const { body } = await read(`${period}&officeId=${bremen}`);
  assert.deepEqual(body.days, [{ date: day, open: 1, hired: 0, rejected: 0, withdrawn: 0 }]);
  const offices = await api.get(`/reports/performance/offices?${period}`);
  assert.deepEqual(
    offices.body.data.map((row: Record<string, unknown>) => [row.officeId, row.applications]),
    [[bremen, 1]],
  );
});

test('applications of another tenant do not count', async () => {
  const other = await service.platform('recruiter', await service.createTenant());
  const { body } = await other.get('/reports/applications/days?startDate=2026-02-01&endDate=2026-02-01');
  assert.deepEqual(body.days, [{ date: '2026-02-01', open: 0, hired: 0, rejected: 0, withdrawn: 0 }]);
});
