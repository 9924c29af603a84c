import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { toNameMatch, toStoredName } from '../../core/text/name-form.ts';
import { assertRefused } from '../../testing/change-watch.ts';
import { startTestService } from '../../testing/harness.ts';

// Migration 0101 on rows as earlier versions wrote them. Its SQL makes the forms that toNameMatch() makes.

const service = await startTestService();
const { api, id: tenantId } = service.tenant;
const file = join(import.meta.dirname, '../../../migrations/0101_names_without_invisible_signs.sql');
const migration = await readFile(file, 'utf8');

const earlierMatch = (name: string) => toStoredName(name.toLowerCase());

async function insertEntry(name: string): Promise<number> {
  const [row] = await service.sql<{ id: number }>(
    `INSERT INTO tenant_catalog_entry (tenant_id, list, name_en, name_de, match_en, match_de)
     VALUES ($1, 'qualifications', $2, $2, $3, $3) RETURNING id`,
    [tenantId, name, earlierMatch(name)],
  );
  return row!.id;
}

async function insertKeyword(candidateId: number, keyword: string): Promise<number> {
  const [row] = await service.sql<{ id: number }>(
    `INSERT INTO candidate_keyword (tenant_id, candidate_id, keyword, keyword_match)
     VALUES ($1, $2, $3, $4) RETURNING id`,
    [tenantId, candidateId, keyword, earlierMatch(keyword)],
  );
  return row!.id;
}

const createCandidate = async (): Promise<number> =>
  (await api.post('/candidates', { firstName: 'Anna', lastName: 'Muster' })).body.id;

test('the migration makes the same form of a name with invisible characters as the service', async () => {
  const characters = [...range(0x7f, 0xff), ...range(0x600, 0x61f), ...range(0x2000, 0x206f), 0xfeff]
    .map((code) => String.fromCodePoint(code))
    .filter((character) => /[\p{Cf}\s]/u.test(character));
  assert.ok(characters.length > 30);
  const names = characters.flatMap((one) => [`${one}Gabel${one} ${one}stapler${one}`, one]);
  const ids = new Map<number, string>();
  for (const name of names) ids.set(await insertEntry(name), name);
  await service.sql(migration);
  const rows = await service.sql<{ id: number; match_en: string; match_de: string }>(
    'SELECT id, match_en, match_de FROM tenant_catalog_entry WHERE tenant_id = $1 AND id = ANY ($2)',
    [tenantId, [...ids.keys()]],
  );
  assert.equal(rows.length, names.length);
  const differing = rows.filter((row) =>
    [row.match_en, row.match_de].some((match) => match !== toNameMatch(ids.get(row.id)!)),
  );
  assert.deepEqual(differing, []);
});

test('a name with an invisible character means the entry and the keyword without it', async () => {
  const [first, second] = [await createCandidate(), await createCandidate()];
  const pair = [
    await insertKeyword(first, 'Kran\u200b'),
    await insertKeyword(first, 'Kran'),
    await insertKeyword(second, 'Gabel\u00adstapler'),
  ];
  await service.sql(migration);
  const rows = await service.sql<{ keyword_match: string }>(
    'SELECT keyword_match FROM candidate_keyword WHERE id = ANY ($1) ORDER BY id',
    [pair],
  );
  assert.deepEqual(
    rows.map(({ keyword_match: match }) => match),
    ['kran\u200b', 'kran', 'gabelstapler'],
  );
  for (const [id, keyword] of [
    [first, 'Kran\u200e'],
    [second, 'Gabelstapler\u200b'],
  ] as const)
    await assertRefused(
      service,
      () => api.post(`/candidates/${id}/keywords`, { keyword }),
      'keyword duplicate',
    );
  const add = (id: number, name: string) => api.post(`/candidates/${id}/qualifications`, { name });
  const countEntries = async () => (await api.get('/masterdata/qualifications')).body.qualifications.length;
  assert.equal((await add(second, 'Baggerschein')).status, 200);
  const before = await countEntries();
  assert.equal((await add(first, '\u200bBagger\u00adschein')).status, 200);
  assert.equal(await countEntries(), before);
  // A joiner is part of a letter.
  assert.notEqual(
    toNameMatch('\u0645\u06cc\u200c\u0631\u0648\u0645'),
    toNameMatch('\u0645\u06cc\u0631\u0648\u0645'),
  );
});

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
