import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { startTestService, type TestTenant } from '../../testing/harness.ts';
import { insertWorld, type World } from '../../testing/makers/report-facts.ts';

const service = await startTestService();
const HOMEPAGE = 28;
const IMPORT = 51;
const HIRED = 2003;
const REJECTED = 2004;

// May 2026 with an edge on either side. Index 0, 1, … of a list is what other lists refer to.
const WORLD: World = {
  offices: ['Berlin', 'Bonn'],
  recruiters: ['Ada', 'Ben'],
  jobAds: [
    { title: 'Lager', office: 0, recruiter: 0, createdAt: '2026-04-01T00:00:00Z' },
    { title: 'Pflege', office: 1, recruiter: null, createdAt: '2026-05-20T00:00:00Z' },
    {
      title: 'Gelöscht',
      office: 0,
      recruiter: 1,
      createdAt: '2026-01-01T00:00:00Z',
      deletedAt: '2026-04-30T23:59:59Z',
    },
  ],
  publications: [
    // 28 April to 3 May and 3 to 10 May: of May the days 1 to 10, the third once.
    { jobAd: 0, from: '2026-04-28T08:00:00Z', to: '2026-05-03T09:00:00Z' },
    { jobAd: 0, from: '2026-05-03T10:00:00Z', to: '2026-05-10T00:00:00Z' },
    // Still running: at the time of the tests 12 days.
    { jobAd: 1, from: '2026-05-21T08:00:00Z', to: null },
    { jobAd: 2, from: '2026-01-02T08:00:00Z', to: '2026-01-03T08:00:00Z' },
  ],
  traffic: [
    { jobAd: 0, day: '2026-04-30', channel: HOMEPAGE, views: 1000, clicks: 100 },
    { jobAd: 0, day: '2026-05-01', channel: HOMEPAGE, views: 30, clicks: 3 },
    { jobAd: 0, day: '2026-05-31', channel: HOMEPAGE, views: 10, clicks: 2 },
    { jobAd: 0, day: '2026-05-02', channel: 1, views: 8, clicks: 0 },
    { jobAd: 1, day: '2026-06-01', channel: HOMEPAGE, views: 7, clicks: 1 },
  ],
  candidates: [
    {
      applications: [
        { jobAd: 0, channel: HOMEPAGE, office: 0, recruiter: 0, at: '2026-05-01T00:00:00Z' },
        { jobAd: null, channel: IMPORT, office: null, recruiter: null, at: '2026-05-15T12:00:00Z' },
      ],
      // Rejected for the first application, twice; then hired through the second one, which has no job ad.
      statuses: [
        { status: REJECTED, at: '2026-05-02T08:00:00Z' },
        { status: REJECTED, at: '2026-05-03T08:00:00Z' },
        { status: HIRED, at: '2026-05-16T08:00:00Z' },
      ],
    },
    {
      // Applied before May and was hired in it; the application names another branch than the job ad.
      applications: [{ jobAd: 0, channel: 1, office: 1, recruiter: null, at: '2026-04-30T23:59:59Z' }],
      statuses: [
        { status: 2005, at: '2026-05-04T08:00:00Z' },
        { status: HIRED, at: '2026-05-31T23:59:59Z' },
      ],
    },
    // A decision without an application, and one before it: neither counts.
    { applications: [], statuses: [{ status: HIRED, at: '2026-05-05T08:00:00Z' }] },
    {
      applications: [
        { jobAd: 1, channel: HOMEPAGE, office: null, recruiter: null, at: '2026-05-22T08:00:00Z' },
      ],
      statuses: [{ status: REJECTED, at: '2026-05-21T08:00:00Z' }],
    },
  ],
};

let tenant: TestTenant;
let ids: Awaited<ReturnType<typeof insertWorld>>;
before(async () => {
  await service.clock.set('2026-06-01T12:00:00Z');
  tenant = await service.createTenant();
  ids = await insertWorld(service, tenant, WORLD);
});

const MAY = 'startDate=2026-05-01&endDate=2026-05-31';
const figures = ([views, applyClicks, applications, hires, rejections, conversionRate, publishedDays]: (
  | number
  | null
)[]) => ({
  views,
  applyClicks,
  applications,
  hires,
  rejections,
  conversionRate,
  publishedDays,
});
const read = async (path: string) => (await tenant.api.get(`/reports/performance/${path}`)).body;
const identified = ({ id, ...rest }: Record<string, unknown>) => {
  assert.match(String(id), /^[0-9a-f-]{36}$/);
  return rest;
};

test('each job ad of the period has its figures', async () => {
  const body = await read(`jobs?${MAY}`);
  assert.deepEqual(body.map(identified), [
    {
      jobAdId: ids.jobAds[0],
      title: 'Lager',
      officeId: ids.offices[0],
      ...figures([48, 5, 1, 1, 1, 0.0208, 10]),
    },
    {
      jobAdId: ids.jobAds[1],
      title: 'Pflege',
      officeId: ids.offices[1],
      ...figures([0, 0, 1, 0, 0, null, 11]),
    },
  ]);
});

test('without a period everything counts, also that of deleted job ads', async () => {
  const body = await read('jobs');
  assert.deepEqual(
    body.map(({ title, views, publishedDays }: Record<string, unknown>) => [title, views, publishedDays]),
    [
      ['Lager', 1048, 13],
      ['Pflege', 7, 12],
      ['Gelöscht', 0, 2],
    ],
  );
});

