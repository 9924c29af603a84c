import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { makeBranch } from '../../testing/makers/branches.ts';
import { jobAdMaker } from '../../testing/makers/job-ads.ts';

const service = await startTestService();

test('withdrawing, completing, or deleting a job ad that is over changes no report', async () => {
  await service.clock.set('2026-06-10T12:00:00Z');
  const agency = await service.createTenant();
  const publisher = await service.platform('recruiter', agency);
  const { createWith } = jobAdMaker(publisher, await makeBranch(service, 'Kassel', agency));
  const ads = { withdraw: await createWith('publish'), complete: await createWith('publish') };
  const deleted = await createWith('publish');
  await service.clock.set('2026-07-05T12:00:00Z');
  const recruiter = await service.platform('recruiter', agency);
  const ids = [...Object.values(ads), deleted];
  for (const id of ids)
    assert.equal((await recruiter.put(`/jobads/${id}`, { endDate: '2026-06-30' })).status, 204);

  const days = (period: string) =>
    Promise.all(
      ids.map(async (id) => {
        const { body } = await recruiter.get(`/reports/performance/jobs/${id}?${period}`);
        return body.data[0].publishedDays;
      }),
    );
  const read = async () => ({
    all: await days(''),
    june: await days('startDate=2026-06-01&endDate=2026-06-30'),
    july: await days('startDate=2026-07-01&endDate=2026-07-31'),
    lastDay: await days('startDate=2026-06-30&endDate=2026-06-30'),
    dayAfter: await days('startDate=2026-07-01&endDate=2026-07-01'),
    offices: (await recruiter.get('/reports/performance/offices')).body.data,
  });
  const before = await read();
  assert.deepEqual(
    [before.all, before.june, before.july, before.lastDay, before.dayAfter],
    [
      [21, 21, 21],
      [21, 21, 21],
      [0, 0, 0],
      [1, 1, 1],
      [0, 0, 0],
    ],
  );
  for (const [transition, id] of Object.entries(ads))
    assert.equal((await recruiter.post(`/jobads/${id}/${transition}`)).status, 204);
  assert.equal((await recruiter.delete(`/jobads/${deleted}`)).status, 204);
  assert.deepEqual(await read(), before);
});

test('a job ad whose end date is moved after it was over was not published in between', async () => {
  const agency = await service.createTenant();
  // A session ends before the next day of the test.
  const on = async (day: string) => {
    await service.clock.set(`${day}T12:00:00Z`);
    return service.platform('recruiter', agency);
  };
  let publisher = await on('2026-08-03');
  const id = await jobAdMaker(publisher, await makeBranch(service, 'Kassel', agency)).createWith('publish');
  const endOn = async (endDate: string | null) =>
    assert.equal((await publisher.put(`/jobads/${id}`, { endDate })).status, 204);
  const days = async () =>
    (await publisher.get(`/reports/performance/jobs/${id}`)).body.data[0].publishedDays;
  await endOn('2026-08-04');
  publisher = await on('2026-08-05');
  assert.equal(await days(), 2);
  // A correction of the past does not put it on the portal again.
  await endOn('2026-08-03');
  assert.equal(await days(), 1);
  await endOn('2026-08-04');
  publisher = await on('2026-08-08');
  await endOn('2026-08-31');
  assert.equal(await days(), 3);
  publisher = await on('2026-08-09');
  assert.equal(await days(), 4);
  await endOn(null);
  assert.equal((await publisher.post(`/jobads/${id}/complete`)).status, 204);
  assert.equal(await days(), 4);
});
