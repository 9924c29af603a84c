import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { makeBranch } from '../../testing/makers/branches.ts';
import { jobAdMaker } from '../../testing/makers/job-ads.ts';
import { succeed } from '../../testing/stored-records.ts';

const service = await startTestService();
const { api } = service.tenant;
const recruiter = await service.platform('recruiter');
const [berlin, bonn] = [await makeBranch(service, 'Berlin'), await makeBranch(service, 'Bonn')];

interface Application {
  officeId: number | null;
  jobAdId: number | null;
}

test('the applications of each branch can be recomputed from what records show, also after a job ad went to another branch', async () => {
  const jobAdId = await jobAdMaker(recruiter, berlin).create();
  const recruiterId = recruiter.user.id;
  for (const [officeId, applied] of [
    [bonn, jobAdId],
    [bonn, undefined],
    [undefined, undefined],
  ]) {
    const person = { firstName: 'Ada', lastName: 'Muster', officeId };
    const id = await succeed(api.post('/candidates', person));
    await succeed(api.post(`/candidates/${id}/apply`, { recruiterId, jobAdId: applied }));
  }
  await succeed(recruiter.put(`/jobads/${jobAdId}`, { officeId: bonn }));
  assert.equal((await api.get(`/jobads/${jobAdId}`)).body.officeId, bonn);

  const recomputed = new Map<number | null, number>();
  const { candidates } = (await api.get('/candidates/export/candidates')).body;
  for (const { officeId, applies } of candidates)
    for (const application of applies as Application[]) {
      const ofJobAd = application.jobAdId === null ? null : bonn;
      const office = application.officeId ?? ofJobAd ?? officeId;
      recomputed.set(office, (recomputed.get(office) ?? 0) + 1);
    }
  assert.deepEqual(
    recomputed,
    new Map([
      [berlin, 1],
      [bonn, 1],
      [null, 1],
    ]),
  );
  const { data } = (await api.get('/reports/performance/offices')).body;
  const reported = data.filter(({ applications }: { applications: number }) => applications > 0);
  assert.deepEqual(
    new Map(
      reported.map(({ officeId, applications }: { officeId: number | null; applications: number }) => [
        officeId,
        applications,
      ]),
    ),
    recomputed,
  );
});
