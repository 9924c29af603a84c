import assert from 'node:assert/strict';
import { notFound, shows } from '../expect.ts';
import { day, jobAds, NOBODY } from '../given.ts';
import { client } from '../installation.ts';
import { call } from '../raw.ts';
import { rule } from '../rule.ts';

// Job ads are created in the console. These tests use existing ones, and are skipped if there are none.

const NONE = 'this installation has no such job ad';

rule('jobAds.list', 'All job ads are in one array', async () => {
  const { body } = await call('GET', '/jobads');
  assert.ok(Array.isArray(body));
  for (const jobAd of body)
    assert.deepEqual(Object.keys(jobAd), [
      'id',
      'jobAdId',
      'title',
      'status',
      'createdAtUtc',
      'modifiedAtUtc',
    ]);
});

rule('jobAds.period', 'The list of a day has the job ads that were changed on it', async (t) => {
  const [jobAd] = await jobAds();
  if (jobAd === undefined) return t.skip(NONE);
  const changedOn = jobAd.modifiedAtUtc.slice(0, 10);
  const listed = await client.jobAds.list({ startDate: changedOn, endDate: changedOn });
  assert.ok(listed.some(({ id }) => id === jobAd.id));
  assert.deepEqual(await client.jobAds.list({ startDate: '2001-01-01', endDate: '2001-01-01' }), []);
});

rule('jobAds.detail', 'Both ids return the same job ad', async (t) => {
  const [jobAd] = await jobAds();
  if (jobAd === undefined) return t.skip(NONE);
  const detail = await client.jobAds.get(jobAd.id);
  shows(detail, jobAd);
  assert.deepEqual(await client.jobAds.get(jobAd.jobAdId), detail);
  await notFound(client.jobAds.get(NOBODY));
  await notFound(client.jobAds.get('00000000-0000-4000-8000-000000000000'));
});

rule('jobAds.published', 'A published job ad has URLs to visit it and to apply', async (t) => {
  const [active] = await jobAds('Active');
  if (active === undefined) return t.skip(NONE);
  const { portalUrl, applyUrl, publishedAtUtc } = await client.jobAds.get(active.id);
  assert.ok(portalUrl && applyUrl && publishedAtUtc);
  for (const { id } of [...(await jobAds('Editing')), ...(await jobAds('Completed'))])
    shows(await client.jobAds.get(id), { portalUrl: null, applyUrl: null });
});

rule('jobAds.status', 'A job ad has one of three statuses', async () => {
  for (const { status } of await jobAds()) assert.ok(['Editing', 'Active', 'Completed'].includes(status!));
});

rule('jobAds.stream', 'The entries in the stream have the status of the job ad', async (t) => {
  const { new: created, modified } = await client.jobAds.listChanges({
    startDate: day(-365),
    endDate: day(),
  });
  const entries = [...created, ...modified];
  if (entries.length === 0) return t.skip('no job ad was changed within a year');
  const statuses = new Map((await jobAds()).map(({ id, status }) => [id, status]));
  for (const { id, ProcessStatus } of entries) assert.equal(ProcessStatus, statuses.get(id));
});

rule('jobAds.readOnly', 'Job ads cannot be created, changed or deleted', async () => {
  assert.equal((await call('POST', '/jobads', { body: { title: 'Ours' } })).status, 405);
  assert.equal((await call('PUT', '/jobads/1', { body: { title: 'Ours' } })).status, 405);
  assert.equal((await call('DELETE', '/jobads/1')).status, 405);
});
