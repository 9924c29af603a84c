import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { startTestService, type TestTenant } from '../../testing/harness.ts';
import { insertWorld, type World } from '../../testing/makers/report-facts.ts';

const service = await startTestService();
const HOMEPAGE = 28;
const IMPORT = 51;
const HIRED = 2003;
const REJECTED = 2004;

// Facts in May 2026 and on the days just before and after it. Lists refer to entries of other lists by index.
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
    // April 28 to May 3, then May 3 to the end of May 10. In May these are the ten days 1 to 10, because May 3 counts once.
    { jobAd: 0, from: '2026-04-28T08:00:00Z', to: '2026-05-03T09:00:00Z' },
    { jobAd: 0, from: '2026-05-03T10:00:00Z', to: '2026-05-11T00:00:00Z' },
    // Still running. At the time of the tests it has lasted 12 days.
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
        {
          ...{ jobAd: 0, channel: HOMEPAGE, office: 0, recruiter: 0, at: '2026-05-01T00:00:00Z' },
          ...{ stage: 'rejected', stageAt: '2026-05-02T08:00:00Z' },
        },
        {
          ...{ jobAd: null, channel: IMPORT, office: null, recruiter: null, at: '2026-05-15T12:00:00Z' },
          ...{ stage: 'hired', stageAt: '2026-05-16T08:00:00Z' },
        },
      ],
      // Rejected twice for the first application, then hired for the second one, which has no job ad.
      statuses: [
        { status: REJECTED, at: '2026-05-02T08:00:00Z' },
        { status: REJECTED, at: '2026-05-03T08:00:00Z' },
        { status: HIRED, at: '2026-05-16T08:00:00Z' },
      ],
    },
    {
      // Applied before May and was hired in May. The branch of the application differs from that of the job ad.
      applications: [
        {
          ...{ jobAd: 0, channel: 1, office: 1, recruiter: null, at: '2026-04-30T23:59:59Z' },
          ...{ stage: 'hired', stageAt: '2026-05-31T23:59:59Z' },
        },
      ],
      statuses: [
        { status: 2005, at: '2026-05-04T08:00:00Z' },
        { status: HIRED, at: '2026-05-31T23:59:59Z' },
      ],
    },
    // A decision without an application, and a decision before the application. Neither counts.
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

test('the report has the figures of each job ad in the period', async () => {
  const body = await read(`jobs?${MAY}`);
  assert.deepEqual(body.map(identified), [
    {
      jobAdId: ids.jobAds[0],
      title: 'Lager',
      officeId: ids.offices[0],
      isDeleted: false,
      ...figures([48, 5, 1, 1, 1, 0.0208, 10]),
    },
    {
      jobAdId: ids.jobAds[1],
      title: 'Pflege',
      officeId: ids.offices[1],
      isDeleted: false,
      ...figures([0, 0, 1, 0, 0, null, 11]),
    },
  ]);
});

test('without a period everything counts, including deleted job ads', async () => {
  const body = await read('jobs');
  assert.deepEqual(
    body.map(({ title, views, publishedDays, isDeleted }: Record<string, unknown>) => [
      title,
      views,
      publishedDays,
      isDeleted,
    ]),
    [
      ['Lager', 1048, 13, false],
      ['Pflege', 7, 12, false],
      ['Gelöscht', 0, 2, true],
    ],
  );
});

test('a period can be one day, and it can end in the future', async () => {
  const [first] = await read('jobs?startDate=2026-05-01&endDate=2026-05-01');
  assert.deepEqual(identified(first), {
    jobAdId: ids.jobAds[0],
    title: 'Lager',
    officeId: ids.offices[0],
    isDeleted: false,
    ...figures([30, 3, 1, 0, 0, 0.0333, 1]),
  });
  const [, second] = await read('jobs?startDate=2026-06-01&endDate=2030-12-31');
  assert.deepEqual([second.title, second.views, second.publishedDays], ['Pflege', 7, 1]);
});

