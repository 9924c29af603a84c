import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertNotFound,
  assertOneOfTenSucceeds,
  assertRefused,
  candidateModified,
  NOTHING,
  written,
} from '../../../testing/change-watch.ts';
import { type ApiResponse, startTestService } from '../../../testing/harness.ts';

const service = await startTestService();
const { api } = service.tenant;
const UNKNOWN_ID = 999_999;

async function createCandidate(): Promise<number> {
  return (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
}

async function read(id: number) {
  return (await api.get(`/candidates/${id}`)).body;
}

/** Asserts that the call returns 200 with this id, or 204 without one, and records one change of the candidate. */
async function assertChanges(candidateId: number, call: () => Promise<ApiResponse>, id?: number) {
  const wrote = await written(service, async () => {
    const response = await call();
    assert.equal(response.status, id === undefined ? 204 : 200, response.text);
    if (id !== undefined) assert.deepEqual(response.body, { id });
  });
  assert.deepEqual(wrote, candidateModified(candidateId));
}

const ASSIGNMENTS = [
  {
    path: 'professions',
    list: 'professionObjects',
    property: 'professionId',
    ids: [271, 501, 1795],
    absent: 270,
  },
  {
    path: 'driverslicences',
    list: 'driversLicences',
    property: 'driversLicenseId',
    ids: [339, 322, 326],
    absent: 344,
  },
] as const;

for (const { path, list, property, ids, absent } of ASSIGNMENTS) {
  test(`${path}: adding returns the catalog id, and the details show the assignment`, async () => {
    const id = await createCandidate();
    await assertChanges(id, () => api.post(`/candidates/${id}/${path}`, { [property]: ids[0] }), ids[0]);
    const entries = (await read(id))[list];
    assert.equal(entries.length, 1);
    assert.equal(entries[0][property], ids[0]);
    assert.equal(typeof entries[0].name, 'string');
  });

  test(`${path}: an entry that the candidate already has is rejected`, async () => {
    const id = await createCandidate();
    await api.post(`/candidates/${id}/${path}`, { [property]: ids[1] });
    await assertRefused(
      service,
      () => api.post(`/candidates/${id}/${path}`, { [property]: ids[1] }),
      `${property} duplicate`,
    );
  });

  test(`${path}: one of ten concurrent additions succeeds`, async () => {
    const id = await createCandidate();
    const wrote = await written(service, () =>
      assertOneOfTenSucceeds(() => api.post(`/candidates/${id}/${path}`, { [property]: ids[2] }), property),
    );
    assert.deepEqual(wrote, candidateModified(id));
  });

  test(`${path}: an entry is removed by its catalog id`, async () => {
    const id = await createCandidate();
    await api.post(`/candidates/${id}/${path}`, { [property]: ids[0] });
    await assertChanges(id, () => api.delete(`/candidates/${id}/${path}/${ids[0]}`));
    assert.deepEqual((await read(id))[list], []);
    await assertNotFound(service, () => api.delete(`/candidates/${id}/${path}/${ids[0]}`));
  });

  test(`${path}: an unknown candidate or entry is not found`, async () => {
    const id = await createCandidate();
    await assertNotFound(service, () =>
      api.post(`/candidates/${UNKNOWN_ID}/${path}`, { [property]: ids[0] }),
    );
    await assertNotFound(service, () => api.delete(`/candidates/${UNKNOWN_ID}/${path}/${ids[0]}`));
    await assertNotFound(service, () => api.delete(`/candidates/${id}/${path}/${ids[0]}`));
  });

  test(`${path}: the catalog id is required and must exist`, async () => {
    const id = await createCandidate();
    const post = (body: unknown) => () => api.post(`/candidates/${id}/${path}`, body);
    await assertRefused(service, post({}), `${property} required`);
    await assertRefused(service, post({ [property]: absent }), `${property} unknownReference`);
    await assertRefused(service, post({ [property]: 'B' }), `${property} type`);
  });
}

test('a profession has years of experience, and a new main profession replaces the old one', async () => {
  const id = await createCandidate();
  await api.post(`/candidates/${id}/professions`, { professionId: 271, isPrimary: true });
  await api.post(`/candidates/${id}/professions`, {
    professionId: 501,
    isPrimary: true,
    yearsOfExperience: 3.5,
  });
  const professions = (await read(id)).professionObjects.map(
    ({ professionId, isPrimary, yearsOfExperience }: Record<string, unknown>) => [
      professionId,
      isPrimary,
      yearsOfExperience,
    ],
  );
  assert.deepEqual(professions, [
    [271, false, null],
    [501, true, 3.5],
  ]);
});

test('years of experience must be between 0 and 100', async () => {
  const id = await createCandidate();
  const post = (yearsOfExperience: unknown) => () =>
    api.post(`/candidates/${id}/professions`, { professionId: 271, yearsOfExperience });
  await assertRefused(service, post(-1), 'yearsOfExperience range');
  await assertRefused(service, post(101), 'yearsOfExperience range');
});

test("a driver's license is accepted under the alias of its property, with its dates", async () => {
  const id = await createCandidate();
  await api.post(`/candidates/${id}/driverslicences`, {
    driverLicenceId: 322,
    issuedAt: '2020-03-01',
    validUntil: '2030-03-01',
  });
  const [licence] = (await read(id)).driversLicences;
  assert.deepEqual(
    [licence.driversLicenseId, licence.issuedAt, licence.validUntil],
    [322, '2020-03-01', '2030-03-01'],
  );
  await assertRefused(
    service,
    () => api.post(`/candidates/${id}/driverslicences`, { driverLicenceId: 322 }),
    'driverLicenceId duplicate',
  );
});

test('two different licences and an end before the day of issue are both reported', async () => {
  const id = await createCandidate();
  await assertRefused(
    service,
    () =>
      api.post(`/candidates/${id}/driverslicences`, {
        driversLicenseId: 339,
        driverLicenceId: 322,
        issuedAt: '2020-03-02',
        validUntil: '2020-03-01',
      }),
    'driverLicenceId notAllowed',
    'validUntil range',
  );
});

test('a qualification from the list is added by its id', async () => {
  const id = await createCandidate();
  await assertChanges(
    id,
    () => api.post(`/candidates/${id}/qualifications`, { qualificationId: 1, score: 4 }),
    1,
  );
  const [qualification] = (await read(id)).qualifications;
  assert.equal(qualification.qualificationId, 1);
  assert.equal(qualification.name, 'Forklift licence');
  assert.equal(qualification.score, 4);
});

test('a qualification is found by its name in either language, regardless of case', async () => {
  const id = await createCandidate();
  const name = ' gabelstaplerSCHEIN ';
  assert.deepEqual((await api.post(`/candidates/${id}/qualifications`, { name })).body, { id: 1 });
});

test('a qualification with ß is found in capitals, in all ways to write it', async () => {
  const id = await createCandidate();
  for (const name of [
    'SCHWEISSERPRÜFUNG MAG (135)',
    'SCHWEIẞERPRÜFUNG MAG (135)',
    'Schweisserprüfung  Mag (135)',
  ])
    assert.deepEqual((await api.post(`/candidates/${id}/qualifications`, { name })).body, { id: 15 });
});

test('an unknown name is added to the list of this tenant only', async () => {
  const id = await createCandidate();
  const { body } = await api.post(`/candidates/${id}/qualifications`, { name: 'Baumkletterer' });
  const { qualifications } = (await api.get('/masterdata/qualifications')).body;
  assert.equal(qualifications.find((entry: { id: number }) => entry.id === body.id).name, 'Baumkletterer');
  const other = await service.createTenant();
  assert.doesNotMatch((await other.api.get('/masterdata/qualifications')).text, /Baumkletterer/);
});

test('ten concurrent additions of one new name add it to the list once', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, createCandidate));
  const responses = await Promise.all(
    ids.map((id, index) =>
      api.post(`/candidates/${id}/qualifications`, { name: index % 2 === 0 ? 'Glasbläser' : 'GLASBLÄSER' }),
    ),
  );
  assert.deepEqual(
    responses.map(({ status }) => status),
    responses.map(() => 200),
  );
  assert.equal(new Set(responses.map(({ body }) => body.id)).size, 1);
});

