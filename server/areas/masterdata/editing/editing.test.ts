import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNotFound, assertRefused, faultsOf, NOTHING, written } from '../../../testing/change-watch.ts';
import { type ApiResponse, startTestService } from '../../../testing/harness.ts';
import { untilWaiting } from '../../../testing/held-transaction.ts';
import { putQualification } from '../../candidates/skills/queries.ts';
import { findOrAddEntry, lockNewEntryNames } from '../index.ts';

const service = await startTestService();
const { tenant } = service;
const admin = await service.platform('admin');

interface Entry {
  id: number;
  nameEn: string;
  nameDe: string;
  isExpired: boolean;
  isFixed: boolean;
}

async function addCandidate(): Promise<number> {
  return (await tenant.api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
}

let added = 0;
async function addEntry(list = 'qualifications'): Promise<Entry> {
  added += 1;
  const names = { nameEn: `Skill ${added}`, nameDe: `Fertigkeit ${added}` };
  const response = await admin.post(`/masterdata/${list}/entries`, names);
  assert.equal(response.status, 200, response.text);
  return { id: response.body.id, ...names, isExpired: false, isFixed: false };
}
async function findEntry(list: string, id: number): Promise<Entry | undefined> {
  const { body } = await admin.get(`/masterdata/${list}/entries`);
  return body.entries.find((entry: Entry) => entry.id === id);
}
const logged = (kind: string, id: number) => ({
  changes: [{ entity: 'valueList', kind, id }],
  events: [],
});

for (const list of ['qualifications', 'channels', 'sourcesofsupply', 'industries']) {
  test(`an entry added to ${list} is listed in both languages`, async () => {
    const entry = await addEntry(list);
    assert.deepEqual(await findEntry(list, entry.id), entry);
    for (const [language, name] of [
      ['en', entry.nameEn],
      ['de', entry.nameDe],
    ] as const) {
      const { body } = await tenant.api.get(`/masterdata/${list}`, {
        headers: { 'accept-language': language },
      });
      const found = body[list].find(({ id }: Entry) => id === entry.id);
      assert.equal(found.name, name);
    }
  });
}

test('renaming an entry keeps its id and writes a log entry without an event', async () => {
  const entry = await addEntry();
  const path = `/masterdata/qualifications/entries/${entry.id}`;
  assert.deepEqual(
    await written(service, () => admin.put(path, { nameDe: '  Umbenannt \u00a0 hier ' })),
    logged('modified', entry.id),
  );
  assert.deepEqual(await findEntry('qualifications', entry.id), { ...entry, nameDe: 'Umbenannt hier' });
});

test('a change without effect writes nothing', async () => {
  const { id, ...entry } = await addEntry();
  for (const body of [{}, { nameEn: ` ${entry.nameEn} `, isExpired: false }])
    assert.deepEqual(
      await written(service, () => admin.put(`/masterdata/qualifications/entries/${id}`, body)),
      NOTHING,
    );
});

test('an expired entry is still listed, new references are rejected, and it can be restored', async () => {
  const { id } = await addEntry('sourcesofsupply');
  const path = `/masterdata/sourcesofsupply/entries/${id}`;
  assert.equal((await admin.put(path, { isExpired: true })).status, 204);
  assert.equal((await findEntry('sourcesofsupply', id))!.isExpired, true);
  const candidate = { firstName: 'Ada', lastName: 'Muster', sourceOfSupplyId: id };
  assert.equal((await tenant.api.post('/candidates', candidate)).status, 400);
  await admin.put(path, { isExpired: false });
  assert.equal((await tenant.api.post('/candidates', candidate)).status, 200);
});

test('the default channels of applications can be renamed, but cannot expire', async () => {
  for (const id of [28, 51]) {
    const path = `/masterdata/channels/entries/${id}`;
    await assertRefused(service, () => admin.put(path, { isExpired: true }), 'isExpired notAllowed');
    assert.equal((await admin.put(path, { nameDe: `Fester Kanal ${id}` })).status, 204);
    assert.equal((await findEntry('channels', id))!.isFixed, true);
  }
  assert.equal((await admin.put('/masterdata/channels/entries/1', { isExpired: true })).status, 204);
});

test('the last valid source of supply cannot expire, because every application has a source', async () => {
  const other = await service.createTenant();
  const user = await service.platform('admin', other);
  const change = (id: number, isExpired: boolean) =>
    user.put(`/masterdata/sourcesofsupply/entries/${id}`, { isExpired });
  const { entries } = (await user.get('/masterdata/sourcesofsupply/entries')).body;
  const [first, ...others] = entries.map(({ id }: Entry) => id);
  for (const id of others) assert.equal((await change(id, true)).status, 204);
  const refused = await change(first, true);
  assert.deepEqual(faultsOf(refused), ['isExpired notAllowed']);
  assert.match(refused.text, /last valid entry of the list.*Add or restore another entry first/);
  const added = await user.post('/masterdata/sourcesofsupply/entries', { nameEn: 'Fair', nameDe: 'Messe' });
  assert.equal((await change(first, true)).status, 204);
  // An expired entry stays expired without an error.
  assert.equal((await change(first, true)).status, 204);
  assert.deepEqual(faultsOf(await change(added.body.id, true)), ['isExpired notAllowed']);
});

test('two calls cannot expire the last two sources of supply at the same time', async () => {
  const other = await service.createTenant();
  const user = await service.platform('admin', other);
  const { entries } = (await user.get('/masterdata/sourcesofsupply/entries')).body;
  const [first, second, ...others] = entries.map(({ id }: Entry) => id);
  const expire = (id: number) => user.put(`/masterdata/sourcesofsupply/entries/${id}`, { isExpired: true });
  for (const id of others) await expire(id);
  const responses = await Promise.all([expire(first), expire(second)]);
  assert.deepEqual(responses.map(({ status }) => status).sort(), [204, 400]);
});

test('a name that another entry has in either language is rejected, even if that entry has expired', async () => {
  const entry = await addEntry();
  const post = (body: unknown) => admin.post('/masterdata/qualifications/entries', body);
  await admin.put(`/masterdata/qualifications/entries/${entry.id}`, { isExpired: true });
  await assertRefused(
    service,
    () => post({ nameEn: entry.nameDe.toUpperCase(), nameDe: entry.nameEn.toUpperCase() }),
    'nameEn duplicate',
    'nameDe duplicate',
  );
  await assertRefused(
    service,
    () => post({ nameEn: 'Something else', nameDe: entry.nameDe }),
    'nameDe duplicate',
  );
  const another = await addEntry();
  await assertRefused(
    service,
    () => admin.put(`/masterdata/qualifications/entries/${another.id}`, { nameEn: entry.nameEn }),
    'nameEn duplicate',
  );
});

test('a name that differs from another only in ß and ss is rejected', async () => {
  const post = (name: string) =>
    admin.post('/masterdata/qualifications/entries', { nameEn: name, nameDe: name });
  assert.equal((await post('Gießer')).status, 200);
  for (const name of ['GIESSER', 'GIEẞER', 'Giesser'])
    await assertRefused(service, () => post(name), 'nameEn duplicate', 'nameDe duplicate');
  const another = await addEntry();
  await assertRefused(
    service,
    () => admin.put(`/masterdata/qualifications/entries/${another.id}`, { nameDe: 'GIESSER' }),
    'nameDe duplicate',
  );
});

test('two lists can have entries with the same name', async () => {
  const names = { nameEn: 'Shared name', nameDe: 'Gemeinsamer Name' };
  for (const list of ['qualifications', 'industries'])
    assert.equal((await admin.post(`/masterdata/${list}/entries`, names)).status, 200);
});

test('calls with a new name wait for one that adds it: the list does not get it twice, and a candidate gets that entry', async () => {
  const names = { nameEn: 'Only once', nameDe: 'Nur einmal' };
  const candidateId = await addCandidate();
  let id: number | undefined;
  let response: Promise<ApiResponse> | undefined;
  let given: Promise<ApiResponse> | undefined;
  await service.services.database
    .tenant(tenant.id)
    .transaction()
    .execute(async (db) => {
      id = await findOrAddEntry(db, tenant.id, 'qualifications', 'ONLY ONCE');
      response = admin.post('/masterdata/qualifications/entries', names);
      given = tenant.api.post(`/candidates/${candidateId}/qualifications`, { name: 'only once' });
      await untilWaiting(db, 2, Promise.race([response, given]));
    });
  assert.deepEqual(faultsOf(await response!), ['nameEn duplicate']);
  assert.deepEqual((await given!).body, { id });
});

test('an entry can be given to a candidate by its name while others give and rename it', async () => {
  const { id, nameDe } = await addEntry();
  const [one, another] = await Promise.all([addCandidate(), addCandidate()]);
  await service.services.database
    .tenant(tenant.id)
    .transaction()
    .execute(async (db) => {
      await lockNewEntryNames(db, tenant.id, 'qualifications', [nameDe, 'Not there yet']);
      assert.equal(await findOrAddEntry(db, tenant.id, 'qualifications', nameDe), id);
      const given = await tenant.api.post(`/candidates/${another}/qualifications`, { name: nameDe });
      assert.equal(given.status, 200, given.text);
      const renamed = await admin.put(`/masterdata/qualifications/entries/${id}`, { nameDe: 'Renamed' });
      assert.equal(renamed.status, 204, renamed.text);
      await putQualification(db, tenant.id, one, { qualificationId: id, score: 3 });
    });
  for (const candidateId of [one, another]) {
    const { qualifications } = (
      await tenant.api.get(`/candidates/${candidateId}`, { headers: { 'accept-language': 'de' } })
    ).body;
    assert.deepEqual(
      qualifications.map(({ name }: { name: string }) => name),
      ['Renamed'],
    );
  }
});

// The harness fails if there was a deadlock.
test('two transactions add the same names in different orders, and each name once', async () => {
  const names = ['Name of both, 1', 'Name of both, 2'];
  const add = (order: readonly string[]) =>
    service.services.database
      .tenant(tenant.id)
      .transaction()
      .execute(async (db) => {
        await lockNewEntryNames(db, tenant.id, 'qualifications', order);
        const ids: (number | undefined)[] = [];
        for (const name of order) ids.push(await findOrAddEntry(db, tenant.id, 'qualifications', name));
        return ids;
      });
  let second: ReturnType<typeof add> | undefined;
  const first = await service.services.database
    .tenant(tenant.id)
    .transaction()
    .execute(async (db) => {
      await lockNewEntryNames(db, tenant.id, 'qualifications', names);
      const ids = [await findOrAddEntry(db, tenant.id, 'qualifications', names[0]!)];
      second = add(names.toReversed());
      await untilWaiting(db, 1, second);
      return [...ids, await findOrAddEntry(db, tenant.id, 'qualifications', names[1]!)];
    });
  assert.deepEqual((await second!).toReversed(), first);
});

test('all faults of a new entry are reported together', async () => {
  await assertRefused(
    service,
    () => admin.post('/masterdata/qualifications/entries', { nameEn: ' ' }),
    'nameDe required',
    'nameEn required',
  );
});

test('an unknown list, a shared list, and an unknown entry return 404', async () => {
  const body = { nameEn: 'A', nameDe: 'A' };
  for (const list of ['countries', 'nothing', 'Qualifications']) {
    await assertNotFound(service, () => admin.get(`/masterdata/${list}/entries`));
    await assertNotFound(service, () => admin.post(`/masterdata/${list}/entries`, body));
    await assertNotFound(service, () => admin.put(`/masterdata/${list}/entries/1`, body));
  }
  await assertNotFound(service, () => admin.put('/masterdata/channels/entries/2147483000', body));
});

test('revalidating the list returns a changed name, although the list can be cached for a day', async () => {
  const entry = await addEntry();
  const before = (await tenant.api.get('/masterdata/qualifications')).headers.get('etag')!;
  const again = () => tenant.api.get('/masterdata/qualifications', { headers: { 'if-none-match': before } });
  assert.equal((await again()).status, 304);
  await admin.put(`/masterdata/qualifications/entries/${entry.id}`, { nameEn: `${entry.nameEn} renamed` });
  assert.equal((await again()).status, 200);
});

test('the console revalidates the list every time', async () => {
  const { headers } = await admin.get('/masterdata/qualifications');
  assert.equal(headers.get('cache-control'), 'private, no-cache');
  const integration = await tenant.api.get('/masterdata/qualifications');
  assert.equal(integration.headers.get('cache-control'), 'private, max-age=86400');
});

for (const [what, change] of [
  [
    'an entry of a tenant list',
    async () => {
      await admin.put('/masterdata/channels/entries/3', { nameEn: 'Renamed' });
    },
  ],
  [
    'a shared list',
    async () => {
      await service.sql(
        "UPDATE catalog_source SET loaded_at = loaded_at + interval '1 second' WHERE list = 'languages'",
      );
    },
  ],
] as const) {
  test(`the full export changes its entity tag when ${what} changes`, async () => {
    await tenant.api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' });
    // While another transaction of the server runs, the tag of the same records can change once more.
    await service.settle();
    const first = await tenant.api.get('/candidates/export/candidates');
    const again = () =>
      tenant.api.get('/candidates/export/candidates', {
        headers: { 'if-none-match': first.headers.get('etag')! },
      });
    assert.equal((await again()).status, 304);
    await change();
    assert.equal((await again()).status, 200);
  });
}

test('the change feed and the inventory do not contain lists', async () => {
  await addEntry();
  await service.settle();
  for (const path of ['/changes?limit=1000', '/changes/inventory'])
    assert.doesNotMatch((await tenant.api.get(path)).text, /valueList/);
  assert.equal((await tenant.api.get('/changes?entities=valueList')).status, 400);
});
