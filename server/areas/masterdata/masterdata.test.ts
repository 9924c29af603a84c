import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually, startAnotherProcess } from '../../testing/another-process.ts';
import { startTestService } from '../../testing/harness.ts';
import { catalogLists } from './catalogs.ts';
import { importProfessions } from './load.ts';

const service = await startTestService();
const { api } = service.tenant;
const another = await startAnotherProcess(service);

interface Entry {
  id: number;
  name: string;
  isExpired: boolean;
  [attribute: string]: unknown;
}

async function read(list: string, language?: string, query = ''): Promise<Entry[]> {
  const headers: Record<string, string> = language === undefined ? {} : { 'accept-language': language };
  const response = await api.get(`/masterdata/${list}${query}`, { headers });
  assert.equal(response.status, 200, response.text);
  assert.deepEqual(Object.keys(response.body), [list]);
  return response.body[list];
}

async function idsOf(list: string): Promise<number[]> {
  return (await read(list)).map(({ id }) => id);
}

function range(from: number, to: number, without: number[] = []): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index).filter(
    (id) => !without.includes(id),
  );
}

test('there are twenty lists', () => {
  assert.equal(catalogLists.length, 20);
});

for (const list of catalogLists) {
  test(`the list has entries with ids and names in both languages: ${list}`, async () => {
    const [english, german] = [await read(list, 'en'), await read(list, 'de')];
    assert.ok(english.length > 0);
    assert.deepEqual(
      english.map(({ id }) => id),
      german.map(({ id }) => id),
    );
    const ids = english.map(({ id }) => id);
    assert.deepEqual(
      ids,
      [...new Set(ids)].toSorted((a, b) => a - b),
    );
    for (const entry of [...english, ...german]) {
      assert.ok(Number.isInteger(entry.id) && entry.id > 0);
      assert.ok(entry.name.trim() !== '');
      assert.equal(entry.isExpired, false);
    }
  });
}

test('driving licences have the ids 313 to 343', async () => {
  assert.deepEqual(await idsOf('driverslicenses'), range(313, 343));
});

test('languages have the ids 1 to 97 without 31, 41, and 53', async () => {
  assert.deepEqual(await idsOf('languages'), range(1, 97, [31, 41, 53]));
});

test('language levels have the ids 629 to 635', async () => {
  assert.deepEqual(await idsOf('languagelevels'), range(629, 635));
});

test('candidate status values have the fixed ids', async () => {
  assert.deepEqual(await idsOf('candidatestatus'), [23, 2003, 2004, 2005]);
});

test('salutations have the ids 1 to 3', async () => {
  assert.deepEqual(await idsOf('salutations'), [1, 2, 3]);
});

test('channels include the homepage (28) and the import (51)', async () => {
  const names = new Map((await read('channels')).map(({ id, name }) => [id, name]));
  assert.match(names.get(28)!, /homepage/i);
  assert.equal(names.get(51), 'Import');
});

for (const [id, english, german] of [
  [1, 'German', 'Deutsch'],
  [9, 'Spanish', 'Spanisch'],
  [85, 'French', 'Französisch'],
] as const) {
  test(`language ${id} is called ${english} and ${german}`, async () => {
    const nameIn = async (language: string) =>
      (await read('languages', language)).find((entry) => entry.id === id)?.name;
    assert.equal(await nameIn('en'), english);
    assert.equal(await nameIn('de'), german);
  });
}

for (const [header, language] of [
  ['de', 'de'],
  ['DE-at', 'de'],
  ['en, de;q=0.9', 'en'],
  ['de;q=0.5, en;q=0.4', 'de'],
  ['fr, de;q=0.2', 'de'],
  ['fr', 'en'],
  ['de-AT, en', 'de'],
  ['en-GB, de', 'en'],
  ['de;q=x, en;q=0.1', 'en'],
  ['de;q=0', 'en'],
  ['*', 'en'],
  ['den', 'en'],
  [';;,,q=', 'en'],
] as const) {
  test(`Accept-Language "${header}" selects ${language}`, async () => {
    const [first] = await read('languages', header);
    assert.equal(first!.name, language === 'de' ? 'Deutsch' : 'German');
  });
}

test('without Accept-Language, names are in English', async () => {
  const response = await fetch(`${service.baseUrl}/v3/masterdata/genders`, {
    headers: { authorization: `Bearer ${api.token}`, 'user-agent': 'Test/1.0', 'accept-language': '' },
  });
  const body = (await response.json()) as { genders: Entry[] };
  assert.deepEqual(body.genders, await read('genders', 'en'));
});

test('professions are found by a part of their name in either language, regardless of case', async () => {
  const all = await read('professions', 'de');
  const wanted = all[3]!;
  const part = wanted.name.slice(0, 6).toUpperCase();
  for (const language of ['de', 'en']) {
    const found = await read('professions', language, `?search=${encodeURIComponent(part)}`);
    assert.ok(found.some(({ id }) => id === wanted.id));
    assert.ok(found.length < all.length);
  }
});

test('a search finds a name however its umlauts are encoded', async () => {
  const composed = await read('professions', 'de', `?search=${encodeURIComponent('ä')}`);
  assert.ok(composed.length > 0);
  assert.deepEqual(await read('professions', 'de', `?search=${encodeURIComponent('a\u0308')}`), composed);
});

test('a search without matches returns an empty list', async () => {
  assert.deepEqual(await read('professions', 'en', '?search=zzzzzz'), []);
});

