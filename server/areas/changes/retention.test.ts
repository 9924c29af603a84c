import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApi, requestToken, startTestService } from '../../testing/harness.ts';
import { sweepChangeLog } from './retention.ts';

const DAY_MS = 86_400_000;

const { baseUrl, services, clock, tenant, sql, settle } = await startTestService();

const addUser = (name: string) =>
  sql(
    `WITH created AS (INSERT INTO user_account (tenant_id, email, email_match) VALUES ($1, $2, $2) RETURNING id, row_guid)
     SELECT record_change($1, 'user', id, row_guid, 'new', NULL, NULL, NULL, NULL, NULL, NULL) FROM created`,
    [tenant.id, `${name}@example.com`],
  );

/** Requests a new token, because tokens expire when the clock is advanced. */
const newApi = async () =>
  createApi(baseUrl, await requestToken(baseUrl, services.settings.publicUrl, tenant));

test('after a sweep deletes old entries, earlier cursors are rejected and later ones still work', async () => {
  await addUser('before');
  await settle();
  const before = (await (await newApi()).get('/changes?entities=user')).body.nextCursor;
  for (const name of ['one', 'two', 'three']) await addUser(name);
  await clock.advance(401 * DAY_MS);
  await addUser('young');

  // A batch is smaller than the number of old entries, so several are needed.
  assert.equal(await sweepChangeLog(services.database.tenant(tenant.id), tenant.id, 400, 3), 4);

  await settle();
  const api = await newApi();
  const rejected = await api.get(`/changes?entities=user&cursor=${before}`);
  assert.equal(rejected.status, 400);
  const rest = await api.get('/changes?entities=user');
  assert.equal(rest.body.changes.length, 1);
  const after = await api.get(`/changes?entities=user&cursor=${rest.body.nextCursor}`);
  assert.equal(after.status, 200);
});

test('a sweep without old entries deletes nothing', async () => {
  assert.equal(await sweepChangeLog(services.database.tenant(tenant.id), tenant.id, 400), 0);
});

test('after a sweep, windows that begin before the latest deleted change are rejected', async () => {
  await clock.enterNext('day');
  const dayOf = (days: number) => new Date(clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const before = await newApi();
  const { body: old } = await before.post('/customers', { name: 'Old' });
  const day = dayOf(0);
  await clock.advance(DAY_MS);
  const window = await (await newApi()).get(`/customers/changes/${day}`);
  assert.equal(window.headers.get('window-complete'), 'true');
  assert.deepEqual(
    window.body.new.map(({ id }: { id: number }) => id),
    [old.id],
  );
  await clock.advance(400 * DAY_MS);
  const between = dayOf(-1);
  const young = await newApi();
  await young.put(`/customers/${old.id}`, { name: 'Changed' });
  const today = dayOf(0);
  await clock.advance(DAY_MS);

  // Nothing has been deleted, so the window is still there.
  const api = await newApi();
  assert.equal((await api.get(`/customers/changes/${day}`)).status, 200);
  assert.ok((await sweepChangeLog(services.database.tenant(tenant.id), tenant.id, 400)) > 0);

  for (const path of [`/customers/changes/${day}`, `/customers/changes/${day}/0`]) {
    const { status, headers, body } = await api.get(path);
    assert.equal(status, 404, path);
    assert.match(body.message, /no longer has all of its changes\. Make a full export/);
    for (const name of ['etag', 'window-complete']) assert.equal(headers.get(name), null);
    assert.equal(headers.get('cache-control'), 'no-store');
  }
  for (const query of [`?startDate=${day}`, `?startDate=${day}&endDate=${today}`]) {
    const { status, body } = await api.get(`/customers/changes${query}`);
    assert.equal(status, 400, query);
    assert.deepEqual(
      body.validationErrors.map(({ property, code }: Record<string, string>) => [property, code]),
      [['startDate', 'range']],
    );
  }
  for (const [query, ids] of [
    ['', [old.id]],
    [`?endDate=${today}`, [old.id]],
    [`?endDate=${day}`, []],
  ] as const) {
    const { headers, body } = await api.get(`/customers/changes${query}`);
    assert.equal(headers.get('window-complete'), 'false', query);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.deepEqual(
      body.modified.map(({ id }: { id: number }) => id),
      ids,
    );
  }
  // The first day that the message names.
  const { body: fault } = await api.get(`/customers/changes?startDate=${day}`);
  const [first] = /\d{4}-\d\d-\d\d/.exec(fault.validationErrors[0].message)!;
  const rest = await api.get(`/customers/changes?startDate=${first}&endDate=${today}`);
  assert.equal(rest.headers.get('window-complete'), 'true');
  assert.deepEqual(
    rest.body.modified.map(({ id }: { id: number }) => id),
    [old.id],
  );
  assert.equal((await api.get(`/customers/changes/${between}`)).status, 200);
  // A reader that has the window has all of it.
  const same = await api.get(`/customers/changes/${day}`, {
    headers: { 'if-none-match': window.headers.get('etag')! },
  });
  assert.equal(same.status, 304);
});
