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
const ABSENT = 999_999;

async function createCandidate(): Promise<number> {
  return (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
}

async function read(id: number) {
  return (await api.get(`/candidates/${id}`)).body;
}

/** The call answers 200 with this id, or 204, and changes the candidate once. */
async function assertChanges(candidateId: number, call: () => Promise<ApiResponse>, id?: number) {
  const wrote = await written(service, async () => {
    const answer = await call();
    assert.equal(answer.status, id === undefined ? 204 : 200, answer.text);
    if (id !== undefined) assert.deepEqual(answer.body, { id });
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
  test(`${path}: adding answers the catalog id, and the details show the assignment`, async () => {
    const id = await createCandidate();
    await assertChanges(id, () => api.post(`/candidates/${id}/${path}`, { [property]: ids[0] }), ids[0]);
    const entries = (await read(id))[list];
    assert.equal(entries.length, 1);
    assert.equal(entries[0][property], ids[0]);
    assert.equal(typeof entries[0].name, 'string');
  });

  test(`${path}: one that the candidate has is refused`, async () => {
    const id = await createCandidate();
    await api.post(`/candidates/${id}/${path}`, { [property]: ids[1] });
    await assertRefused(
      service,
      () => api.post(`/candidates/${id}/${path}`, { [property]: ids[1] }),
      `${property} duplicate`,
    );
  });

  test(`${path}: of ten additions at once one succeeds`, async () => {
    const id = await createCandidate();
    const wrote = await written(service, () =>
      assertOneOfTenSucceeds(() => api.post(`/candidates/${id}/${path}`, { [property]: ids[2] }), property),
    );
    assert.deepEqual(wrote, candidateModified(id));
  });

  test(`${path}: removing takes the catalog id`, async () => {
    const id = await createCandidate();
    await api.post(`/candidates/${id}/${path}`, { [property]: ids[0] });
    await assertChanges(id, () => api.delete(`/candidates/${id}/${path}/${ids[0]}`));
    assert.deepEqual((await read(id))[list], []);
    await assertNotFound(service, () => api.delete(`/candidates/${id}/${path}/${ids[0]}`));
  });

  test(`${path}: a candidate or an entry that is not there is not found`, async () => {
    const id = await createCandidate();
    await assertNotFound(service, () => api.post(`/candidates/${ABSENT}/${path}`, { [property]: ids[0] }));
    await assertNotFound(service, () => api.delete(`/candidates/${ABSENT}/${path}/${ids[0]}`));
    await assertNotFound(service, () => api.delete(`/candidates/${id}/${path}/${ids[0]}`));
  });

  test(`${path}: a catalog id is required and must exist`, async () => {
    const id = await createCandidate();
    const post = (body: unknown) => () => api.post(`/candidates/${id}/${path}`, body);
    await assertRefused(service, post({}), `${property} required`);
    await assertRefused(service, post({ [property]: absent }), `${property} unknownReference`);
    await assertRefused(service, post({ [property]: 'B' }), `${property} type`);
  });
}

test('a profession keeps its years, and a new main profession takes the place of the old', async () => {
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

test('years of experience must be possible', async () => {
  const id = await createCandidate();
  const post = (yearsOfExperience: unknown) => () =>
    api.post(`/candidates/${id}/professions`, { professionId: 271, yearsOfExperience });
  await assertRefused(service, post(-1), 'yearsOfExperience range');
  await assertRefused(service, post(101), 'yearsOfExperience range');
});

test('a licence is taken under the other name of its property, with its days', async () => {
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

test('two different licences and an end before the issue are refused together', async () => {
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

test('a qualification of the list is added by its id', async () => {
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

test('a qualification is found by its name in either language, in whatever case', async () => {
  const id = await createCandidate();
  const name = ' gabelstaplerSCHEIN ';
  assert.deepEqual((await api.post(`/candidates/${id}/qualifications`, { name })).body, { id: 1 });
});

test('an unknown name is added to the list of the tenant, and only there', async () => {
  const id = await createCandidate();
  const { body } = await api.post(`/candidates/${id}/qualifications`, { name: 'Baumkletterer' });
  const { qualifications } = (await api.get('/masterdata/qualifications')).body;
  assert.equal(qualifications.find((entry: { id: number }) => entry.id === body.id).name, 'Baumkletterer');
  const other = await service.createTenant();
  assert.doesNotMatch((await other.api.get('/masterdata/qualifications')).text, /Baumkletterer/);
});

test('ten candidates given one new name at once add it to the list once', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, createCandidate));
  const answers = await Promise.all(
    ids.map((id, index) =>
      api.post(`/candidates/${id}/qualifications`, { name: index % 2 === 0 ? 'Glasbläser' : 'GLASBLÄSER' }),
    ),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map(() => 200),
  );
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
});

test('ten equal qualifications at once change the candidate once', async () => {
  const id = await createCandidate();
  const wrote = await written(service, async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => api.post(`/candidates/${id}/qualifications`, { name: 'Kranführer' })),
    );
    assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
  });
  assert.deepEqual(wrote, candidateModified(id));
  assert.equal((await read(id)).qualifications.length, 1);
});

test('a qualification sent again changes its score; null clears it', async () => {
  const id = await createCandidate();
  const post = (score: unknown) => () =>
    api.post(`/candidates/${id}/qualifications`, { qualificationId: 2, score });
  await post(2)();
  await assertChanges(id, post(5), 2);
  assert.equal((await read(id)).qualifications[0].score, 5);
  await assertChanges(id, post(null), 2);
  assert.equal((await read(id)).qualifications[0].score, null);
});

test('the same score and no score leave no trace', async () => {
  const id = await createCandidate();
  const post = (body: object) =>
    api.post(`/candidates/${id}/qualifications`, { qualificationId: 2, ...body });
  await post({ score: 2 });
  assert.deepEqual(await written(service, () => post({ score: 2 })), NOTHING);
  assert.deepEqual(await written(service, () => post({})), NOTHING);
  assert.equal((await read(id)).qualifications[0].score, 2);
});

test('a qualification is named once and scored from 1 to 5', async () => {
  const id = await createCandidate();
  const post = (body: unknown) => () => api.post(`/candidates/${id}/qualifications`, body);
  await assertRefused(service, post({ score: 3 }), 'qualificationId required');
  await assertRefused(service, post({ qualificationId: 1, name: 'Forklift licence' }), 'name notAllowed');
  await assertRefused(service, post({ name: ' ' }), 'name required');
  await assertRefused(service, post({ name: 'x'.repeat(256) }), 'name length');
  await assertRefused(service, post({ qualificationId: 999 }), 'qualificationId unknownReference');
  for (const score of [0, 6])
    await assertRefused(service, post({ qualificationId: 1, score }), 'score range');
  await assertRefused(service, post({ qualificationId: 1, score: 2.5 }), 'score type');
});

test('a retired name is refused', async () => {
  const id = await createCandidate();
  await service.sql(
    "UPDATE tenant_catalog_entry SET is_expired = true WHERE list = 'qualifications' AND id = 3",
  );
  await assertRefused(
    service,
    () => api.post(`/candidates/${id}/qualifications`, { name: 'Electric pallet truck authorisation' }),
    'name unknownReference',
  );
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
    api.post(`/candidates/${ABSENT}/qualifications`, { name: 'Niemandsqualifikation' }),
  );
  assert.doesNotMatch((await api.get('/masterdata/qualifications')).text, /Niemandsqualifikation/);
  await assertNotFound(service, () => api.delete(`/candidates/${ABSENT}/qualifications/1`));
  await assertNotFound(service, () => api.delete(`/candidates/${id}/qualifications/1`));
});

test('a keyword is stored without the space around it', async () => {
  const id = await createCandidate();
  let keywordId = 0;
  const wrote = await written(service, async () => {
    const answer = await api.post(`/candidates/${id}/keywords`, { keyword: ' Schichtleiter ' });
    assert.equal(answer.status, 200);
    keywordId = answer.body.id;
  });
  assert.deepEqual(wrote, candidateModified(id));
  assert.deepEqual((await read(id)).keywords, [{ id: keywordId, keyword: 'Schichtleiter' }]);
});

test('a keyword that differs only in case is refused', async () => {
  const id = await createCandidate();
  await api.post(`/candidates/${id}/keywords`, { keyword: 'Lager' });
  await assertRefused(
    service,
    () => api.post(`/candidates/${id}/keywords`, { keyword: 'LAGER ' }),
    'keyword duplicate',
  );
});

test('of ten equal keywords at once one is added', async () => {
  const id = await createCandidate();
  const wrote = await written(service, () =>
    assertOneOfTenSucceeds(() => api.post(`/candidates/${id}/keywords`, { keyword: 'Lager' }), 'keyword'),
  );
  assert.deepEqual(wrote, candidateModified(id));
});

test('a keyword must say something, in at most 100 characters', async () => {
  const id = await createCandidate();
  const post = (body: unknown) => () => api.post(`/candidates/${id}/keywords`, body);
  await assertRefused(service, post({}), 'keyword required');
  await assertRefused(service, post({ keyword: ' ' }), 'keyword required');
  await assertRefused(service, post({ keyword: 'x'.repeat(101) }), 'keyword length');
  await assertRefused(service, post({ keyword: 7 }), 'keyword type');
  await assertNotFound(service, () => api.post(`/candidates/${ABSENT}/keywords`, { keyword: 'Lager' }));
});

test('a removed keyword is gone, and only that one', async () => {
  const id = await createCandidate();
  const { body: removed } = await api.post(`/candidates/${id}/keywords`, { keyword: 'Lager' });
  const { body: kept } = await api.post(`/candidates/${id}/keywords`, { keyword: 'Nacht' });
  const wrote = await written(service, async () => {
    assert.equal((await api.delete(`/candidates/${id}/keywords/${removed.id}`)).status, 204);
  });
  assert.deepEqual(wrote, candidateModified(id));
  assert.deepEqual((await read(id)).keywords, [{ id: kept.id, keyword: 'Nacht' }]);
});

test('a keyword of another candidate cannot be removed', async () => {
  const id = await createCandidate();
  const other = await createCandidate();
  const { body: keyword } = await api.post(`/candidates/${other}/keywords`, { keyword: 'Lager' });
  await assertNotFound(service, () => api.delete(`/candidates/${id}/keywords/${keyword.id}`));
  await assertNotFound(service, () => api.delete(`/candidates/${ABSENT}/keywords/${keyword.id}`));
  assert.equal((await read(other)).keywords.length, 1);
});
