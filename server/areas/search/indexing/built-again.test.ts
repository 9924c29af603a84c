import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
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

  const migration = join(import.meta.dirname, '../../../../migrations/0090_built_again.sql');
  await service.sql(await readFile(migration, 'utf8'));
  await indexMarked(service.services);
  assert.deepEqual((await found({ sort: 'name' })).slice(0, 2), [single, double]);
  assert.deepEqual(await found({ text: 'ZX-50017' }), [imported]);
  assert.ok((await scoreOf()) < 0.95);
});
