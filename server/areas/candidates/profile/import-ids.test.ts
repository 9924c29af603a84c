import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, type TestTenant } from '../../../testing/harness.ts';
import { eraseCandidate } from '../../privacy/index.ts';

// A test moves the clock by days.
const service = await startTestService({ TOKEN_SECONDS: '604800' });
const { api } = service.tenant;
const recruiter = await service.platform('recruiter');

const ADA = { firstName: 'Ada', lastName: 'Muster' };

async function create(importExternalId: string, { api: calls }: Pick<TestTenant, 'api'> = service.tenant) {
  const response = await calls.post('/candidates', { ...ADA, importExternalId });
  assert.equal(response.status, 200, response.text);
  return response.body.id as number;
}

const lookUp = (importExternalId: string) =>
  `/candidates?importExternalId=${encodeURIComponent(importExternalId)}`;

test('an import that is repeated gets the id of the candidate, in words and as a number', async () => {
  const id = await create('p-1');
  const { status, body } = await api.post('/candidates', { ...ADA, importExternalId: 'p-1' });
  assert.equal(status, 400);
  assert.deepEqual(body.validationErrors, [
    {
      property: 'importExternalId',
      code: 'duplicate',
      message: `importExternalId is already used by candidate ${id}. If it is this record, use that id. If it is another one, send a different value.`,
      existingId: id,
    },
  ]);
});

test('users are told the id only of a candidate that they can see', async () => {
  const id = await create('hidden');
  const calls = [
    (importExternalId: string) =>
      recruiter.post('/candidates', { ...ADA, importExternalId, application: {} }),
    async (importExternalId: string) => {
      const own = (await recruiter.post('/candidates', { ...ADA, application: {} })).body.id;
      return recruiter.put(`/candidates/${own}`, { importExternalId });
    },
  ];
  for (const call of calls) {
    const { text, body } = await call('hidden');
    assert.equal(body.validationErrors[0].code, 'duplicate');
    assert.equal('existingId' in body.validationErrors[0], false, text);
    assert.match(body.validationErrors[0].message, /used by another record/);
  }
  assert.equal((await api.post(`/candidates/${id}/apply`, { recruiterId: recruiter.user.id })).status, 200);
  for (const call of calls) assert.equal((await call('hidden')).body.validationErrors[0].existingId, id);
});

test('the list looks up a candidate by its id in the source system, exactly', async () => {
  const id = await create('a+b/ü 1');
  await create('a+b/ü 2');
  const { candidates } = (await api.get('/candidates')).body;
  const item = candidates.find((one: { id: number }) => one.id === id);
  assert.deepEqual((await api.get(lookUp('a+b/ü 1'))).body, { candidates: [item] });
  for (const other of ['A+B/Ü 1', 'a+b/ü', 'a+b/ü 1x', 'a%'])
    assert.deepEqual((await api.get(lookUp(other))).body, { candidates: [] }, other);
  const [byName] = (await api.get('/candidates?IMPORTEXTERNALID=a%2Bb%2F%C3%BC%201')).body.candidates;
  assert.equal(byName.id, id);
});

test('a look-up finds neither candidates of other tenants nor, for users, those without an application', async () => {
  const other = await service.createTenant();
  const [id] = [await create('same'), await create('same', other), await create('foreign', other)];
  const found = async (calls: Pick<typeof api, 'get'>, importExternalId: string) =>
    (await calls.get(lookUp(importExternalId))).body.candidates.map((one: { id: number }) => one.id);
  assert.deepEqual(await found(api, 'same'), [id]);
  assert.deepEqual(await found(api, 'foreign'), []);
  assert.deepEqual(await found(recruiter, 'same'), []);
  assert.equal((await api.post(`/candidates/${id}/apply`, { recruiterId: recruiter.user.id })).status, 200);
  assert.deepEqual(await found(recruiter, 'same'), [id]);
  await eraseCandidate(service.services, service.tenant.id, id!);
  assert.deepEqual(await found(api, 'same'), []);
});

test('a look-up is a 304 until a candidate changes', async () => {
  const id = await create('tagged');
  // The tag names the oldest running transaction, also of other test files, while the creation is after it.
  await service.settle();
  const first = await api.get(lookUp('tagged'));
  const again = () => api.get(lookUp('tagged'), { headers: { 'if-none-match': first.headers.get('etag')! } });
  assert.equal((await again()).status, 304);
  assert.notEqual((await api.get(lookUp('other'))).headers.get('etag'), first.headers.get('etag'));
  await api.put(`/candidates/${id}`, { firstName: 'Adele' });
  const changed = await again();
  assert.deepEqual([changed.status, changed.body.candidates[0].firstName], [200, 'Adele']);
});

test('a look-up needs an id', async () => {
  const faults = async (query: string) => {
    const { status, body } = await api.get(`/candidates?${query}`);
    assert.equal(status, 400, query);
    return body.validationErrors.map(({ property, code }: Record<string, string>) => `${property} ${code}`);
  };
  assert.deepEqual(await faults('importExternalId='), ['importExternalId required']);
  assert.deepEqual(await faults('importExternalId=%20'), ['importExternalId required']);
  assert.deepEqual(await faults(`importExternalId=${'x'.repeat(101)}`), ['importExternalId length']);
});

test('with a period, a look-up finds the candidate if it has changed in it', async () => {
  await service.clock.set('2026-05-01T12:00:00Z');
  const tenant = await service.createTenant();
  const days = async (importExternalId: string) => {
    const found: string[] = [];
    for (const day of ['2026-05-01', '2026-05-02', '2026-05-03', '2026-05-04']) {
      const period = `startDate=${day}&endDate=${day}`;
      const { candidates } = (await tenant.api.get(`${lookUp(importExternalId)}&${period}`)).body;
      const { candidates: all } = (await tenant.api.get(`/candidates?${period}`)).body;
      const item = all.find((one: { id: number }) => one.id === candidates[0]?.id);
      if (candidates.length === 0) continue;
      assert.deepEqual(candidates, [item]);
      found.push(day.slice(-2));
    }
    return found;
  };
  const id = await create('one', tenant);
  await create('two', tenant);
  for (const day of ['02', '04']) {
    await service.clock.set(`2026-05-${day}T00:00:00Z`);
    await tenant.api.put(`/candidates/${id}`, { title: day });
  }
  assert.deepEqual(
    [await days('one'), await days('two'), await days('three')],
    [['01', '02', '04'], ['01'], []],
  );
  assert.equal((await tenant.api.get(`${lookUp('one')}&startDate=2026-05-03`)).body.candidates.length, 1);
  assert.equal((await tenant.api.get(`${lookUp('one')}&endDate=2026-04-30`)).body.candidates.length, 0);
});
