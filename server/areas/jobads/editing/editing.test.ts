import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNotFound, assertRefused, NOTHING, recordedBy } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';

const service = await startTestService();
const { tenant } = service;
const { api } = tenant;
const platform = await service.platform('recruiter');

const insertBranch = async (name: string): Promise<number> => {
  const [row] = await service.sql<{ id: number }>(
    'INSERT INTO branch (tenant_id, name) VALUES ($1, $2) RETURNING id',
    [tenant.id, name],
  );
  return row!.id;
};
const berlin = await insertBranch('Berlin');
const bonn = await insertBranch('Bonn');

type Json = Record<string, unknown>;

const PUBLISHABLE = { location: { city: 'Berlin' }, tasks: '<p>Packen</p>' };

async function create(body: Json = {}): Promise<number> {
  const answer = await platform.post('/jobads', { title: 'Lagerhelfer', officeId: berlin, ...body });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.id;
}

/** A job ad on which these transitions have been made. */
async function createWith(...transitions: string[]): Promise<number> {
  const id = await create(PUBLISHABLE);
  for (const transition of transitions)
    assert.equal((await platform.post(`/jobads/${id}/${transition}`)).status, 204, transition);
  return id;
}

const WAYS: Record<string, string[]> = {
  Editing: [],
  Active: ['publish'],
  Completed: ['publish', 'complete'],
};

const read = async (id: number) => (await api.get(`/jobads/${id}`)).body;
const changeOf = (id: number, type: number, kind = 'modified') => ({
  changes: [{ entity: 'jobad', kind, id }],
  events: [{ type, entityId: id }],
});

/** Stretches of publication, in order. */
const stretches = (id: number) =>
  service.sql<{ from: string; to: string | null }>(
    'SELECT published_at AS "from", ended_at AS "to" FROM job_ad_publication WHERE tenant_id = $1 AND job_ad_id = $2 ORDER BY 1',
    [tenant.id, id],
  );

