import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, NOTHING, recordedBy } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { makeBranch } from '../../../testing/makers/branches.ts';
import { jobAdMaker, PUBLISHABLE } from '../../../testing/makers/job-ads.ts';

const service = await startTestService();
const { tenant } = service;
const { api } = tenant;
// A test reads what happened in an hour.
await service.clock.enterNext('hour');
const platform = await service.platform('recruiter');

const berlin = await makeBranch(service, 'Berlin');
const bonn = await makeBranch(service, 'Bonn');

type Json = Record<string, unknown>;

const { create, createWith } = jobAdMaker(platform, berlin);

const read = async (id: number) => (await api.get(`/jobads/${id}`)).body;
const changeOf = (id: number, type: number, kind = 'modified') => ({
  changes: [{ entity: 'jobad', kind, id }],
  events: [{ type, entityId: id }],
});

test('a new job ad is a draft and has an event', async () => {
  let id = 0;
  const recorded = await recordedBy(service, async () => {
    id = await create();
  });
  assert.deepEqual(recorded, changeOf(id, 1461, 'new'));
  const body = await read(id);
  assert.deepEqual(
    [body.title, body.status, body.office, body.portalUrl, body.publishedAtUtc],
    ['Lagerhelfer', 'Editing', 'Berlin', null, null],
  );
});

test('integrations read every property that the platform stored', async () => {
  const full = {
    title: 'Staplerfahrer',
    officeId: bonn,
    responsibility: platform.user.id,
    customerRequestId: null,
    professionId: 50939,
    employmentType: 'Vollzeit',
    weeklyHours: 38.5,
    salary: { from: 15, to: 17.25, currency: 'EUR', period: 'hour' },
    startDate: '2026-12-01',
    endDate: '2026-12-31',
    introduction: '<p>a</p>',
    tasks: '<p>b</p>',
    profile: '<p>c</p>',
    benefits: '<p>d</p>',
    contactText: '<p>e</p>',
  };
  const id = await create({
    ...full,
    location: { street: 'Hauptstraße 5', zipCode: '53111', city: 'Bonn', countryId: 276 },
  });
  const { location, ...body } = await read(id);
  for (const [property, value] of Object.entries(full)) assert.deepEqual(body[property], value, property);
  assert.deepEqual(
    [location.street, location.streetNumber, location.zipCode, location.city],
    ['Hauptstraße', '5', '53111', 'Bonn'],
  );
  assert.ok(location.geoLat > 50 && location.geoLat < 51);
});

test('the response names every fault of a new job ad', async () => {
  await assertRefused(
    service,
    () =>
      platform.post('/jobads', {
        title: ' ',
        officeId: 999_999,
        responsibility: 'x',
        professionId: 1,
        customerRequestId: 999_999,
        weeklyHours: 61,
        salary: { from: 20, to: 10, currency: 'EUX' },
        startDate: '2026-02-30',
        location: { zipCode: '123', countryId: 276 },
        tasks: '&'.repeat(20_000),
      }),
    'title required',
    'officeId unknownReference',
    'responsibility type',
    'professionId unknownReference',
    'customerRequestId unknownReference',
    'weeklyHours range',
    'salary.to range',
    'salary.currency enum',
    'salary.period required',
    'startDate format',
    'location.zipCode format',
    'tasks length',
  );
});

test('an amount without currency and period is rejected', () =>
  assertRefused(
    service,
    () => platform.post('/jobads', { title: 'T', officeId: berlin, salary: { to: 10 } }),
    'salary.currency required',
    'salary.period required',
  ));

test('texts are stored as safe HTML', async () => {
  const id = await create({
    introduction: '<p onclick="x()">Hallo<script>alert(1)</script></p>',
    tasks: '<a href="javascript:alert(1)">weg</a> <a href="https://a.example">da</a>',
    profile: '<p>&nbsp;</p>',
  });
  await platform.put(`/jobads/${id}`, { benefits: '<img src=x onerror=alert(1)>Tarif' });
  const { introduction, tasks, profile, benefits } = await read(id);
  assert.deepEqual(
    [introduction, tasks, profile, benefits],
    [
      '<p>Hallo</p>',
      '<a>weg</a> <a href="https://a.example" rel="noopener noreferrer nofollow">da</a>',
      null,
      'Tarif',
    ],
  );
});

