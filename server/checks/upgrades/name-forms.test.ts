import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { toNameMatch } from '../../core/text/name-form.ts';
import { assertRefused } from '../../testing/change-watch.ts';
import { startTestService } from '../../testing/harness.ts';

// Migration 0087 on rows as earlier versions wrote them. Its SQL makes the forms that toNameMatch() makes.

const service = await startTestService();
const { api, id: tenantId } = service.tenant;
const admin = await service.platform('admin');
const file = join(import.meta.dirname, '../../../migrations/0087_one_form_of_names.sql');
const migration = await readFile(file, 'utf8');

async function insertEntry(name: string): Promise<number> {
  const [row] = await service.sql<{ id: number }>(
    `INSERT INTO tenant_catalog_entry (tenant_id, list, name_en, name_de, match_en, match_de)
     VALUES ($1, 'qualifications', $2, $2, lower($2), lower($2)) RETURNING id`,
    [tenantId, name],
  );
  return row!.id;
}

async function insertKeyword(candidateId: number, keyword: string, match: string): Promise<number> {
  const [row] = await service.sql<{ id: number }>(
    `INSERT INTO candidate_keyword (tenant_id, candidate_id, keyword, keyword_match)
     VALUES ($1, $2, $3, $4) RETURNING id`,
    [tenantId, candidateId, keyword, match],
  );
  return row!.id;
}

const createCandidate = async (): Promise<number> =>
  (await api.post('/candidates', { firstName: 'Anna', lastName: 'Muster' })).body.id;
const keywordsOf = async (id: number) => (await api.get(`/candidates/${id}`)).body.keywords;
const addByName = (id: number, name: string, score?: number) =>
  api.post(`/candidates/${id}/qualifications`, { name, score });

test('the migration makes the same form of a name as the service', async () => {
  // The letters of the Latin, Greek, and Cyrillic scripts, alone and at the end of a word, and white space.
  const letters = [...range(0xa0, 0x52f), ...range(0x1e00, 0x1fff), 0x2003, 0x3000, 0xfeff]
    .map((code) => String.fromCodePoint(code))
    .filter((letter) => /[\p{L}\s]/u.test(letter));
  const names = [
    'Große  Straße',
    'GROẞE STRAẞE',
    'ß\u0307',
    'Kra\u0308ne',
    ...letters.map((one) => `AO${one}`),
  ];
  const ids = new Map<number, string>();
  for (const name of names) ids.set(await insertEntry(name), name);
  await service.sql(migration);
  const rows = await service.sql<{ id: number; match_en: string; match_de: string }>(
    'SELECT id, match_en, match_de FROM tenant_catalog_entry WHERE tenant_id = $1 AND id = ANY ($2)',
    [tenantId, [...ids.keys()]],
  );
  assert.ok(rows.length > 1000);
  const differing = rows.filter((row) =>
    [row.match_en, row.match_de].some((match) => match !== toNameMatch(ids.get(row.id)!)),
  );
  assert.deepEqual(differing, []);
  await service.sql('DELETE FROM tenant_catalog_entry WHERE tenant_id = $1 AND id = ANY ($2)', [
    tenantId,
    [...ids.keys()],
  ]);
});

test('entries that have the same name after the migration can both be used and changed', async () => {
  const name = 'SCHWEISSERPRÜFUNG MAG (135)';
  const [known, late] = [await createCandidate(), await createCandidate()];
  const second = await insertEntry(name);
  await api.post(`/candidates/${known}/qualifications`, { qualificationId: second, score: 2 });
  await service.sql(migration);
  // A new name means the first of them, and that of a candidate who has the other one means that.
  assert.equal((await addByName(late, name)).body.id, 15);
  assert.equal((await addByName(known, name, 4)).body.id, second);
  assert.deepEqual(
    (await api.get(`/candidates/${known}`)).body.qualifications.map(
      (one: { qualificationId: number; score: number }) => [one.qualificationId, one.score],
    ),
    [[second, 4]],
  );
  const byId = await api.post(`/candidates/${late}/qualifications`, { qualificationId: second });
  assert.equal(byId.status, 200, byId.text);
  const path = `/masterdata/qualifications/entries/${second}`;
  for (const change of [{ isExpired: true }, { isExpired: false }, { nameDe: 'Altes', nameEn: 'Old' }]) {
    const changed = await admin.put(path, change);
    assert.equal(changed.status, 204, changed.text);
  }
});

test('a candidate who has a keyword with ß and with ss keeps both, and the rest get the new form', async () => {
  const [alone, both, three] = [await createCandidate(), await createCandidate(), await createCandidate()];
  const single = await insertKeyword(alone, 'Große  Straße', 'große  straße');
  const pair = [
    await insertKeyword(both, 'Straße', 'straße'),
    await insertKeyword(both, 'STRASSE', 'strasse'),
  ];
  const triple = [
    await insertKeyword(three, 'Maßstraße', 'maßstraße'),
    await insertKeyword(three, 'Massstraße', 'massstraße'),
    await insertKeyword(three, 'Maßstrasse', 'maßstrasse'),
  ];
  const before = [await keywordsOf(alone), await keywordsOf(both), await keywordsOf(three)];
  await service.sql(migration);
  assert.deepEqual([await keywordsOf(alone), await keywordsOf(both), await keywordsOf(three)], before);
  const rows = await service.sql<{ id: number; keyword_match: string }>(
    'SELECT id, keyword_match FROM candidate_keyword WHERE tenant_id = $1 AND candidate_id = ANY ($2)',
    [tenantId, [alone, both, three]],
  );
  assert.deepEqual(Object.fromEntries(rows.map((row) => [row.id, row.keyword_match])), {
    [single]: 'grosse strasse',
    [pair[0]!]: 'straße',
    [pair[1]!]: 'strasse',
    [triple[0]!]: 'massstrasse',
    [triple[1]!]: 'massstraße',
    [triple[2]!]: 'maßstrasse',
  });
  for (const [id, keyword] of [
    [alone, 'GROSSE STRASSE'],
    [both, 'Straße'],
    [three, 'MASSSTRASSE'],
  ] as const)
    await assertRefused(
      service,
      () => api.post(`/candidates/${id}/keywords`, { keyword }),
      'keyword duplicate',
    );
  // Each can be removed.
  for (const id of pair) assert.equal((await api.delete(`/candidates/${both}/keywords/${id}`)).status, 204);
  assert.deepEqual(await keywordsOf(both), []);
});

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
