import assert from 'node:assert/strict';
import { subscribe } from 'node:diagnostics_channel';
import { test } from 'node:test';
import { startTestService, type TestTenant } from '../../../testing/harness.ts';
import { GatheredLookUps } from './gathered-look-ups.ts';
import { storeMissingRecords } from './stored-record.ts';

const service = await startTestService();
const { database } = service.services;

/** Candidates with stored records. Their last names are different. */
async function createStored(tenant: TestTenant, count: number): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  for (let index = 0; index < count; index++) {
    const lastName = `Muster-${tenant.id}-${index}`;
    const location = { countryId: 276 };
    const { body } = await tenant.api.post('/candidates', { firstName: 'Ada', lastName, location });
    names.set(body.id, lastName);
  }
  for (const language of ['en', 'de'] as const)
    await storeMissingRecords(database, tenant.id, [...names.keys()], language);
  return names;
}

const tenants = [service.tenant, await service.createTenant()];
const names = await Promise.all(tenants.map((tenant) => createStored(tenant, 40)));
const all = names.flatMap((one) => [...one.keys()]);

const statements: string[] = [];
subscribe('stellwerk.statement', (text) => {
  if ((text as string).includes('candidate_record')) statements.push(text as string);
});

test('each of the reads that come together returns its own record, of its tenant and in its language', async () => {
  const reads = tenants.flatMap(({ api }, index) =>
    ['en', 'de'].flatMap((language) => all.map((id) => ({ api, id, language, name: names[index]!.get(id) }))),
  );
  const responses = await Promise.all(
    reads.map(({ api, id, language }) =>
      api.get(`/candidates/${id}`, { headers: { 'accept-language': language } }),
    ),
  );
  for (const [index, { status, body }] of responses.entries()) {
    const { id, language, name } = reads[index]!;
    if (name === undefined) assert.equal(status, 404);
    else {
      const { lastName, location } = body;
      const country = language === 'de' ? 'Deutschland' : 'Germany';
      assert.deepEqual([body.id, lastName, location.countryName], [id, name, country]);
    }
  }
  assert.ok(statements.some((text) => text.includes('unnest')));
});

test('those of a tenant in a turn of the event loop share a statement, of which each has 32 at most', async () => {
  const { id: tenantId } = tenants[0]!;
  const ids = [...names[0]!.keys()];
  const lookUps = new GatheredLookUps(database, 'en');
  const joined: number[] = [];
  statements.length = 0;
  const records = await Promise.all(ids.map((id) => lookUps.find(tenantId, id, () => joined.push(id))));
  assert.deepEqual(
    records.map((record) => JSON.parse(record!.text).id),
    ids,
  );
  assert.equal(statements.length, 2);
  assert.deepEqual(joined, [...ids.slice(1, 32), ...ids.slice(33)]);
});

test('a look-up finds nothing of another tenant, also beside one of that tenant', async () => {
  const lookUps = new GatheredLookUps(database, 'en');
  const [own, foreign] = tenants;
  const [id] = names[1]!.keys();
  const found = await Promise.all(
    [own!, foreign!, own!].map((tenant) => lookUps.find(tenant.id, id!, () => {})),
  );
  assert.deepEqual(
    found.map((record) => record !== undefined),
    [false, true, false],
  );
});
