import assert from 'node:assert/strict';
import { copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { eventually, startAnotherProcess } from '../../testing/another-process.ts';
import { assertErrorRecord } from '../../testing/error-record.ts';
import { startTestService } from '../../testing/harness.ts';
import { assertHealth, READY } from '../../testing/health.ts';
import { untilWaiting } from '../../testing/held-transaction.ts';
import { insertAd, pdf, Visitor } from '../../testing/portal-visitor.ts';
import { CANNOT_MOUNT, mountSmallDisk } from '../../testing/small-disk.ts';

const service = await startTestService();
const { api } = service.tenant;

test('an unexpected error is a 500 that only has a guid, and the log has the cause', async () => {
  await service.sql('ALTER TABLE user_licence RENAME TO user_licence_away');
  try {
    const [user] = await service.sql<{ id: number }>(
      `INSERT INTO user_account (tenant_id, first_name, last_name, email, email_match)
       VALUES ($1, 'Ada', 'Muster', 'a@example.org', 'a@example.org') RETURNING id`,
      [service.tenant.id],
    );
    const response = await api.get(`/users/${user!.id}`, { skipResponseCheck: true });
    assertErrorRecord(response, 500);
    assert.deepEqual(response.body.validationErrors, []);
    assert.doesNotMatch(response.text, /licence|relation|SELECT|42P01/);
    const line = service.logLines.find(({ messageGuid }) => messageGuid === response.body.messageGuid) as {
      cause: { code: string };
    };
    assert.equal(line.cause.code, '42P01');
  } finally {
    await service.sql('ALTER TABLE user_licence_away RENAME TO user_licence');
  }
});

test('a stream that fails before its first byte is a 500 error record', async () => {
  await service.sql('ALTER TABLE candidate RENAME COLUMN email TO email_away');
  try {
    for (const encoding of ['gzip', 'br', 'identity']) {
      const response = await api.get('/candidates', {
        skipResponseCheck: true,
        headers: { 'accept-encoding': encoding },
      });
      assertErrorRecord(response, 500);
      assert.equal(response.headers.get('etag'), null);
    }
  } finally {
    await service.sql('ALTER TABLE candidate RENAME COLUMN email_away TO email');
  }
  assert.equal((await api.get('/candidates')).status, 200);
});

const assertDegraded = (documentStore: string, reason: string | RegExp) =>
  assertHealth(service, 200, { status: 'degraded', checks: { ...READY.checks, documentStore }, reason });

test('calls return 503 while the database is unavailable, and succeed again afterwards', async () => {
  const url = new URL(process.env.STELLWERK_TEST_POSTGRES!);
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  const name = new URL(service.databaseUrl).pathname.slice(1);
  // Ends only the connections of the service, not those of the test.
  const terminate = () =>
    admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND application_name IN ('stellwerk', 'stellwerk health')`,
      [name],
    );
  try {
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await terminate();
    const response = await api.get('/branches');
    assertErrorRecord(response, 503);
    assert.match(response.headers.get('retry-after')!, /^\d+$/);
    assert.match(response.body.message, /database/);
    assertErrorRecord(await api.get('/candidates'), 503);
    assertErrorRecord(await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' }), 503);
    await assertHealth(service, 503, {
      status: 'not ready',
      checks: { ...READY.checks, database: 'unreachable' },
      reason: 'The database does not respond.',
    });
    const token = await fetch(`${service.baseUrl}/oauth/token`, {
      method: 'POST',
      headers: { 'user-agent': 'Test/1.0' },
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: 'a', client_secret: 'b' }),
    });
    assert.equal(token.status, 503);
    assert.match(token.headers.get('retry-after')!, /^\d+$/);
    assert.equal(((await token.json()) as { error: string }).error, 'temporarily_unavailable');
  } finally {
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await admin.end();
  }
  assert.equal((await api.get('/branches')).status, 200);
  assert.equal((await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).status, 200);
  await assertHealth(service, 200);
  // The service also listens for notifications again, on a new connection.
  await eventually('a new LISTEN connection', async () => {
    const rows = await service.sql(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
    );
    return rows.length > 0;
  });
});

test('without its document store, the service is degraded, takes no uploads, and continues when the store is back', async () => {
  const known = service.logLines.length;
  const directory = join(service.services.settings.dataDirectory, 'blobs');
  const { id } = (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body;
  const path = `/candidates/${id}/documents/other`;
  const upload = () => api.post(path, { base64File: Buffer.from('A document').toString('base64') });
  const stored = await upload();
  const download = () => api.get(`/candidates/export/documents/${stored.body.id}`);
  const assertAway = async () => {
    for (const refused of [await upload(), await download()]) {
      assertErrorRecord(refused, 503);
      assert.match(refused.headers.get('retry-after')!, /^\d+$/);
      assert.match(refused.body.message, /document store/);
    }
  };
  // Something else is at its place, so that the system does not say that a file is missing.
  await rename(directory, `${directory}-away`);
  await writeFile(directory, '');
  await assertAway();
  await rm(directory);
  // As if the volume with the store were unmounted: its mount point is an empty directory.
  await mkdir(directory);
  await assertAway();
  await assertDegraded(
    'missing',
    'The document store has no installation id, so documents cannot be stored or read: its volume is not mounted, or BLOB_URL or DATA_DIR names another place. Mount the volume, or correct BLOB_URL or DATA_DIR.',
  );
  assert.deepEqual(await readdir(directory), []);
  // Another volume is mounted there.
  await writeFile(join(directory, 'installation-id'), 'another\n');
  await mkdir(join(directory, 'unfinished'));
  assertErrorRecord(await upload(), 503);
  await assertDegraded('foreign', /belongs to another installation.*correct BLOB_URL or DATA_DIR\.$/);
  assert.deepEqual(await readdir(directory, { recursive: true }), ['installation-id', 'unfinished']);
  await rm(directory, { recursive: true });
  await rename(`${directory}-away`, directory);
  assert.equal((await upload()).status, 200);
  assert.equal((await download()).status, 200);
  await assertHealth(service, 200, READY);
  const changes = service.logLines
    .slice(known)
    .filter(({ check, result }) => check === 'document store' && result !== 'unreachable');
  assert.deepEqual(
    changes.map(({ level, msg, result, code }) => ({ level, msg, result, code })),
    [
      { level: 40, msg: 'health check failed', result: 'missing', code: 'STORE_AWAY' },
      { level: 40, msg: 'health check failed', result: 'foreign', code: 'STORE_AWAY' },
      { level: 30, msg: 'health check passes again', result: undefined, code: undefined },
    ],
  );
});

test('a connection that ends during a call is a 503 and does not affect other calls', async () => {
  const created = await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' });
  const locker = new pg.Client({ connectionString: service.databaseUrl });
  await locker.connect();
  try {
    await locker.query("SELECT set_config('app.tenant_id', $1, false)", [String(service.tenant.id)]);
    await locker.query('BEGIN');
    await locker.query('SELECT 1 FROM candidate WHERE id = $1 FOR UPDATE', [created.body.id]);
    const running = api.put(`/candidates/${created.body.id}`, { lastName: 'Anders' });
    await service.sql('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [
      await untilWaiting(locker),
    ]);
    assertErrorRecord(await running, 503);
  } finally {
    await locker.query('ROLLBACK');
    await locker.end();
  }
  assert.equal((await api.get(`/candidates/${created.body.id}`)).body.lastName, 'Muster');
});

test('on a full or read-only disk, uploads are 507 or 503, and small writes continue', {
  skip: CANNOT_MOUNT,
}, async () => {
  const directory = join(service.services.settings.dataDirectory, 'blobs');
  await copyFile(join(directory, 'installation-id'), join(directory, '..', 'id'));
  const disk = await mountSmallDisk(directory, 512 * 1024);
  try {
    await copyFile(join(directory, '..', 'id'), join(directory, 'installation-id'));
    const { id } = (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body;
    const path = `/candidates/${id}/documents/other`;
    const upload = (bytes: number) =>
      api.post(path, { base64File: Buffer.alloc(bytes, 1).toString('base64') });
    assert.equal((await upload(1000)).status, 200);
    const refused = await upload(2_000_000);
    assertErrorRecord(refused, 507);
    assert.match(refused.body.message, /disk space.*Nothing was stored/);
    assert.equal((await api.put(`/candidates/${id}`, { lastName: 'Anders' })).status, 204);
    // The refused file is gone, so there is space for a small one.
    assert.equal((await upload(1000)).status, 200);
    const filler = join(directory, 'filler');
    await assert.rejects(writeFile(filler, Buffer.alloc(1024 * 1024)), { code: 'ENOSPC' });
    await assertDegraded('full', /^The document store is full.*Make space/);
    await rm(filler);
    await disk.makeReadOnly();
    const failed = await upload(1000);
    assertErrorRecord(failed, 503);
    assert.match(failed.headers.get('retry-after')!, /^\d+$/);
    await assertDegraded('refused', /refuses the service files.*stellwerk doctor.* names the path/);
  } finally {
    await disk.unmount();
  }
});

test('below the floor of the disk, files are rejected with 507, and everything else continues', async () => {
  const settings = { diskFloorMb: 1_000_000_000 };
  const other = await startAnotherProcess(service, { settings });
  const calls = other.api(service.tenant.api.token);
  const { id } = (await calls.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body;
  for (const [path, body] of [
    [`/candidates/${id}/documents/cv`, { base64File: 'YQ==', shouldParseCV: false }],
    [`/candidates/${id}/pictures`, { picture: 'YQ==' }],
  ] as const)
    assertErrorRecord(await calls.post(path, body), 507);
  await assertHealth({ ...other, clock: service.clock }, 200, {
    status: 'degraded',
    checks: { ...READY.checks, disk: 'low' },
    reason: 'A disk is nearly full, so uploads are rejected. Make space, or see DISK_FLOOR_MB.',
  });
  const jobAdId = await insertAd(service);
  const form = new FormData();
  form.append('token', await new Visitor(service).openForm(jobAdId));
  form.append('cv', pdf('cv.pdf'), 'cv.pdf');
  const page = await fetch(`${other.baseUrl}/jobs/${service.tenant.key}/${jobAdId}/apply`, {
    method: 'POST',
    headers: { 'accept-language': 'en' },
    body: form,
  });
  assert.equal(page.status, 507);
  assert.match(await page.text(), /apply without files/);
});

for (const [code, status] of [
  ['53100', 503],
  ['53200', 503],
  ['58030', 503],
  ['25006', 503],
] as const) {
  test(`a database without resources (${code}) is a ${status}`, async () => {
    await service.sql(
      `CREATE FUNCTION exhaust() RETURNS trigger LANGUAGE plpgsql
         AS $$ BEGIN RAISE EXCEPTION 'exhausted' USING ERRCODE = '${code}'; END $$`,
    );
    await service.sql(
      'CREATE TRIGGER exhaust BEFORE INSERT ON candidate FOR EACH ROW EXECUTE FUNCTION exhaust()',
    );
    try {
      const response = await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' });
      assertErrorRecord(response, status);
      assert.match(response.headers.get('retry-after')!, /^\d+$/);
    } finally {
      await service.sql('DROP FUNCTION exhaust() CASCADE');
    }
  });
}
