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