test('a day is a period, and the last day may lie in the future', async () => {
  const [first] = await read('jobs?startDate=2026-05-01&endDate=2026-05-01');
  assert.deepEqual(identified(first), {
    jobAdId: ids.jobAds[0],
    title: 'Lager',
    officeId: ids.offices[0],
    ...figures([30, 3, 1, 0, 0, 0.0333, 1]),
  });
  const [, second] = await read('jobs?startDate=2026-06-01&endDate=2030-12-31');
  assert.deepEqual([second.title, second.views, second.publishedDays], ['Pflege', 7, 1]);
});

test('job ads are selected by the branch they belong to', async () => {
  const body = await read(`jobs?${MAY}&officeId=${ids.offices[1]}`);
  assert.deepEqual(
    body.map(({ jobAdId }: { jobAdId: number }) => jobAdId),
    [ids.jobAds[1]],
  );
});

test('one job ad is read by either id, in the envelope', async () => {
  const [first] = await read(`jobs?${MAY}`);
  const expected = {
    isFaulty: false,
    data: [first],
    message: null,
    validationErrors: [],
    serviceAlerts: [],
    statusCode: 200,
    messageGuid: null,
  };
  assert.deepEqual(await read(`jobs/${first.jobAdId}?${MAY}`), expected);
  assert.deepEqual(await read(`jobs/${first.id}?${MAY}`), expected);
});

test('a deleted job ad can be evaluated, one that never was cannot', async () => {
  assert.equal((await read(`jobs/${ids.jobAds[2]}`)).data[0].publishedDays, 2);
  for (const path of ['2147483647', 'x', '6f1c2a34-5b7d-4e8f-9a01-23456789abcd'])
    assert.equal((await tenant.api.get(`/reports/performance/jobs/${path}`)).status, 404, path);
});

test('a job ad of another branch than the one asked for is not found', async () => {
  const path = (office: number) =>
    `/reports/performance/jobs/${ids.jobAds[0]}?officeId=${ids.offices[office]}`;
  assert.equal((await tenant.api.get(path(0))).status, 200);
  assert.equal((await tenant.api.get(path(1))).status, 404);
});

test('each channel has its figures, with those of applications without a job ad', async () => {
  const { data } = await read(`channels?${MAY}`);
  assert.deepEqual(data, [
    { channelId: 1, channel: data[0].channel, ...figures([8, 0, 0, 1, 0, 0, 10]) },
    { channelId: HOMEPAGE, channel: 'Homepage', ...figures([40, 5, 2, 0, 1, 0.05, 21]) },
    { channelId: IMPORT, channel: 'Import', ...figures([0, 0, 1, 1, 0, null, 0]) },
  ]);
});

test('each branch has its figures, and so has what belongs to none', async () => {
  const { data } = await read(`offices?${MAY}`);
  assert.deepEqual(data, [
    { officeId: ids.offices[0], office: 'Berlin', ...figures([48, 5, 1, 0, 1, 0.0208, 10]) },
    { officeId: ids.offices[1], office: 'Bonn', ...figures([0, 0, 1, 1, 0, null, 11]) },
    { officeId: null, office: null, ...figures([0, 0, 1, 1, 0, null, 0]) },
  ]);
});

test('each recruiter has their figures, and so has what nobody is responsible for', async () => {
  const { data } = await read(`recruiters?${MAY}`);
  assert.deepEqual(data, [
    { recruiterId: ids.recruiters[0], recruiter: 'Ada', ...figures([48, 5, 1, 1, 1, 0.0208, 10]) },
    { recruiterId: null, recruiter: null, ...figures([0, 0, 2, 1, 0, null, 11]) },
  ]);
});

test('channels, branches and recruiters are narrowed to what counts for a branch', async () => {
  const office = `${MAY}&officeId=${ids.offices[1]}`;
  const rows = async (path: string) =>
    (await read(`${path}?${office}`)).data.map((row: Record<string, unknown>) => [
      Object.values(row)[0],
      row.applications,
      row.hires,
      row.publishedDays,
    ]);
  assert.deepEqual(await rows('channels'), [
    [1, 0, 1, 10],
    [HOMEPAGE, 1, 0, 11],
  ]);
  assert.deepEqual(await rows('offices'), [[ids.offices[1], 1, 1, 11]]);
  assert.deepEqual(await rows('recruiters'), [
    [ids.recruiters[0], 0, 1, 0],
    [null, 1, 0, 11],
  ]);
});

test('names of channels follow the language', async () => {
  await service.sql(
    "UPDATE tenant_catalog_entry SET name_de = 'Startseite' WHERE tenant_id = $1 AND list = 'channels' AND id = $2",
    [tenant.id, HOMEPAGE],
    tenant.id,
  );
  const { body } = await tenant.api.get(`/reports/performance/channels?${MAY}`, {
    headers: { 'accept-language': 'de' },
  });
  assert.equal(body.data[1].channel, 'Startseite');
});

for (const path of ['jobs', 'channels', 'offices', 'recruiters']) {
  test(`${path}: without anything there is nothing, and bad parameters are refused`, async () => {
    const empty = await service.createTenant();
    const { body } = await empty.api.get(`/reports/performance/${path}`);
    assert.deepEqual(path === 'jobs' ? body : body.data, []);
    for (const query of [
      'startDate=2026-02-30',
      'startDate=2026-06-02&endDate=2026-06-01',
      'officeId=999999',
      'office=1',
    ])
      assert.equal((await tenant.api.get(`/reports/performance/${path}?${query}`)).status, 400, query);
  });

  test(`${path}: an unchanged answer is a 304`, async () => {
    const url = `/reports/performance/${path}?${MAY}`;
    const headers = { 'if-none-match': (await tenant.api.get(url)).headers.get('etag')! };
    assert.equal((await tenant.api.get(url, { headers })).status, 304);
  });
}
