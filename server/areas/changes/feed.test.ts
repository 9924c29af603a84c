import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { faultsOf } from '../../testing/change-watch.ts';
import { startTestService } from '../../testing/harness.ts';

// A page is first looked for among the changes that follow the cursor, and then in the whole log. Readers must not notice.

const service = await startTestService();
/** More than the changes that are looked at first. */
const MANY = 300;
/** Changes of the candidates with these ids, which need not exist. */
const RECORD_CHANGES = `
  SELECT record_change($1, 'candidate', n, gen_random_uuid(), 'modified', NULL, NULL, NULL, NULL, NULL, NULL)
    FROM generate_series($2::int, $3::int) AS n`;

/** A tenant whose log has a user, many changes of candidates, a branch, and many more. */
async function newTenant() {
  const tenant = await service.createTenant();
  const user = await service.platform('admin', tenant);
  await service.sql(RECORD_CHANGES, [tenant.id, 1, MANY], tenant.id);
  const branch = (await user.post('/branches', { name: 'Berlin' })).body.id as number;
  await service.sql(RECORD_CHANGES, [tenant.id, MANY + 1, 2 * MANY], tenant.id);
  await service.settle();
  /** The ids of the changes in the pages from a cursor on, and the number of pages. */
  const follow = async (query: string, start = '') => {
    const ids: number[] = [];
    let pages = 0;
    for (let cursor = start, hasMore = true; hasMore; pages++) {
      const { body } = await tenant.api.get(`/changes?${query}${cursor && `&cursor=${cursor}`}`);
      ids.push(...body.changes.map(({ id }: { id: number }) => id));
      ({ nextCursor: cursor, hasMore } = body);
    }
    return { ids, pages };
  };
  return { tenant, branch, follow };
}

const CANDIDATES = Array.from({ length: 2 * MANY }, (_, index) => index + 1);

test('a change of a rare record type is found behind any number of others', async () => {
  const { branch, follow } = await newTenant();
  assert.deepEqual(await follow('entities=branch'), { ids: [branch], pages: 1 });
  assert.deepEqual(await follow('entities=branch&limit=1'), { ids: [branch], pages: 1 });
});

test('pages of any size have the same changes', async () => {
  const { follow } = await newTenant();
  for (const limit of [7, 100, 249, 250, 251, 600, 1000]) {
    const { ids, pages } = await follow(`entities=candidate&limit=${limit}`);
    assert.deepEqual(ids, CANDIDATES, `limit=${limit}`);
    assert.equal(pages, Math.ceil(CANDIDATES.length / limit), `limit=${limit}`);
  }
});

test('a reader who begins with an export finds a change behind those that the export shows', async (t) => {
  const { tenant, follow } = await newTenant();
  // Its transaction began before the export and ends after it, so that the export has changes that follow it in the log.
  const early = new pg.Client({ connectionString: service.databaseUrl });
  await early.connect();
  t.after(() => early.end());
  await early.query("SELECT set_config('app.tenant_id', $1, false)", [String(tenant.id)]);
  await early.query('BEGIN');
  await early.query(RECORD_CHANGES, [tenant.id, 9001, 9001]);
  await service.sql(RECORD_CHANGES, [tenant.id, 1, MANY], tenant.id);
  const { headers } = await tenant.api.get('/changes/inventory');
  await early.query('COMMIT');
  const created = await tenant.api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' });
  await service.settle();
  const { ids } = await follow('entities=candidate', headers.get('stream-position')!);
  assert.deepEqual(ids, [9001, created.body.id]);
});

test('a cursor that lost characters is rejected, however many', async () => {
  const { tenant } = await newTenant();
  const { body } = await tenant.api.get('/changes?limit=3');
  const inventory = await tenant.api.get('/changes/inventory');
  for (const cursor of [body.nextCursor, body.changes[0].cursor, inventory.headers.get('stream-position')!]) {
    assert.equal((await tenant.api.get(`/changes?cursor=${cursor}`)).status, 200);
    for (let length = 1; length < cursor.length; length++) {
      for (const rest of [cursor.slice(0, length), cursor.slice(-length)]) {
        const response = await tenant.api.get(`/changes?cursor=${rest}`);
        assert.equal(response.status, 400, rest);
        assert.deepEqual(faultsOf(response), ['cursor format']);
      }
    }
  }
});

test('a cursor that an integrator stored before cursors had a checksum stays valid', async () => {
  const { tenant } = await newTenant();
  const { changes } = (await tenant.api.get('/changes?limit=3')).body;
  const [, ...parts] = Buffer.from(changes[0].cursor, 'base64url').toString().split('.');
  const stored = Buffer.from(`1.${parts.slice(0, 3).join('.')}`).toString('base64url');
  assert.deepEqual(
    (await tenant.api.get(`/changes?limit=2&cursor=${stored}`)).body.changes,
    changes.slice(1),
  );
});

test('a record type that the caller may not read is refused, and the others are shown', async () => {
  const { tenant } = await newTenant();
  const api = await service.createApi(tenant, ['branches:read']);
  const integrator = await service.platform('integrator', tenant);
  for (const path of ['/changes', '/changes/inventory']) {
    const ofApplication = await api.get(`${path}?entities=branch,location`);
    assert.equal(ofApplication.status, 403);
    assert.match(ofApplication.body.message, /^The application lacks the permission customers:read/);
    assert.match(ofApplication.headers.get('www-authenticate')!, /insufficient_scope.*customers:read/);
    const ofUser = await integrator.get(`${path}?entities=branch,location`);
    assert.equal(ofUser.status, 403);
    assert.equal(ofUser.body.message, 'Your role lacks the permission customers:read.');
    for (const caller of [api, integrator]) {
      const { changes, records } = (await caller.get(path)).body;
      assert.deepEqual(
        [...new Set((changes ?? records).map(({ entity }: { entity: string }) => entity))],
        ['branch'],
      );
    }
  }
});
