import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNotFound } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { makeBranch } from '../../../testing/makers/branches.ts';
import { proposalMaker } from '../../../testing/makers/proposals.ts';
import { indexMarked } from '../../search/index.ts';

const service = await startTestService();
const { services, tenant } = service;
const make = await proposalMaker(service);
const { recruiter, post } = make;
const south = await makeBranch(service, 'Süd');
const GERMAN = 1;
const [FORKLIFT_LICENCE, B1, A2] = [326, 631, 630];
const { professions } = (await recruiter.get('/masterdata/professions')).body;
const [driver, nurse] = [professions[0].id, professions[1].id];

const site = await post(`/customers/${make.companyId}/offices`, {
  description: 'Werk Kiel',
  location: { zipCode: '24103', city: 'Kiel', countryId: 276 },
});
const requestId = await make.request({
  siteId: site,
  professionId: driver,
  weeklyHours: 37.5,
  shiftModel: 'Früh- und Spätschicht',
  hourlyWage: 16,
  requirements: 'Staplerschein, Deutsch B1, eigener Pkw',
});

const kiel = { zipCode: '24103', city: 'Kiel', countryId: 276 };
const munich = { zipCode: '80331', city: 'München', countryId: 276 };

/** Who meets everything. */
const ada = await make.candidate({
  officeId: make.officeId,
  location: kiel,
  availability: {
    availableFrom: '2030-04-01',
    weeklyHours: 40,
    shiftWork: true,
    hasCar: true,
    radiusKm: 20,
    salaryExpectation: 15.5,
    salaryPeriod: 'hour',
    currency: 'EUR',
  },
  workPermit: { required: true, validUntil: '2031-01-31' },
});
await post(`/candidates/${ada}/professions`, { professionId: driver });
await post(`/candidates/${ada}/driverslicences`, { driversLicenseId: FORKLIFT_LICENCE });
await post(`/candidates/${ada}/languages`, { languageId: GERMAN, languageLevelId: B1 });
/** Who misses everything. */
const ben = await make.candidate({
  firstName: 'Ben',
  officeId: south,
  location: munich,
  availability: {
    availableFrom: '2030-07-01',
    weeklyHours: 20,
    shiftWork: false,
    hasCar: false,
    salaryExpectation: 20,
    salaryPeriod: 'hour',
  },
  workPermit: { required: true, validUntil: '2030-04-30' },
});
await post(`/candidates/${ben}/professions`, { professionId: nurse });
await post(`/candidates/${ben}/driverslicences`, { driversLicenseId: 339 });
await post(`/candidates/${ben}/qualifications`, { name: 'Schweißerprüfung' });
await post(`/candidates/${ben}/languages`, { languageId: GERMAN, languageLevelId: A2 });
/** Whose record says nothing. */
const eva = await make.candidate({ firstName: 'Eva' });
const archived = await make.candidate({ firstName: 'Alt' });
await service.tenant.api.put(`/candidates/${archived}/status`, { statusId: 23 });
await make.hidden();
await indexMarked(services);

const matches = async (query = '', id = requestId) => {
  const response = await recruiter.get(`/requests/${id}/matches${query}`, {
    headers: { 'accept-language': 'de' },
  });
  assert.equal(response.status, 200, response.text);
  return response.body;
};
const idsOf = ({ candidates }: { candidates: { candidateId: number }[] }) =>
  candidates.map(({ candidateId }) => candidateId);

