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
import { startTestService } from '../../../testing/harness.ts';
import { forgetSharedList } from '../../masterdata/index.ts';

const service = await startTestService();
const { api } = service.tenant;
const UNKNOWN_ID = 999_999;

async function createCandidate(): Promise<number> {
  return (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
}

async function languagesOf(id: number) {
  return (await api.get(`/candidates/${id}`)).body.languages;
}

test('adding a language returns its catalog id, and the details show the id of the assignment', async () => {
  const id = await createCandidate();
  const wrote = await written(service, async () => {
    const response = await api.post(`/candidates/${id}/languages`, { languageId: 25, languageLevelId: 632 });
    assert.deepEqual(response.body, { id: 25 });
  });
  assert.deepEqual(wrote, candidateModified(id));
  const [language, ...others] = await languagesOf(id);
  assert.equal(others.length, 0);
  assert.equal(language.languageId, 25);
  assert.equal(language.name, 'English');
  assert.equal(language.languageLevelId, 632);
  assert.equal(language.level, 'B2');
});

test('the level is accepted under its alias and is optional', async () => {
  const id = await createCandidate();
  await api.post(`/candidates/${id}/languages`, { languageId: 1, levelId: 635 });
  await api.post(`/candidates/${id}/languages`, { languageId: 9, levelId: null });
  await api.post(`/candidates/${id}/languages`, { languageId: 12, languageLevelId: 630, levelId: 630 });
  assert.deepEqual(
    (await languagesOf(id)).map(({ languageLevelId }: { languageLevelId: number }) => languageLevelId),
    [635, null, 630],
  );
});

test('two different levels are rejected', async () => {
  const id = await createCandidate();
  await assertRefused(
    service,
    () => api.post(`/candidates/${id}/languages`, { languageId: 25, languageLevelId: 632, levelId: 633 }),
    'levelId notAllowed',
  );
});

test('a response lists all faults of a language', async () => {
  const id = await createCandidate();
  const post = (body: unknown) => () => api.post(`/candidates/${id}/languages`, body);
  await assertRefused(service, post({}), 'languageId required');
  await assertRefused(service, post({ languageId: '25' }), 'languageId type');
  await assertRefused(
    service,
    post({ languageId: 31, languageLevelId: 700 }),
    'languageId unknownReference',
    'languageLevelId unknownReference',
  );
  await assertRefused(service, post({ languageId: 25, levelId: 0 }), 'levelId unknownReference');
});

test('a language that the candidate already has is rejected', async () => {
  const id = await createCandidate();
  await api.post(`/candidates/${id}/languages`, { languageId: 25 });
  await assertRefused(
    service,
    () => api.post(`/candidates/${id}/languages`, { languageId: 25, levelId: 633 }),
    'languageId duplicate',
  );
  assert.equal((await languagesOf(id))[0].languageLevelId, null);
});

test('one of ten concurrent additions succeeds', async () => {
  const id = await createCandidate();
  const wrote = await written(service, () =>
    assertOneOfTenSucceeds(() => api.post(`/candidates/${id}/languages`, { languageId: 25 }), 'languageId'),
  );
  assert.deepEqual(wrote, candidateModified(id));
  assert.equal((await languagesOf(id)).length, 1);
});

test('a repeated call with the same Idempotency-Key adds nothing and returns the same response', async () => {
  const id = await createCandidate();
  const add = () =>
    api.post(
      `/candidates/${id}/languages`,
      { languageId: 25 },
      { headers: { 'idempotency-key': `language-${id}` } },
    );
  const first = await add();
  assert.deepEqual(
    await written(service, async () => assert.deepEqual((await add()).body, first.body)),
    NOTHING,
  );
});

test('a level is changed by the catalog id of the language', async () => {
  const id = await createCandidate();
  await api.post(`/candidates/${id}/languages`, { languageId: 25, levelId: 632 });
  const wrote = await written(service, async () => {
    assert.equal((await api.put(`/candidates/${id}/languages/25`, { levelId: 633 })).status, 204);
  });
  assert.deepEqual(wrote, candidateModified(id));
  assert.equal((await languagesOf(id))[0].level, 'C1');
});

test('sending the same level again records no change', async () => {
  const id = await createCandidate();
  await api.post(`/candidates/${id}/languages`, { languageId: 25, levelId: 632 });
  const wrote = await written(service, async () => {
    assert.equal((await api.put(`/candidates/${id}/languages/25`, { levelId: 632 })).status, 204);
  });
  assert.deepEqual(wrote, NOTHING);
});

test('the level that the language has can be sent again after it has expired, and no other one that has', async () => {
  const id = await createCandidate();
  await api.post(`/candidates/${id}/languages`, { languageId: 25, levelId: 632 });
  for (const level of [632, 633])
    await service.sql(
      "UPDATE catalog_entry SET is_expired = true WHERE list = 'languagelevels' AND id = $1",
      [level],
    );
  forgetSharedList(service.services.database, 'languagelevels');
  try {
    const put = (levelId: number) => api.put(`/candidates/${id}/languages/25`, { levelId });
    const wrote = await written(service, async () => assert.equal((await put(632)).status, 204));
    assert.deepEqual(wrote, NOTHING);
    await assertRefused(service, () => put(633), 'levelId unknownReference');
  } finally {
    await service.sql("UPDATE catalog_entry SET is_expired = false WHERE list = 'languagelevels'");
    forgetSharedList(service.services.database, 'languagelevels');
  }
});

test('changing a level requires a known level', async () => {
  const id = await createCandidate();
  await api.post(`/candidates/${id}/languages`, { languageId: 25, levelId: 632 });
  const put = (body: unknown) => () => api.put(`/candidates/${id}/languages/25`, body);
  await assertRefused(service, put({}), 'levelId required');
  await assertRefused(service, put({ levelId: null }), 'levelId required');
  await assertRefused(service, put({ levelId: 1 }), 'levelId unknownReference');
});

test('a language is removed by its catalog id', async () => {
  const id = await createCandidate();
  await api.post(`/candidates/${id}/languages`, { languageId: 25 });
  const wrote = await written(service, async () => {
    assert.equal((await api.delete(`/candidates/${id}/languages/25`)).status, 204);
  });
  assert.deepEqual(wrote, candidateModified(id));
  assert.deepEqual(await languagesOf(id), []);
});

test('an unknown candidate is not found', async () => {
  await assertNotFound(service, () => api.post(`/candidates/${UNKNOWN_ID}/languages`, { languageId: 25 }));
  await assertNotFound(service, () => api.put(`/candidates/${UNKNOWN_ID}/languages/25`, { levelId: 632 }));
  await assertNotFound(service, () => api.delete(`/candidates/${UNKNOWN_ID}/languages/25`));
});

test('a language that the candidate does not have is not found, not even by the id of the assignment', async () => {
  const id = await createCandidate();
  await api.post(`/candidates/${id}/languages`, { languageId: 25 });
  const [{ id: assignment }] = await languagesOf(id);
  await service.sql('UPDATE candidate_language SET id = 4000 WHERE id = $1', [assignment]);
  await assertNotFound(service, () => api.put(`/candidates/${id}/languages/1`, { levelId: 632 }));
  await assertNotFound(service, () => api.delete(`/candidates/${id}/languages/1`));
  await assertNotFound(service, () => api.delete(`/candidates/${id}/languages/4000`));
});
