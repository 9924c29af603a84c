import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { eventually } from '../../testing/another-process.ts';
import { assertErrorRecord } from '../../testing/error-record.ts';
import { startTestService } from '../../testing/harness.ts';

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

test('calls return 503 while the database is unavailable, and succeed again afterwards', async () => {
  const url = new URL(process.env.STELLWERK_TEST_POSTGRES!);
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  const name = new URL(service.databaseUrl).pathname.slice(1);
  // Ends only the connections of the service, not those of the test.
  const terminate = () =>
    admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND application_name = 'stellwerk'`,
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
    const ready = await fetch(`${service.baseUrl}/health/ready`);
    assert.equal(ready.status, 503);
    await ready.text();
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
  assert.equal((await fetch(`${service.baseUrl}/health/ready`)).status, 200);
  // The service also listens for notifications again, on a new connection.
  await eventually('a new LISTEN connection', async () => {
    const rows = await service.sql(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
    );
    return rows.length > 0;
  });
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
    await eventually('the call waits for the lock', async () => {
      const rows = await service.sql(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    });
    assertErrorRecord(await running, 503);
  } finally {
    await locker.query('ROLLBACK');
    await locker.end();
  }
  assert.equal((await api.get(`/candidates/${created.body.id}`)).body.lastName, 'Muster');
});