test('officeId selects job ads by their branch', async () => {
  const body = await read(`jobs?${MAY}&officeId=${ids.offices[1]}`);
  assert.deepEqual(
    body.map(({ jobAdId }: { jobAdId: number }) => jobAdId),
    [ids.jobAds[1]],
  );
});

test('the figures of a job ad are read by either id, in the envelope', async () => {
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

test('a deleted job ad has figures, and an unknown one is not found', async () => {
  assert.equal((await read(`jobs/${ids.jobAds[2]}`)).data[0].publishedDays, 2);
  // Published on May 21 and still Active, but not on the job portal after May 25.
  const end = (day: string | null) =>
    service.sql('UPDATE job_ad SET end_date = $1 WHERE id = $2', [day, ids.jobAds[1]], tenant.id);
  await end('2026-05-25');
  assert.equal((await read(`jobs/${ids.jobAds[1]}`)).data[0].publishedDays, 5);
  await end(null);
  for (const path of ['2147483647', 'x', '6f1c2a34-5b7d-4e8f-9a01-23456789abcd'])
    assert.equal((await tenant.api.get(`/reports/performance/jobs/${path}`)).status, 404, path);
});

test('a job ad is not found with the officeId of another branch', async () => {
  const path = (office: number) =>
    `/reports/performance/jobs/${ids.jobAds[0]}?officeId=${ids.offices[office]}`;
  assert.equal((await tenant.api.get(path(0))).status, 200);
  assert.equal((await tenant.api.get(path(1))).status, 404);
});

test('the figures of channels include applications without a job ad', async () => {
  const { data } = await read(`channels?${MAY}`);
  assert.deepEqual(data, [
    { channelId: 1, channel: data[0].channel, ...figures([8, 0, 0, 1, 0, 0, 10]) },
    { channelId: HOMEPAGE, channel: 'Homepage', ...figures([40, 5, 2, 0, 1, 0.05, 21]) },
    { channelId: IMPORT, channel: 'Import', ...figures([0, 0, 1, 1, 0, null, 0]) },
  ]);
});

test('the figures of branches include applications without a branch', async () => {
  const { data } = await read(`offices?${MAY}`);
  assert.deepEqual(data, [
    { officeId: ids.offices[0], office: 'Berlin', ...figures([48, 5, 1, 0, 1, 0.0208, 10]) },
    { officeId: ids.offices[1], office: 'Bonn', ...figures([0, 0, 1, 1, 0, null, 11]) },
    { officeId: null, office: null, ...figures([0, 0, 1, 1, 0, null, 0]) },
  ]);
});

test('the figures of recruiters include job ads and applications without a recruiter', async () => {
  const { data } = await read(`recruiters?${MAY}`);
  assert.deepEqual(data, [
    { recruiterId: ids.recruiters[0], recruiter: 'Ada', ...figures([48, 5, 1, 1, 1, 0.0208, 10]) },
    { recruiterId: null, recruiter: null, ...figures([0, 0, 2, 1, 0, null, 11]) },
  ]);
});

test('officeId restricts the figures of channels, branches, and recruiters', async () => {
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

test('channel names follow Accept-Language', async () => {
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
  test(`${path}: a new tenant has no figures, and invalid parameters are rejected`, async () => {
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

  test(`${path}: an unchanged report returns 304`, async () => {
    const url = `/reports/performance/${path}?${MAY}`;
    const headers = { 'if-none-match': (await tenant.api.get(url)).headers.get('etag')! };
    assert.equal((await tenant.api.get(url, { headers })).status, 304);
  });
}

test('a job ad that is withdrawn in the instant of its publication was published for a day', async () => {
  const id = ids.jobAds[2];
  await service.sql(
    `INSERT INTO job_ad_publication (tenant_id, job_ad_id, published_at, ended_at)
     VALUES ($1, $2, '2026-02-01T00:00:00Z', '2026-02-01T00:00:00Z')`,
    [tenant.id, id],
    tenant.id,
  );
  const [row] = (await read(`jobs/${id}?startDate=2026-01-31&endDate=2026-02-02`)).data;
  assert.equal(row.publishedDays, 1);
});