test('the currency and the period of a salary stay without an amount, so that the form has what was entered', async () => {
  const unit = { currency: 'CHF', period: 'month' };
  const salary = { from: null, to: null, ...unit };
  const draft = await create({ salary: unit });
  const emptied = await create({ salary: { from: 5000, ...unit } });
  assert.equal((await platform.put(`/jobads/${emptied}`, { salary: { from: null } })).status, 204);
  for (const id of [draft, emptied]) {
    assert.deepEqual((await platform.get(`/jobads/${id}`)).body.salary, salary);
    assert.deepEqual((await read(id)).salary, salary);
    assert.equal((await platform.put(`/jobads/${id}`, { salary: { to: 6000 } })).status, 204);
    assert.deepEqual((await read(id)).salary, { ...salary, to: 6000 });
  }
});

test('only the properties that are sent change, even inside salary and location', async () => {
  const id = await create({
    salary: { from: 15, to: 17, currency: 'EUR', period: 'hour' },
    location: { city: 'Berlin', zipCode: '10115', countryId: 276 },
    startDate: '2026-12-01',
  });
  const recorded = await recordedBy(service, async () => {
    const change = { salary: { to: 18 }, location: { zipCode: '10117' }, startDate: null };
    assert.equal((await platform.put(`/jobads/${id}`, change)).status, 204);
  });
  assert.deepEqual(recorded, changeOf(id, 1462));
  const { salary, location, startDate, title } = await read(id);
  assert.deepEqual(salary, { from: 15, to: 18, currency: 'EUR', period: 'hour' });
  assert.deepEqual(
    [location.city, location.zipCode, startDate, title],
    ['Berlin', '10117', null, 'Lagerhelfer'],
  );
});

test('null clears a sub-object', async () => {
  const id = await create({
    salary: { from: 15, currency: 'EUR', period: 'hour' },
    location: { city: 'Bonn' },
  });
  await platform.put(`/jobads/${id}`, { salary: null, location: null });
  const { salary, location } = await read(id);
  assert.deepEqual([salary.from, salary.currency, location.city, location.geoLat], [null, null, null, null]);
});

test('sending back the values that were read writes nothing', async () => {
  const id = await create({
    ...PUBLISHABLE,
    weeklyHours: 37.333,
    salary: { from: 14.967, currency: 'EUR', period: 'hour' },
    introduction: '<div>a & b</div><div><a href="http://a.example">c</a></div>',
  });
  const body = await read(id);
  assert.deepEqual(
    await recordedBy(service, async () => {
      for (const same of [{}, body, { weeklyHours: 37.333, salary: { from: 14.967 } }])
        assert.equal((await platform.put(`/jobads/${id}`, same)).status, 204);
    }),
    NOTHING,
  );
});

test('a change is validated together with the stored values', async () => {
  const id = await create({
    salary: { from: 15, currency: 'EUR', period: 'hour' },
    location: { countryId: 276 },
  });
  await assertRefused(
    service,
    () => platform.put(`/jobads/${id}`, { salary: { to: 14, currency: null }, location: { zipCode: '1' } }),
    'salary.to range',
    'salary.currency required',
    'location.zipCode format',
  );
  await assertRefused(
    service,
    () => platform.put(`/jobads/${id}`, { title: null, officeId: null }),
    'title required',
    'officeId required',
  );
});

test('a closed branch stays where it is set and is rejected elsewhere', async () => {
  const closed = await makeBranch(service, 'Zu');
  const [row] = await service.sql<{ id: number }>(
    "INSERT INTO job_ad (tenant_id, title, office_id) VALUES ($1, 'Alt', $2) RETURNING id",
    [tenant.id, closed],
  );
  await service.sql('UPDATE branch SET is_active = false WHERE tenant_id = $1 AND id = $2', [
    tenant.id,
    closed,
  ]);
  const kept = await platform.put(`/jobads/${row!.id}`, { officeId: closed, title: 'Neu' });
  assert.equal(kept.status, 204, kept.text);
  const other = await create();
  await assertRefused(
    service,
    () => platform.put(`/jobads/${other}`, { officeId: closed }),
    'officeId unknownReference',
  );
});

