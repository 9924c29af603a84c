import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  assertNotFound,
  assertOneOfTenSucceeds,
  assertRefused,
  candidateModified,
  written,
} from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';

const service = await startTestService();
const { api, id: tenantId } = service.tenant;
const UNKNOWN_ID = 999_999;

async function createCandidate(): Promise<number> {
  return (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
}

async function read(id: number) {
  return (await api.get(`/candidates/${id}`)).body;
}

test('a keyword is stored without leading and trailing whitespace', async () => {
  const id = await createCandidate();
  let keywordId = 0;
  const wrote = await written(service, async () => {
    const response = await api.post(`/candidates/${id}/keywords`, { keyword: ' Schichtleiter ' });
    assert.equal(response.status, 200);
    keywordId = response.body.id;
  });
  assert.deepEqual(wrote, candidateModified(id));
  assert.deepEqual((await read(id)).keywords, [{ id: keywordId, keyword: 'Schichtleiter' }]);
});

test('a keyword that differs only in case is rejected', async () => {
  const id = await createCandidate();
  await api.post(`/candidates/${id}/keywords`, { keyword: 'Lager' });
  await assertRefused(
    service,
    () => api.post(`/candidates/${id}/keywords`, { keyword: 'LAGER ' }),
    'keyword duplicate',
  );
});

test('a keyword that differs only in ß and ss is rejected', async () => {
  const id = await createCandidate();
  await api.post(`/candidates/${id}/keywords`, { keyword: 'Straße' });
  for (const keyword of ['STRASSE', 'STRAẞE', 'Strasse'])
    await assertRefused(
      service,
      () => api.post(`/candidates/${id}/keywords`, { keyword }),
      'keyword duplicate',
    );
});

test('one of ten concurrent additions of a keyword succeeds', async () => {
  const id = await createCandidate();
  const wrote = await written(service, () =>
    assertOneOfTenSucceeds(() => api.post(`/candidates/${id}/keywords`, { keyword: 'Lager' }), 'keyword'),
  );
  assert.deepEqual(wrote, candidateModified(id));
});

test('a keyword must not be blank or longer than 100 characters', async () => {
  const id = await createCandidate();
  const post = (body: unknown) => () => api.post(`/candidates/${id}/keywords`, body);
  await assertRefused(service, post({}), 'keyword required');
  await assertRefused(service, post({ keyword: ' ' }), 'keyword required');
  await assertRefused(service, post({ keyword: 'x'.repeat(101) }), 'keyword length');
  await assertRefused(service, post({ keyword: 7 }), 'keyword type');
  await assertNotFound(service, () => api.post(`/candidates/${UNKNOWN_ID}/keywords`, { keyword: 'Lager' }));
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
  await assertNotFound(service, () => api.delete(`/candidates/${UNKNOWN_ID}/keywords/${keyword.id}`));
  assert.equal((await read(other)).keywords.length, 1);
});

const [COMPOSED, DECOMPOSED] = ['Kräne führen', 'Kräne führen'.normalize('NFD')];

test('a keyword is stored in one Unicode form, with one blank between words', async () => {
  const id = await createCandidate();
  const sent = `  ${DECOMPOSED.replace(' ', ' \u00A0 ')} `;
  const { status, body } = await api.post(`/candidates/${id}/keywords`, { keyword: sent });
  assert.equal(status, 200);
  assert.deepEqual((await read(id)).keywords, [{ id: body.id, keyword: COMPOSED }]);
});

test('a keyword that differs only in its Unicode form or its spaces is rejected', async () => {
  const id = await createCandidate();
  await api.post(`/candidates/${id}/keywords`, { keyword: COMPOSED });
  for (const keyword of [
    DECOMPOSED,
    DECOMPOSED.toUpperCase(),
    'Kräne  führen',
    'Kräne\u00A0führen',
    'KRÄNE \u2003 führen',
  ])
    await assertRefused(
      service,
      () => api.post(`/candidates/${id}/keywords`, { keyword }),
      'keyword duplicate',
    );
  assert.equal((await api.post(`/candidates/${id}/keywords`, { keyword: 'Kräneführen' })).status, 200);
  // No letter is made of T and a diaeresis, but one is made of t and a diaeresis.
  await api.post(`/candidates/${id}/keywords`, { keyword: 'T\u0308' });
  await assertRefused(
    service,
    () => api.post(`/candidates/${id}/keywords`, { keyword: '\u1E97' }),
    'keyword duplicate',
  );
});

test('the migration brings stored keywords to the form in which they are compared', async () => {
  const [id, other] = [await createCandidate(), await createCandidate()];
  const insert = async (candidateId: number, keyword: string) =>
    (
      await service.sql<{ id: number }>(
        `INSERT INTO candidate_keyword (tenant_id, candidate_id, keyword, keyword_match)
         VALUES ($1, $2, $3, $4) RETURNING id`,
        [tenantId, candidateId, keyword, keyword.toLowerCase()],
      )
    )[0]!.id;
  const wide = `${DECOMPOSED} \u00A0 im  Hafen`;
  const alone = await insert(id, wide);
  // Those whose form another keyword of the candidate has.
  const [first, second] = [await insert(id, 'a  b'), await insert(id, 'A \u2003b')];
  const [composed, decomposed] = [await insert(other, COMPOSED), await insert(other, DECOMPOSED)];
  const [wideAscii, ascii] = [await insert(other, 'c  d'), await insert(other, 'C d')];

  const before = [await read(id), await read(other)];
  const migration = join(import.meta.dirname, '../../../../migrations/0075_one_form_of_keywords.sql');
  await service.sql(/DO \$\$[\s\S]*?\n\$\$;/.exec(await readFile(migration, 'utf8'))![0]);
  const rows = await service.sql<{ id: number; keyword_match: string }>(
    'SELECT id, keyword_match FROM candidate_keyword WHERE tenant_id = $1 AND candidate_id = ANY ($2)',
    [tenantId, [id, other]],
  );
  assert.deepEqual(Object.fromEntries(rows.map((row) => [row.id, row.keyword_match])), {
    [alone]: 'kräne führen im hafen',
    [first]: 'a b',
    [second]: 'a \u2003b',
    [composed]: COMPOSED.toLowerCase(),
    [decomposed]: DECOMPOSED.toLowerCase(),
    [wideAscii]: 'c  d',
    [ascii]: 'c d',
  });
  assert.deepEqual([await read(id), await read(other)], before);
  for (const keyword of ['KRÄNE führen im Hafen', 'A B'])
    await assertRefused(
      service,
      () => api.post(`/candidates/${id}/keywords`, { keyword }),
      'keyword duplicate',
    );
});