test('a job ad begins as a draft, with its event', async () => {
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

test('every property is stored and read again by integrations', async () => {
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

test('every fault of a new job ad is told at once', async () => {
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

test('an amount without currency and period is refused', () =>
  assertRefused(
    service,
    () => platform.post('/jobads', { title: 'T', officeId: berlin, salary: { to: 10 } }),
    'salary.currency required',
    'salary.period required',
  ));

test('texts are stored as they may be shown', async () => {
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

test('only what is sent is changed, also inside salary and location', async () => {
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

test('a sub-object set to null is cleared', async () => {
  const id = await create({
    salary: { from: 15, currency: 'EUR', period: 'hour' },
    location: { city: 'Bonn' },
  });
  await platform.put(`/jobads/${id}`, { salary: null, location: null });
  const { salary, location } = await read(id);
  assert.deepEqual([salary.from, salary.currency, location.city, location.geoLat], [null, null, null, null]);
});

test('what is read and sent back changes nothing and leaves no trace', async () => {
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

test('a change is judged together with what is stored', async () => {
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

test('a branch that was closed may stay where it is and not be chosen', async () => {
  const closed = await insertBranch('Zu');
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

test('a job ad that moves shows in the window of the branch it left', async () => {
  const id = await create();
  await platform.put(`/jobads/${id}`, { officeId: bonn });
  const now = service.clock.now().toISOString();
  const { body } = await api.get(
    `/jobads/changes/${now.slice(0, 10)}/${Number(now.slice(11, 13))}?officeId=${berlin}`,
  );
  const entry = body.new.find(({ jobAdId }: { jobAdId: number }) => jobAdId === id);
  assert.deepEqual([entry.officeId, entry.ProcessStatus], [bonn, 'Editing']);
});

// What each transition does from each status: the new status and its event, or a refusal.
const MATRIX: Record<string, Record<string, readonly [status: string, event: number] | null>> = {
  publish: { Editing: ['Active', 1463], Active: null, Completed: null },
  withdraw: { Editing: null, Active: ['Editing', 1462], Completed: null },
  complete: { Editing: null, Active: ['Completed', 1464], Completed: null },
  reopen: { Editing: null, Active: null, Completed: ['Editing', 1462] },
};

for (const [transition, outcomes] of Object.entries(MATRIX)) {
  for (const [status, outcome] of Object.entries(outcomes)) {
    test(`${transition} ${outcome === null ? 'is refused to' : 'moves'} a job ad that is ${status}`, async () => {
      const id = await createWith(...WAYS[status]!);
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

test('a refusal names the status and what is possible', async () => {
  const id = await createWith('publish', 'complete');
  const { body } = await platform.post(`/jobads/${id}/publish`);
  assert.equal(
    body.validationErrors[0].message,
    'The job ad is Completed and cannot be published: only one that is Editing can. It can be reopened or deleted.',
  );
});

for (const status of Object.keys(WAYS)) {
  test(`a job ad that is ${status} can be deleted, and is not found from then on`, async () => {
    const id = await createWith(...WAYS[status]!);
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
    assert.ok((await stretches(id)).every(({ to }) => to !== null));
  });
}

test('the event of a deletion leads to the hour that lists the job ad with the status it had', async () => {
  const id = await createWith('publish');
  await platform.delete(`/jobads/${id}`);
  const [event] = await service.sql<{ at: Date }>(
    'SELECT occurred_at AS at FROM event WHERE tenant_id = $1 AND event_type_id = 1465 AND entity_id = $2',
    [tenant.id, id],
  );
  const at = event!.at.toISOString();
  const { body } = await api.get(`/jobads/changes/${at.slice(0, 10)}/${Number(at.slice(11, 13))}`);
  const entry = body.deleted.find(({ jobAdId }: { jobAdId: number }) => jobAdId === id);
  assert.equal(entry.ProcessStatus, 'Active');
});

test('nobody can apply for a deleted job ad, and who has applied goes on naming it', async () => {
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

test('an import may refer to a job ad in every status', async () => {
  const candidate = (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
  for (const way of Object.values(WAYS)) {
    const jobAdId = await createWith(...way);
    const answer = await api.post(`/candidates/${candidate}/apply`, {
      recruiterId: platform.user.id,
      jobAdId,
    });
    assert.equal(answer.status, 200);
  }
});

test('publishing tells everything that is missing at once', async () => {
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
  test(`${title} are enough to be published`, async () => {
    const id = await create(body);
    assert.equal((await platform.post(`/jobads/${id}/publish`)).status, 204);
  });
}

test('a job ad that is Active keeps what publishing asks for', async () => {
  const id = await createWith('publish');
  await assertRefused(
    service,
    () => platform.put(`/jobads/${id}`, { location: null, tasks: '<p> </p>' }),
    'location.city required',
    'tasks required',
  );
  assert.equal((await platform.put(`/jobads/${id}`, { tasks: null, introduction: 'Neu' })).status, 204);
});

test('the times of publication and completion are kept, and completion ends with reopening', async () => {
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

test('every stretch of publication is kept, from publishing to withdrawing or completing', async () => {
  const id = await createWith('publish', 'withdraw', 'publish', 'complete', 'reopen', 'publish');
  const found = await stretches(id);
  assert.deepEqual(
    found.map(({ to }) => to === null),
    [false, false, true],
  );
  for (const [index, { from, to }] of found.entries()) {
    if (to !== null) assert.ok(from < to);
    if (index > 0) assert.ok(found[index - 1]!.to! < from);
  }
});

test('of ten calls at once that publish a job ad one succeeds', async () => {
  const id = await createWith();
  const answers = await Promise.all(Array.from({ length: 10 }, () => platform.post(`/jobads/${id}/publish`)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, ...Array(9).fill(400)]);
  assert.equal((await stretches(id)).length, 1);
});

test('a job ad is read for editing with what can be done and what is missing', async () => {
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

test('the list is filtered and paged, the newest first', async () => {
  const office = await insertBranch('Liste');
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
    applications: 0,
    publishedAtUtc: null,
  });
});

test('what is no job ad is not found', async () => {
  for (const path of ['/jobads/2147483647', '/jobads/x', '/jobads/0']) {
    assert.equal((await platform.get(path)).status, 404, path);
    assert.equal((await platform.put(path, {})).status, 404, path);
    assert.equal((await platform.post(`${path}/publish`)).status, 404, path);
    assert.equal((await platform.delete(path)).status, 404, path);
  }
});
