import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { forgetSharedList } from '../../masterdata/index.ts';
import { indexMarked } from '../index.ts';

const service = await startTestService();
const { tenant, services } = service;
const { api } = tenant;
const recruiter = await service.platform('recruiter');
const other = await service.platform('recruiter');

async function insert(text: string, values: unknown[]): Promise<number> {
  return (await service.sql<{ id: number }>(`${text} RETURNING id`, [tenant.id, ...values]))[0]!.id;
}
const insertBranch = (name: string) => insert('INSERT INTO branch (tenant_id, name) VALUES ($1, $2)', [name]);
const [berlin, bonn] = [await insertBranch('Berlin'), await insertBranch('Bonn')];
const insertJobAd = (title: string) =>
  insert('INSERT INTO job_ad (tenant_id, title, office_id) VALUES ($1, $2, $3)', [title, berlin]);
const [warehouse, care] = [await insertJobAd('Lager'), await insertJobAd('Pflege')];
const list = async (name: string): Promise<{ id: number; name: string }[]> =>
  (await recruiter.get(`/masterdata/${name}`)).body[name];
const [source, otherSource] = await list('sourcesofsupply');
const [driver, nurse] = await list('professions');
const [licence, otherLicence] = await list('driverslicenses');
const [german, polish] = await list('languages');
const levels = await list('languagelevels');
const levelId = (name: string) => levels.find((level) => level.name === name)!.id;

async function post(path: string, body: object): Promise<number> {
  const response = await api.post(path, body);
  assert.equal(response.status, 200, response.text);
  return response.body.id;
}

const apply = (id: number, body: object) =>
  post(`/candidates/${id}/apply`, { recruiterId: recruiter.user.id, ...body });

const ada = await post('/candidates', {
  firstName: 'Ada',
  lastName: 'Zeller',
  officeId: berlin,
  responsibility: recruiter.user.id,
  sourceOfSupplyId: source!.id,
  location: { zipCode: '10115', city: 'Berlin', countryId: 276 },
  availability: { availableFrom: '2026-04-01' },
  desiredPosition: 'Disponentin',
});
await post(`/candidates/${ada}/professions`, { professionId: driver!.id });
await post(`/candidates/${ada}/driverslicences`, { driversLicenseId: licence!.id });
await post(`/candidates/${ada}/languages`, { languageId: german!.id, languageLevelId: levelId('C1') });
await post(`/candidates/${ada}/languages`, { languageId: polish!.id });
await post(`/candidates/${ada}/qualifications`, { name: 'Staplerschein' });
await post(`/candidates/${ada}/qualifications`, { name: 'Ersthelferin' });
await post(`/candidates/${ada}/keywords`, { keyword: 'Nachtschicht' });
await apply(ada, { jobAdId: warehouse, appliedAtUtc: '2026-03-01T08:00:00Z' });
const adasCare = await apply(ada, { jobAdId: care, appliedAtUtc: '2026-03-05T23:59:59Z' });
assert.equal((await recruiter.put(`/applications/${adasCare}/stage`, { stage: 'interview' })).status, 204);

const ben = await post('/candidates', {
  firstName: 'Ben',
  lastName: 'Ärmel',
  officeId: bonn,
  responsibility: other.user.id,
  sourceOfSupplyId: otherSource!.id,
  location: { zipCode: '14467', city: 'Potsdam', countryId: 276 },
});
await post(`/candidates/${ben}/professions`, { professionId: nurse!.id });
await post(`/candidates/${ben}/driverslicences`, { driversLicenseId: otherLicence!.id });
await post(`/candidates/${ben}/languages`, { languageId: german!.id, languageLevelId: levelId('B1') });
await post(`/candidates/${ben}/qualifications`, { name: 'Staplerschein' });
await post(`/candidates/${ben}/keywords`, { keyword: 'Nachtschicht' });
await apply(ben, { jobAdId: warehouse, appliedAtUtc: '2026-03-06T00:00:00Z' });
await api.put(`/candidates/${ben}/status`, { statusId: 2005 });

const qualifications = await list('qualifications');
const qualificationId = (name: string) => qualifications.find((one) => one.name === name)!.id;
const [forklift, firstAid] = [qualificationId('Staplerschein'), qualificationId('Ersthelferin')];

await indexMarked(services);

const search = (body: object) => recruiter.post('/candidates/search', body);

async function found(body: object): Promise<number[]> {
  const { status, body: answer, text } = await search(body);
  assert.equal(status, 200, text);
  assert.deepEqual([answer.total, answer.totalIsExact], [answer.candidates.length, true]);
  return answer.candidates.map(({ id }: { id: number }) => id);
}