test('ten concurrent additions of one qualification change the candidate once', async () => {
  const id = await createCandidate();
  const wrote = await written(service, async () => {
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => api.post(`/candidates/${id}/qualifications`, { name: 'Kranführer' })),
    );
    assert.equal(new Set(responses.map(({ body }) => body.id)).size, 1);
  });
  assert.deepEqual(wrote, candidateModified(id));
  assert.equal((await read(id)).qualifications.length, 1);
});

test('sending a qualification again changes its score, and null clears it', async () => {
  const id = await createCandidate();
  const post = (score: unknown) => () =>
    api.post(`/candidates/${id}/qualifications`, { qualificationId: 2, score });
  await post(2)();
  await assertChanges(id, post(5), 2);
  assert.equal((await read(id)).qualifications[0].score, 5);
  await assertChanges(id, post(null), 2);
  assert.equal((await read(id)).qualifications[0].score, null);
});

test('the same score or a missing score records no change', async () => {
  const id = await createCandidate();
  const post = (body: object) =>
    api.post(`/candidates/${id}/qualifications`, { qualificationId: 2, ...body });
  await post({ score: 2 });
  assert.deepEqual(await written(service, () => post({ score: 2 })), NOTHING);
  assert.deepEqual(await written(service, () => post({})), NOTHING);
  assert.equal((await read(id)).qualifications[0].score, 2);
});

test('a qualification needs either an id or a name, and a score from 1 to 5', async () => {
  const id = await createCandidate();
  const post = (body: unknown) => () => api.post(`/candidates/${id}/qualifications`, body);
  await assertRefused(service, post({ score: 3 }), 'qualificationId required');
  await assertRefused(service, post({ qualificationId: 1, name: 'Forklift licence' }), 'name notAllowed');
  await assertRefused(service, post({ name: ' ' }), 'qualificationId required');
  await assertRefused(service, post({ name: 'x'.repeat(256) }), 'name length');
  await assertRefused(service, post({ qualificationId: 999 }), 'qualificationId unknownReference');
  for (const score of [0, 6])
    await assertRefused(service, post({ qualificationId: 1, score }), 'score range');
  await assertRefused(service, post({ qualificationId: 1, score: 2.5 }), 'score type');
});

test('a removed qualification stays in the list', async () => {
  const id = await createCandidate();
  const { body } = await api.post(`/candidates/${id}/qualifications`, { name: 'Seilzugang' });
  await assertChanges(id, () => api.delete(`/candidates/${id}/qualifications/${body.id}`));
  assert.deepEqual((await read(id)).qualifications, []);
  assert.match((await api.get('/masterdata/qualifications')).text, /Seilzugang/);
});

test('a qualification of an unknown candidate is not found and adds nothing to the list', async () => {
  const id = await createCandidate();
  await assertNotFound(service, () =>
    api.post(`/candidates/${UNKNOWN_ID}/qualifications`, { name: 'Niemandsqualifikation' }),
  );
  assert.doesNotMatch((await api.get('/masterdata/qualifications')).text, /Niemandsqualifikation/);
  await assertNotFound(service, () => api.delete(`/candidates/${UNKNOWN_ID}/qualifications/1`));
  await assertNotFound(service, () => api.delete(`/candidates/${id}/qualifications/1`));
});