test('every criterion of the request is named, with what the record says, and nobody is left out', async () => {
  const found = await matches();
  assert.deepEqual(
    found.criteria.map((one: Record<string, unknown>) => [one.key, one.property, one.isRequired]),
    [
      ['profession', 'professionId', true],
      ['skill1', 'requirements', true],
      ['language1', 'requirements', true],
      ['distance', 'locationId', true],
      ['availability', 'startDate', true],
      ['weeklyHours', 'weeklyHours', true],
      ['shiftWork', 'shiftModel', true],
      ['car', 'requirements', true],
      ['workPermit', 'startDate', true],
      ['pay', 'hourlyWage', true],
      ['branch', 'officeId', false],
    ],
  );
  const asked = Object.fromEntries(found.criteria.map((one: { key: string }) => [one.key, one]));
  assert.deepEqual(asked.language1.names, ['Deutsch', 'B1']);
  assert.ok(asked.skill1.names.includes('Gabelstaplerschein'));
  assert.deepEqual([asked.availability.date, asked.pay.number, asked.pay.period], ['2030-05-01', 16, 'hour']);
  assert.deepEqual([found.everyone, found.compared, found.total], [3, 3, 3]);
  assert.deepEqual(found.narrowedBy, []);
  assert.deepEqual(idsOf(found), [ada, eva, ben]);
  const [first, second, third] = found.candidates;
  assert.deepEqual([first.met, first.missed, first.unknown], [10, 0, 0]);
  assert.deepEqual([second.met, second.missed, second.unknown], [0, 0, 10]);
  assert.deepEqual([third.met, third.missed, third.unknown], [0, 10, 0]);
  for (const [candidate, outcome] of [
    [first, 'met'],
    [second, 'unknown'],
    [third, 'missed'],
  ])
    for (const one of candidate.outcomes) assert.equal(one.outcome, outcome, `${candidate.name} ${one.key}`);
  const said = Object.fromEntries(third.outcomes.map((one: { key: string }) => [one.key, one]));
  assert.deepEqual(said.language1.names, ['Deutsch A2']);
  assert.deepEqual([said.availability.date, said.weeklyHours.number], ['2030-07-01', 20]);
  assert.deepEqual([said.workPermit.date, said.pay.number], ['2030-04-30', 20]);
  assert.deepEqual([said.distance.limit, said.distance.isOwnLimit, said.branch.names], [50, false, ['Süd']]);
  const near = first.outcomes.find(({ key }: { key: string }) => key === 'distance');
  assert.deepEqual([near.limit, near.isOwnLimit], [20, true]);
  assert.ok(third.distanceKm > 600 && third.distanceKm < 800);
  assert.ok(first.distanceKm < 5);
});

test('filters, pages by key, and marks who was proposed or is placed elsewhere', async () => {
  assert.deepEqual(idsOf(await matches('?mustMeet=profession,distance')), [ada]);
  assert.deepEqual(idsOf(await matches(`?officeId=${south}`)), [ben]);
  let query = '?limit=1';
  const seen: number[] = [];
  for (let page = await matches(query); ; page = await matches(query)) {
    seen.push(...idsOf(page));
    if (page.nextCursor === null) break;
    query = `?limit=1&cursor=${page.nextCursor}`;
  }
  assert.deepEqual(seen, [ada, eva, ben]);
  const other = await make.request({ title: 'Andere', startDate: '2030-04-15', endDate: '2030-05-15' });
  const added = await recruiter.post(`/requests/${other}/proposals`, { candidateIds: [ada] });
  const path = `/requests/${other}/proposals/${added.body.proposals[0].id}`;
  for (const status of ['accepted', 'placed']) await recruiter.put(path, { status });
  await recruiter.post(`/requests/${requestId}/proposals`, { candidateIds: [ada] });
  const [first] = (await matches()).candidates;
  assert.equal(first.proposal.status, 'shortlisted');
  assert.deepEqual(first.placement, {
    requestId: other,
    requestTitle: 'Andere',
    company: 'Muster AG',
    endDate: '2030-05-15',
  });
  assert.deepEqual(idsOf(await matches('?unproposed=true')), [eva, ben]);
  assert.equal((await recruiter.get(`/requests/${requestId}/matches?mustMeet=height`)).status, 400);
  assert.equal((await recruiter.get(`/requests/${requestId}/matches?cursor=1~2`)).status, 400);
});

test('who is placed on a cancelled request is free, and on a closed one until it ends', async () => {
  const placedOn = async (title: string) => {
    const id = await make.request({ title, startDate: '2030-05-01' });
    const added = await recruiter.post(`/requests/${id}/proposals`, { candidateIds: [eva] });
    const path = `/requests/${id}/proposals/${added.body.proposals[0].id}`;
    for (const status of ['accepted', 'placed'])
      assert.equal((await recruiter.put(path, { status })).status, 204);
    return id;
  };
  const setStatus = async (id: number, statusId: number) =>
    assert.equal((await recruiter.put(`/customers/requests/${id}/status`, { statusId })).status, 204);
  const placement = async () =>
    (await matches()).candidates.find(({ candidateId }: { candidateId: number }) => candidateId === eva)
      .placement?.requestTitle ?? null;
  const closed = await placedOn('Geschlossen');
  const cancelled = await placedOn('Storniert');
  assert.equal(await placement(), 'Storniert');
  await setStatus(cancelled, 4);
  await setStatus(closed, 5);
  assert.equal(await placement(), 'Geschlossen');
  const { proposals } = (await recruiter.get(`/candidates/${eva}/proposals`)).body;
  assert.deepEqual(
    proposals.map((one: Record<string, unknown>) => [one.requestTitle, one.requestStatusId, one.status]),
    [
      ['Storniert', 4, 'placed'],
      ['Geschlossen', 5, 'placed'],
    ],
  );
});

