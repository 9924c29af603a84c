import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { makeBranch } from '../../../testing/makers/branches.ts';
import { companyMaker } from '../../../testing/makers/companies.ts';
import { completeNameSounds } from '../../candidates/index.ts';
import { indexMarked } from '../index.ts';

const service = await startTestService();
const { id: tenantId } = service.tenant;
const recruiter = await service.platform('recruiter');

async function create(firstName: string, lastName: string, body: object = {}): Promise<number> {
  const response = await recruiter.post('/candidates', { firstName, lastName, application: {}, ...body });
  assert.equal(response.status, 200, response.text);
  return response.body.id;
}

async function found(body: object): Promise<number[]> {
  const response = await recruiter.post('/candidates/search', body);
  return response.body.candidates.map(({ id }: { id: number }) => id);
}

/** Runs the migration once more, and indexes what it marks. */
async function migrate(name: string): Promise<void> {
  const migration = join(import.meta.dirname, '../../../../migrations', name);
  await service.sql(await readFile(migration, 'utf8'));
  await indexMarked(service.services);
}

test('migration 0090 has entries of an earlier version built again', async () => {
  const [double, single] = [await create('Bea', 'Alt-Neu'), await create('Zoe', 'Alt')];
  const imported = await create('Ida', 'Zettel', { importExternalId: 'ZX-50017' });
  const contact = { email: 'paar@example.org' };
  const [wife] = [await create('Ulla', 'Xander', { contact }), await create('Kurt', 'Yilmaz', { contact })];
  await indexMarked(service.services);
  const stale = (text: string, ...values: unknown[]) => service.sql(text, [tenantId, ...values], tenantId);
  await stale("UPDATE candidate_search SET name_key = replace(name_key, '  ', ', ') WHERE tenant_id = $1");
  await stale(
    "DELETE FROM candidate_search_term WHERE tenant_id = $1 AND candidate_id = $2 AND term LIKE '%50017%'",
    imported,
  );
  await stale('UPDATE duplicate_pair SET score = 100 WHERE tenant_id = $1');
  const scoreOf = async () => (await recruiter.get(`/candidates/${wife}/duplicates`)).body.pairs[0].score;
  const before = [
    (await found({ sort: 'name' })).slice(0, 2),
    await found({ text: 'ZX-50017' }),
    await scoreOf(),
  ];
  assert.deepEqual(before, [[double, single], [], 1]);

  await migrate('0090_built_again.sql');
  assert.deepEqual((await found({ sort: 'name' })).slice(0, 2), [single, double]);
  assert.deepEqual(await found({ text: 'ZX-50017' }), [imported]);
  assert.ok((await scoreOf()) < 0.95);
});

test('migration 0094 has records of all kinds found by their words with signs', async () => {
  const officeId = await makeBranch(service, 'Mitte');
  const make = companyMaker(service.tenant.api);
  const candidate = await create('Ada', 'Zeichen', { desiredPosition: 'C++-Entwicklerin' });
  const company = await make.company({ name: 'C++ Systeme GmbH' });
  const contact = await make.contact(company, await make.site(company), { position: 'Leiterin C++' });
  const body = { officeId, title: 'Entwickler C++', headcount: 1, startDate: '2026-05-01' };
  const request = await service.tenant.api.post(`/customers/${company}/requests/temporarystaffing`, body);
  const jobAd = await recruiter.post('/jobads', { officeId, title: 'Entwicklerin C++' });
  await indexMarked(service.services);
  for (const table of ['candidate_search_term', 'record_search_term'])
    await service.sql(
      `DELETE FROM ${table} WHERE tenant_id = $1 AND term LIKE '%plusplus%'`,
      [tenantId],
      tenantId,
    );
  const lists = ['candidates', 'companies', 'contacts', 'requests', 'jobAds'];
  const inPalette = async () => {
    const response = await recruiter.get(`/search?q=${encodeURIComponent('C++')}`);
    return lists.map((list) => response.body[list].map(({ id }: { id: number }) => id));
  };
  assert.deepEqual(await inPalette(), [[], [], [], [], []]);
  await migrate('0094_words_with_signs.sql');
  assert.deepEqual(await inPalette(), [
    [candidate],
    [company],
    [contact],
    [request.body.id],
    [jobAd.body.id],
  ]);
});

test('migration 0098 has names with a Slavic ch found in their other spelling, and leaves the others', async () => {
  const created = [
    await create('Taras', 'Shevchenko'),
    await create('Вячеслав', 'Ким'),
    await create('Michael', 'Bach'),
  ];
  await indexMarked(service.services);
  // As an earlier version stored them. No name has such a code.
  const stale = (text: string) => service.sql(text, [tenantId, created], tenantId);
  await stale(
    "UPDATE candidate SET first_name_sound = 'old', last_name_sound = 'old' WHERE tenant_id = $1 AND id = ANY ($2)",
  );
  await stale(
    "DELETE FROM candidate_search_term WHERE tenant_id = $1 AND candidate_id = ANY ($2) AND term ~ '^[~^]'",
  );
  const soundOf = async (candidateId: number) => {
    const rows = await service.sql<{ sound: string }>(
      'SELECT last_name_sound AS sound FROM candidate WHERE tenant_id = $1 AND id = $2',
      [tenantId, candidateId],
      tenantId,
    );
    return rows[0]!.sound;
  };
  const [shevchenko] = created;
  assert.deepEqual(await found({ text: 'Schewtschenko' }), []);

  await migrate('0098_spellings_of_slavic_names.sql');
  assert.equal(await completeNameSounds(service.services.database, tenantId), 2);
  assert.deepEqual(await found({ text: 'Schewtschenko' }), [shevchenko]);
  const sounds = await Promise.all(created.map(soundOf));
  assert.deepEqual(
    sounds.map((sound) => sound === 'old'),
    [false, false, true],
  );
});
