import assert from 'node:assert/strict';
import { notFound, shows } from '../expect.ts';
import { candidate, day, jobAds, NOBODY, recruiterId } from '../given.ts';
import { client } from '../installation.ts';
import { call } from '../raw.ts';
import { rule } from '../rule.ts';

const NONE = 'this installation has no such job ad';

async function applicationsFor(jobAdId: number, officeId?: number): Promise<number | undefined> {
  const reports = await client.reports.listJobAds({ startDate: day(-1), endDate: day(1), officeId });
  return reports.find((report) => report.jobAdId === jobAdId)?.applications;
}

async function applyFor(jobAdId: number): Promise<void> {
  await client.candidates.apply(await candidate(), { recruiterId: await recruiterId(), jobAdId });
}

rule('reports.jobs', 'The figures for job ads are an array', async () => {
  const { body } = await call('GET', '/reports/performance/jobs');
  assert.ok(Array.isArray(body));
  for (const { jobAdId, title, views, applyClicks, applications, hires, rejections } of body) {
    assert.ok(jobAdId > 0 && title);
    for (const count of [views, applyClicks, applications, hires, rejections]) assert.ok(count >= 0);
  }
});

rule('reports.envelopes', 'All other figures are in an envelope', async (t) => {
  const [jobAd] = await jobAds();
  if (jobAd === undefined) return t.skip(NONE);
  await applyFor(jobAd.jobAdId);
  const period = { startDate: day(-1), endDate: day(1) };
  for (const { isFaulty, statusCode, data } of [
    await client.reports.getJobAd(jobAd.jobAdId, period),
    await client.reports.listChannels(period),
    await client.reports.listOffices(period),
    await client.reports.listRecruiters(period),
  ]) {
    assert.deepEqual([isFaulty, statusCode], [false, 200]);
    assert.ok(data.some(({ applications }) => applications > 0));
  }
  await notFound(client.reports.getJobAd(NOBODY));
});

rule('reports.applicationsCount', 'A new application increases the count by one', async (t) => {
  const [jobAd] = await jobAds('Active');
  if (jobAd === undefined) return t.skip(NONE);
  const before = (await applicationsFor(jobAd.jobAdId)) ?? 0;
  await applyFor(jobAd.jobAdId);
  assert.equal(await applicationsFor(jobAd.jobAdId), before + 1);
});

rule('reports.filters', 'An application counts for its branch and its day only', async (t) => {
  const [jobAd] = await jobAds('Active');
  if (jobAd === undefined) return t.skip(NONE);
  await applyFor(jobAd.jobAdId);
  const { officeId } = await client.jobAds.get(jobAd.id);
  assert.ok((await applicationsFor(jobAd.jobAdId, officeId))! > 0);
  const { branches } = await client.branches.list();
  const other = branches.find(({ id }) => id !== officeId);
  if (other !== undefined) assert.equal(await applicationsFor(jobAd.jobAdId, other.id), undefined);
  const { data } = await client.reports.getJobAd(jobAd.id, {
    startDate: '2001-01-01',
    endDate: '2001-01-01',
  });
  shows(data, [{ applications: 0 }]);
});