describe('a filter', () => {
  const onlyAda = {
    stages: ['interview'],
    jobAdIds: [care],
    officeIds: [berlin],
    responsibilities: [recruiter.user.id],
    sourceOfSupplyIds: [source!.id],
    professionIds: [driver!.id],
    driversLicenseIds: [licence!.id],
    qualificationIds: [forklift, firstAid],
    languages: [{ languageId: polish!.id }],
    availableOn: '2026-04-01',
    appliedUntil: '2026-03-05',
  };
  for (const [name, value] of Object.entries(onlyAda)) {
    test(`${name} alone, with a word, and with the filter of another candidate`, async () => {
      assert.deepEqual(await found({ [name]: value }), [ada]);
      assert.deepEqual(await found({ [name]: value, text: 'Nachtschicht' }), [ada]);
      assert.deepEqual(await found({ [name]: value, statusIds: [2005] }), []);
    });
  }

  test('statusIds and the start of a period', async () => {
    assert.deepEqual(await found({ statusIds: [2005] }), [ben]);
    assert.deepEqual(await found({ appliedFrom: '2026-03-06' }), [ben]);
    assert.deepEqual(await found({ appliedFrom: '2026-03-02', appliedUntil: '2026-03-04' }), []);
    assert.deepEqual(await found({ availableOn: '2026-03-31' }), []);
  });

  test('with several values matches any of them', async () => {
    assert.deepEqual(await found({ officeIds: [berlin, bonn] }), [ben, ada]);
    assert.deepEqual(await found({ officeIds: [], jobAdIds: null }), [ben, ada]);
  });

  test('of a language finds this level and higher ones, and every language must match', async () => {
    const at = (level: string) =>
      found({ languages: [{ languageId: german!.id, minimumLevelId: levelId(level) }] });
    assert.deepEqual(
      [await at('B1'), await at('B2'), await at('C1'), await at('C2')],
      [[ben, ada], [ada], [ada], []],
    );
    assert.deepEqual(await found({ languages: [{ languageId: german!.id }, { languageId: polish!.id }] }), [
      ada,
    ]);
    const polishA1 = { languageId: polish!.id, minimumLevelId: levelId('A1') };
    assert.deepEqual(await found({ languages: [polishA1] }), []);
  });

  test('of qualifications is met by who has all of them', async () => {
    assert.deepEqual(await found({ qualificationIds: [forklift] }), [ben, ada]);
    assert.deepEqual(await found({ qualificationIds: [firstAid] }), [ada]);
    assert.deepEqual(await found({ qualificationIds: [firstAid, forklift], officeIds: [bonn] }), []);
    // Expired entries are no longer offered, but whoever has one is found.
    await service.sql(
      "UPDATE tenant_catalog_entry SET is_expired = true WHERE list = 'qualifications' AND id = $1",
      [firstAid],
    );
    assert.deepEqual(await found({ qualificationIds: [firstAid] }), [ada]);
  });

  test('of applications is met by one application', async () => {
    assert.deepEqual(await found({ jobAdIds: [warehouse], stages: ['interview'] }), []);
    assert.deepEqual(await found({ jobAdIds: [warehouse], stages: ['new'] }), [ada]);
    assert.deepEqual(await found({ jobAdIds: [care], appliedUntil: '2026-03-04' }), []);
  });

  test('of a place finds by distance, and shows it', async () => {
    for (const place of ['10115', 'Berlin', '10115 Berlin']) {
      assert.deepEqual(await found({ around: { place, radiusKm: 10 } }), [ada], place);
      assert.deepEqual(await found({ around: { place, radiusKm: 40 }, sort: 'name' }), [ben, ada], place);
    }
    const { body } = await search({ around: { place: '10115', radiusKm: 500 }, sort: 'name' });
    const [potsdam, center] = body.candidates.map(({ distanceKm }: { distanceKm: number }) => distanceKm);
    assert.ok(potsdam > 22 && potsdam < 30 && center < 1, `${potsdam} ${center}`);
    assert.deepEqual(await found({ around: { place: '1010', radiusKm: 500, countryId: 40 } }), []);
  });

  test('of a place says which one was found', async () => {
    const around = async (place: string, language = 'en') => {
      const headers = { 'accept-language': language };
      return (await recruiter.post('/candidates/search', { around: { place, radiusKm: 30 } }, { headers }))
        .body.around;
    };
    const germany = { countryId: 276, country: 'Germany', others: [] };
    assert.deepEqual(await around('berlin'), { zipCode: null, city: 'Berlin', ...germany });
    assert.deepEqual(await around('81667 Köln'), { zipCode: '81667', city: 'München', ...germany });
    const bern = { zipCode: '3011', city: 'Bern', countryId: 756, country: 'Schweiz', others: [] };
    assert.deepEqual(await around('3011 Bern', 'de'), bern);
    assert.deepEqual((await around('Frankfurt')).others, ['15234 Frankfurt / Oder']);
    assert.equal((await search({})).body.around, null);
    const signs = await search({ text: '?', around: { place: 'Berlin', radiusKm: 30 } });
    assert.equal(signs.body.around.city, 'Berlin');
  });

  test('of a name that several towns have is rejected with the choices', async () => {
    const { status, body } = await search({ around: { place: 'Landau', radiusKm: 30 } });
    assert.equal(status, 400);
    const [{ message, ...fault }] = body.validationErrors;
    assert.match(message, /If several towns have this name, send the postal code/);
    assert.deepEqual(fault, {
      property: 'around.place',
      code: 'unknownReference',
      choices: ['76829 Landau in der Pfalz', '94405 Landau an der Isar'],
    });
    const unknown = await search({ around: { place: 'Nirgendwoheim', radiusKm: 30 } });
    assert.equal('choices' in unknown.body.validationErrors[0], false);
  });

  test('of an unknown place, an unknown record, or a period that ends before it starts is rejected', async () => {
    for (const [body, property] of [
      [{ around: { place: 'Nirgendwoheim', radiusKm: 5 } }, 'around.place'],
      [{ around: { place: '99999', radiusKm: 5 } }, 'around.place'],
      [{ officeIds: [999_999] }, 'officeIds[0]'],
      [{ statusIds: [999_999] }, 'statusIds[0]'],
      [{ professionIds: [driver!.id, 999_999] }, 'professionIds[1]'],
      [{ driversLicenseIds: [999_999] }, 'driversLicenseIds[0]'],
      [{ qualificationIds: [firstAid, 999_999] }, 'qualificationIds[1]'],
      [{ sourceOfSupplyIds: [999_999] }, 'sourceOfSupplyIds[0]'],
      [{ languages: [{ languageId: 999_999 }] }, 'languages[0].languageId'],
      [{ languages: [{ languageId: german!.id, minimumLevelId: 999_999 }] }, 'languages[0].minimumLevelId'],
      [{ appliedFrom: '2026-03-02', appliedUntil: '2026-03-01' }, 'appliedUntil'],
      [{ cursor: 'x' }, 'cursor'],
    ] as const) {
      const response = await search(body);
      assert.deepEqual([response.status, response.body.validationErrors[0].property], [400, property]);
    }
  });
});