test('a job ad that changes its branch appears in the window of its previous branch', async () => {
  const id = await create();
  await platform.put(`/jobads/${id}`, { officeId: bonn });
  const now = service.clock.now().toISOString();
  const { body } = await api.get(
    `/jobads/changes/${now.slice(0, 10)}/${Number(now.slice(11, 13))}?officeId=${berlin}`,
  );
  const entry = body.new.find(({ jobAdId }: { jobAdId: number }) => jobAdId === id);
  assert.deepEqual([entry.officeId, entry.ProcessStatus], [bonn, 'Editing']);
});

test('a job ad is read for editing with its possible actions and missing properties', async () => {
  const draft = await create();
  const { possibleActions, missing, ...rest } = (await platform.get(`/jobads/${draft}`)).body;
  assert.deepEqual(
    [possibleActions, missing],
    [
      ['publish', 'delete'],
      ['location.city', 'tasks'],
    ],
  );
  assert.deepEqual(rest, await read(draft));
  const active = (await platform.get(`/jobads/${await createWith('publish')}`)).body;
  assert.deepEqual([active.possibleActions, active.missing], [['withdraw', 'complete', 'delete'], []]);
  assert.match(active.applyUrl, /\/apply$/);
});

test('the list is filtered and paged, newest first', async () => {
  const office = await makeBranch(service, 'Liste');
  const mine = await create({ officeId: office, responsibility: platform.user.id, title: 'Fräser' });
  const active = await create({ officeId: office, ...PUBLISHABLE, title: 'Dreher' });
  await platform.post(`/jobads/${active}/publish`);
  const other = await create({ officeId: office, title: '100% Büro_Hilfe' });
  const list = async (query: string) =>
    (await platform.get(`/jobads?officeId=${office}${query}`)).body.jobAds.map(
      ({ jobAdId }: Json) => jobAdId,
    );
  assert.deepEqual(await list(''), [other, active, mine]);
  assert.deepEqual(await list('&status=Active'), [active]);
  assert.deepEqual(await list(`&responsibility=${platform.user.id}`), [mine]);
  assert.deepEqual(await list(`&search=${encodeURIComponent('FRÄS')}`), [mine]);
  assert.deepEqual(await list(`&search=${encodeURIComponent('fräs'.normalize('NFD'))}`), [mine]);
  assert.deepEqual(await list('&search=berlin'), [active]);
  assert.deepEqual(await list('&search=%25'), [other]);
  assert.deepEqual(await list('&search=_'), [other]);
  const first = (await platform.get(`/jobads?officeId=${office}&limit=2`)).body;
  assert.deepEqual([first.jobAds.length, first.next], [2, active]);
  const second = (await platform.get(`/jobads?officeId=${office}&limit=2&before=${first.next}`)).body;
  assert.deepEqual([second.jobAds.map(({ jobAdId }: Json) => jobAdId), second.next], [[mine], null]);
  const { id: _, createdAtUtc: __, modifiedAtUtc: ___, ...item } = second.jobAds[0];
  assert.deepEqual(item, {
    jobAdId: mine,
    title: 'Fräser',
    status: 'Editing',
    officeId: office,
    office: 'Liste',
    responsibility: platform.user.id,
    responsibleUser: 'Test recruiter',
    zipCode: null,
    city: null,
    endDate: null,
    applications: 0,
    publishedAtUtc: null,
  });
});

test('an unknown or malformed id is not found', async () => {
  for (const path of ['/jobads/2147483647', '/jobads/x', '/jobads/0']) {
    assert.equal((await platform.get(path)).status, 404, path);
    assert.equal((await platform.put(path, {})).status, 404, path);
    assert.equal((await platform.post(`${path}/publish`)).status, 404, path);
    assert.equal((await platform.delete(path)).status, 404, path);
  }
});