test('a request that asks for little compares with little, and says so', async () => {
  const today = () => services.now().toISOString().slice(0, 10);
  const before = today();
  const found = await matches('', await make.request({ startDate: '2025-01-01' }, 'directplacement'));
  assert.deepEqual(
    found.criteria.map(({ kind }: { kind: string }) => kind),
    ['availability', 'workPermit', 'branch'],
  );
  assert.equal(found.hasPlace, false);
  // Who started in the past starts today.
  const { date } = found.criteria[0];
  assert.ok(date >= before && date <= today(), date);
});

test('a work permit that ends during the assignment is neither met nor missed', async () => {
  const outcomeUntil = async (endDate?: string) => {
    const found = await matches('', await make.request({ startDate: '2030-05-01', endDate }));
    const { lastDay } = found.criteria.find(({ key }: { key: string }) => key === 'workPermit');
    const match = found.candidates.find(({ candidateId }: { candidateId: number }) => candidateId === ada);
    const { outcome, date } = match.outcomes.find(({ key }: { key: string }) => key === 'workPermit');
    return [outcome, date, lastDay, match.met, match.partly, match.missed, match.unknown];
  };
  assert.deepEqual(await outcomeUntil('2031-01-31'), ['met', '2031-01-31', '2031-01-31', 2, 0, 0, 0]);
  assert.deepEqual(await outcomeUntil('2031-02-01'), ['partly', '2031-01-31', '2031-02-01', 1, 1, 0, 0]);
  // Without an end, the first day is compared.
  assert.deepEqual(await outcomeUntil(), ['met', '2031-01-31', '2030-05-01', 2, 0, 0, 0]);
});

test('viewers read them, integrators do not, and another tenant finds no request and none of the candidates', async () => {
  const path = `/requests/${requestId}/matches`;
  assert.equal((await (await service.platform('viewer')).get(path)).status, 200);
  assert.equal((await (await service.platform('integrator')).get(path)).status, 403);
  const stranger = await service.platform('admin', await service.createTenant());
  await assertNotFound(service, () => stranger.get(path));
});

test('of more candidates than can be compared, those with the profession are, and the response says so', async () => {
  const columns = `tenant_id, candidate_id, name_key, created_at, applied_at, profession_ids, license_ids, languages,
    applied_job_ad_ids, applied_stages, applied_on, office_id, geo_lat, geo_lon, geo_cell`;
  await service.sql(
    `INSERT INTO candidate (tenant_id, id, first_name, last_name, is_visible)
     SELECT $1, 100000 + n, 'Viele', 'Leute', true FROM generate_series(1, 10001) AS n`,
    [tenant.id],
  );
  await service.sql(
    `INSERT INTO candidate_search (${columns})
     SELECT $1, 100000 + n, 'leute', now(), now(), '{}', '{}', '{}', '{}', '{}', '{}', NULL, NULL, NULL, NULL
       FROM generate_series(1, 10001) AS n`,
    [tenant.id],
  );
  // As the service does within a second: see planner-statistics.ts.
  await service.sql('ANALYZE candidate, candidate_search');
  const found = await matches();
  assert.deepEqual([found.everyone, found.compared], [10_004, 1]);
  assert.deepEqual(found.narrowedBy, [{ criterion: 'profession', withinKm: null }]);
  assert.deepEqual(idsOf(found), [ada]);
  const all = await matches('?everyone=true&limit=2');
  assert.deepEqual([all.compared, all.total, all.narrowedBy], [10_004, 10_004, []]);
  // Nobody has this profession, so it narrows nothing. The place does.
  const rare = await make.request({ siteId: site, professionId: professions[2].id });
  const near = await matches('', rare);
  assert.deepEqual(near.narrowedBy, [{ criterion: 'distance', withinKm: 50 }]);
  assert.deepEqual(idsOf(near), [ada]);
  const neither = await matches('', await make.request());
  assert.deepEqual(neither.narrowedBy, [{ criterion: 'branch', withinKm: null }]);
  assert.deepEqual(idsOf(neither), [ada]);
});

test('pages go on after the highest ids, and a cursor beyond them is after all', async () => {
  const officeId = await makeBranch(service, 'Hohe Nummern');
  await service.sql("SELECT setval('candidate_id_seq', 2147483645)");
  const ids = [await make.candidate({ officeId }), await make.candidate({ officeId })];
  await indexMarked(services);
  const path = `?everyone=true&officeId=${officeId}&limit=1`;
  const first = await matches(path);
  const second = await matches(`${path}&cursor=${first.nextCursor}`);
  assert.deepEqual([...idsOf(first), ...idsOf(second)], ids);
  const beyond = first.nextCursor.replace(/\d+$/, '9999999999');
  assert.deepEqual(idsOf(await matches(`${path}&cursor=${beyond}`)), []);
});
