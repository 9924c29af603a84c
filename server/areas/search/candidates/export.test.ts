import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { makeBranch } from '../../../testing/makers/branches.ts';
import { indexMarked } from '../index.ts';

const service = await startTestService();
const { tenant, services } = service;
const { api } = tenant;
const recruiter = await service.platform('recruiter');
const branchId = await makeBranch(service, 'Bad Süd');

async function post(path: string, body: object): Promise<number> {
  const response = await api.post(path, body);
  assert.equal(response.status, 200, response.text);
  return response.body.id;
}

async function make(lastName: string, body: object = {}): Promise<number> {
  const id = await post('/candidates', { firstName: 'Ada', lastName, ...body });
  await post(`/candidates/${id}/apply`, {
    recruiterId: recruiter.user.id,
    appliedAtUtc: '2026-03-01T08:00:00Z',
  });
  return id;
}

const full = await make('Adler', {
  salutationId: 2,
  genderId: 2,
  nationalityId: 616,
  officeId: branchId,
  responsibility: recruiter.user.id,
  birth: { date: '1990-05-17', countryId: 616 },
  contact: { email: 'ada@example.org', phone: '+49 30 901820' },
  location: { street: 'Hauptstraße', streetNumber: '12a', zipCode: '10115', city: 'Berlin', countryId: 276 },
  availability: { weeklyHours: 38.5, salaryExpectation: 2600, hasCar: true, shiftWork: false },
  importExternalId: '0012',
});
await post(`/candidates/${full}/languages`, { languageId: 25, languageLevelId: 632 });
await post(`/candidates/${full}/driverslicences`, { driversLicenseId: 339 });
await post(`/candidates/${full}/keywords`, { keyword: 'Lager' });
await api.put(`/candidates/${full}/status`, { statusId: 2005 });
const others = [await make('Berg'), await make('Claus'), await make('Dorn')];
await indexMarked(services);

const read = (body: object, user = recruiter) =>
  user.post('/candidates/search/export', body, { headers: { 'accept-language': 'de' } });

test('a row has names instead of ids, and values as they are stored', async () => {
  const { status, body, text } = await read({
    text: 'Adler',
    around: { place: '10115 Berlin', radiusKm: 5 },
  });
  assert.equal(status, 200, text);
  assert.deepEqual([body.total, body.totalIsExact, body.nextCursor], [1, true, null]);
  const { createdAtUtc, modifiedAtUtc, ...row } = body.rows[0];
  assert.ok(createdAtUtc <= modifiedAtUtc);
  assert.deepEqual(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)), {
    id: full,
    firstName: 'Ada',
    lastName: 'Adler',
    salutation: 'Frau',
    gender: 'Weiblich',
    nationality: 'Polnisch',
    office: 'Bad Süd',
    responsibleUser: 'Test recruiter',
    birthDate: '1990-05-17',
    birthCountry: 'Polen',
    email: 'ada@example.org',
    phone: '+49 30 901820',
    street: 'Hauptstraße',
    streetNumber: '12a',
    zipCode: '10115',
    city: 'Berlin',
    country: 'Deutschland',
    distanceKm: 0,
    weeklyHours: 38.5,
    salaryExpectation: 2600,
    hasCar: true,
    shiftWork: false,
    importExternalId: '0012',
    languages: [{ name: 'Englisch', level: 'B2' }],
    driversLicences: ['B'],
    keywords: ['Lager'],
    qualifications: [],
    professions: [],
    status: 'Qualifiziert',
    appliedAtUtc: '2026-03-01T08:00:00.000Z',
    stage: 'inReview',
    channel: 'Import',
    recruiter: 'Test recruiter',
  });
});

test('the pages have each candidate once, in the order of the list', async () => {
  const ids: number[] = [];
  let cursor: string | null = null;
  do {
    const { status, body, text } = await read({ sort: 'name', limit: 3, cursor });
    assert.equal(status, 200, text);
    ids.push(...body.rows.map(({ id }: { id: number }) => id));
    cursor = body.nextCursor;
  } while (cursor !== null);
  assert.deepEqual(ids, [full, ...others]);
});

test('a name that several records have is replaced by what an import finds', async () => {
  const twins = [await service.platform('recruiter'), await service.platform('recruiter')];
  for (const { user } of twins)
    await service.sql(
      `UPDATE user_account SET first_name = 'Kim', last_name = 'Weber' WHERE tenant_id = $1 AND id = $2`,
      [tenant.id, user.id],
    );
  const south = [await makeBranch(service, 'Süd'), await makeBranch(service, 'SÜD')];
  await make('Zwilling', { responsibility: twins[1]!.user.id, officeId: south[1]! });
  await indexMarked(services);
  const { body } = await read({ text: 'Zwilling' });
  assert.deepEqual(
    [body.rows[0].responsibleUser, body.rows[0].office],
    [twins[1]!.user.email, String(south[1])],
  );
});

test('candidates of another tenant and those without an application are not exported', async () => {
  await post('/candidates', { firstName: 'Ada', lastName: 'Unsichtbar' });
  await indexMarked(services);
  assert.deepEqual((await read({ text: 'Unsichtbar' })).body.rows, []);
  const elsewhere = await service.platform('recruiter', await service.createTenant());
  assert.deepEqual((await read({}, elsewhere)).body.rows, []);
});

test('the log says who exported how many by which filters, and none of their values', async () => {
  const known = service.logLines.length;
  await read({ text: 'Adler', statusIds: [2005], limit: 200 });
  const entries = service.logLines
    .slice(known)
    .filter(({ msg }) => msg === 'candidates exported from a list');
  assert.equal(entries.length, 1);
  const { tenantId, userId, rows, isFirstPage, filters } = entries[0]!;
  assert.deepEqual(
    { tenantId, userId, rows, isFirstPage, filters },
    {
      tenantId: tenant.id,
      userId: recruiter.user.id,
      rows: 1,
      isFirstPage: true,
      filters: ['text', 'statusIds'],
    },
  );
  assert.doesNotMatch(JSON.stringify(entries[0]!), /Adler|2005/);
});