test('a hit shows the candidate with the latest application', async () => {
  const { body } = await search({ text: 'Zeller' });
  const { createdAtUtc, modifiedAtUtc, ...hit } = body.candidates[0];
  const candidate = (await recruiter.get(`/candidates/${ada}`)).body;
  assert.deepEqual([createdAtUtc, modifiedAtUtc], [candidate.createdAtUtc, candidate.modifiedAtUtc]);
  assert.deepEqual(hit, {
    id: ada,
    firstName: 'Ada',
    lastName: 'Zeller',
    email: null,
    phone: null,
    mobile: null,
    zipCode: '10115',
    city: 'Berlin',
    distanceKm: null,
    statusId: null,
    officeId: berlin,
    office: 'Berlin',
    responsibility: recruiter.user.id,
    responsibleUser: 'Test recruiter',
    availableFrom: '2026-04-01',
    appliedAtUtc: '2026-03-05T23:59:59.000Z',
    stage: 'interview',
    jobAdId: care,
    jobAd: 'Pflege',
    desiredPosition: 'Disponentin',
    profession: driver!.name,
    matches: [{ field: 'name', excerpt: 'Ada Zeller', start: 4, length: 6 }],
  });
});

test('lists are sorted by the latest application, creation, or name, in both directions', async () => {
  assert.deepEqual(await found({}), [ben, ada]);
  assert.deepEqual(await found({ order: 'asc', sort: 'appliedAtUtc' }), [ada, ben]);
  assert.deepEqual(await found({ sort: 'createdAtUtc' }), [ben, ada]);
  assert.deepEqual(await found({ sort: 'createdAtUtc', order: 'asc', text: 'Nachtschicht' }), [ada, ben]);
  assert.deepEqual(await found({ sort: 'name' }), [ben, ada]);
  assert.deepEqual(await found({ sort: 'name', order: 'desc', text: 'Nachtschicht' }), [ada, ben]);
});

// Last, because other tests find the candidates by the same entries.
test('a filter finds by an entry that has expired since, and a new record cannot have it', async () => {
  const expired = {
    candidatestatus: 2005,
    professions: driver!.id,
    driverslicenses: licence!.id,
    languages: polish!.id,
    languagelevels: levelId('C1'),
    countries: 276,
  };
  for (const [name, id] of Object.entries(expired)) {
    await service.sql('UPDATE catalog_entry SET is_expired = true WHERE list = $1 AND id = $2', [name, id]);
    forgetSharedList(services.database, name);
  }
  const admin = await service.platform('admin');
  const entry = `/masterdata/sourcesofsupply/entries/${source!.id}`;
  assert.equal((await admin.put(entry, { isExpired: true })).status, 204);

  assert.deepEqual(await found({ statusIds: [2005] }), [ben]);
  for (const filter of [
    { professionIds: [driver!.id] },
    { driversLicenseIds: [licence!.id] },
    { sourceOfSupplyIds: [source!.id] },
    { languages: [{ languageId: polish!.id }] },
    { languages: [{ languageId: german!.id, minimumLevelId: levelId('C1') }] },
    { around: { place: '10115', radiusKm: 10, countryId: 276 } },
  ])
    assert.deepEqual(await found(filter), [ada], JSON.stringify(filter));

  const { status, body } = await api.put(`/candidates/${ben}`, { sourceOfSupplyId: source!.id });
  assert.deepEqual([status, body.validationErrors[0].code], [400, 'unknownReference']);
});