test('professions can be read by ids, and unknown ids are ignored', async () => {
  const [first, second] = await idsOf('professions');
  const found = await read('professions', 'en', `?ids=${second},${first},2147483647,${first}`);
  assert.deepEqual(
    found.map(({ id }) => id),
    [first, second],
  );
});

for (const query of [
  '?ids=a',
  '?ids=1,',
  '?ids=,1',
  '?ids=1;2',
  '?ids=-1',
  '?ids=',
  '?search=',
  `?search=${'x'.repeat(101)}`,
  `?ids=${'1,'.repeat(200)}1`,
  '?search=%00',
]) {
  test(`an invalid filter is rejected: ${query.slice(0, 20)}`, async () => {
    assert.equal((await api.get(`/masterdata/professions${query}`)).status, 400);
  });
}

test('other lists do not accept filters', async () => {
  const response = await api.get('/masterdata/languages?search=german');
  assert.equal(response.body.validationErrors[0].code, 'unknownProperty');
});

test('an unknown list returns 404', async () => {
  assert.equal((await api.get('/masterdata/nothing')).status, 404);
});

async function importFile(text: string): Promise<number> {
  async function* bytes() {
    yield Buffer.from(text);
  }
  return importProfessions(service.services.database.system, bytes(), 'csv', '2026-01-01');
}

test('professions are found with ß and with ss', async () => {
  await importFile('id;code;title\n2100000009;51312-10009;Straßenwärter/in\n');
  for (const part of ['straßenwärt', 'STRASSENWÄRT', 'STRAẞENWÄRT'])
    await eventually(`the import is found by ${part}`, async () => {
      const found = await read('professions', 'de', `?search=${encodeURIComponent(part)}`);
      return found.some(({ id }) => id === 2_100_000_009);
    });
});

test('an import is visible in every process and changes the entity tag', async () => {
  const otherApi = another.api(api.token);
  const before = await otherApi.get('/masterdata/professions');
  assert.equal(await importFile('id;code;title\n2100000001;51312-10000;Weichenwärter/in\n'), 1);
  for (const reader of [api, otherApi]) {
    await eventually('the import is visible', async () => {
      const response = await reader.get('/masterdata/professions', {
        headers: { 'if-none-match': before.headers.get('etag')! },
      });
      return response.status === 200 && response.text.includes('Weichenwärter/in');
    });
  }
  const [entry] = await read('professions', 'de', '?ids=2100000001');
  assert.deepEqual([entry?.name, entry?.code, entry?.levelId], ['Weichenwärter/in', '51312-10000', 2]);
});

test('an import changes the German names and keeps the English ones', async () => {
  const names = async (id: number) => [
    (await read('professions', 'en', `?ids=${id}`))[0]?.name,
    (await read('professions', 'de', `?ids=${id}`))[0]?.name,
  ];
  const [translated] = await service.sql<{ id: number; name_en: string; code: string }>(
    `SELECT id, name_en, attributes->>'code' AS code FROM catalog_entry
      WHERE list = 'professions' AND name_en <> name_de ORDER BY id LIMIT 1`,
  );
  const { id, name_en: english, code } = translated!;
  const untranslated = 2_100_000_003;
  await importFile(`id;code;title\n${untranslated};51312-10000;Schrankenwärter/in\n`);
  await importFile(
    `id;code;title\n${id};${code};Neuer Titel\n${untranslated};51312-10000;Bahnübergangswärter/in\n`,
  );
  await eventually('the import is visible', async () => (await names(id))[1] === 'Neuer Titel');
  assert.deepEqual(await names(id), [english, 'Neuer Titel']);
  assert.deepEqual(await names(untranslated), ['Bahnübergangswärter/in', 'Bahnübergangswärter/in']);
});

test('a failed import changes nothing', async () => {
  const before = await read('professions');
  await assert.rejects(importFile('id;code;title\n2100000002;51312-10000;Halb\nbroken\n'));
  assert.deepEqual(await read('professions'), before);
});

test('an expired entry is still listed, but new references to it are rejected', async () => {
  const body = { firstName: 'Ada', lastName: 'Muster', levelId: 4 };
  const existing = await api.post('/candidates', { ...body, levelId: 3 });
  await service.sql("UPDATE catalog_entry SET is_expired = true WHERE list = 'levels' AND id IN (3, 4)");
  await service.sql("SELECT pg_notify('catalog', 'levels')");
  await eventually('the list shows the expired entry', async () =>
    (await read('levels')).some(({ id, isExpired }) => id === 4 && isExpired),
  );
  const rejected = await api.post('/candidates', body);
  assert.equal(rejected.status, 400);
  assert.deepEqual(
    rejected.body.validationErrors.map((fault: { property: string; code: string }) => [
      fault.property,
      fault.code,
    ]),
    [['levelId', 'unknownReference']],
  );
  assert.equal((await api.get(`/candidates/${existing.body.id}`)).body.levelId, 3);
});

test('each tenant has its own entries in tenant lists', async () => {
  const other = await service.createTenant();
  await service.sql(
    `INSERT INTO tenant_catalog_entry (tenant_id, list, name_en, name_de, match_en, match_de)
     VALUES ($1, 'channels', 'Own', 'Eigener', 'own', 'eigener')`,
    [service.tenant.id],
  );
  assert.ok((await read('channels')).some(({ name }) => name === 'Own'));
  const theirs = (await other.api.get('/masterdata/channels')).body.channels as Entry[];
  assert.ok(!theirs.some(({ name }) => name === 'Own'));
  assert.ok(theirs.some(({ id }) => id === 51));
});
