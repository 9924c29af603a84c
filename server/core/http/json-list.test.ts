import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { test } from 'node:test';
import pg from 'pg';
import { eventually } from '../../testing/another-process.ts';
import { startTestService } from '../../testing/harness.ts';
import { openSocket } from '../../testing/raw-http.ts';

const service = await startTestService({ DATABASE_CONNECTIONS: '3' });
const { api, id: tenantId } = service.tenant;

// So many rows that the response does not fit into the buffers of the sockets and the service, compressed or not.
await service.sql(
  `INSERT INTO candidate (tenant_id, first_name, last_name, remarks)
   SELECT $1, 'A', 'B', (SELECT string_agg(md5(number || ' ' || part), '') FROM generate_series(1, 60) AS part)
     FROM generate_series(1, 8000) AS number`,
  [tenantId],
);

async function abortedDownload(path: string): Promise<void> {
  const call = request(`${service.baseUrl}/v3${path}`, {
    headers: { authorization: `Bearer ${api.token}`, 'user-agent': 'test/1.0' },
    agent: false,
  });
  call.end();
  const [response] = await once(call, 'response');
  await once(response, 'data');
  response.destroy();
}

/** Fails if an export keeps its place, and with it its connection. */
async function untilReleased(): Promise<void> {
  const { streams } = service.services.load;
  await eventually('no export runs', async () => streams.running === 0);
}

test('a reader that disconnects in the middle of an export releases its database connection', async () => {
  for (let count = 0; count < 9; count++) await abortedDownload('/candidates/export/candidates');
  await untilReleased();
  const response = await api.get('/candidates?startDate=2000-01-01&endDate=2000-01-02');
  assert.equal(response.status, 200);
  assert.ok(service.logLines.every(({ msg }) => msg !== 'response broke off'));
});

for (const encoding of ['identity', 'gzip'])
  test(`an export that the database ends in the middle has its cause in the log once: ${encoding}`, async () => {
    const before = service.logLines.length;
    const call = request(`${service.baseUrl}/v3/candidates/export/candidates`, {
      headers: {
        authorization: `Bearer ${api.token}`,
        'user-agent': 'test/1.0',
        'accept-encoding': encoding,
      },
      agent: false,
    });
    call.end();
    const [response] = await once(call, 'response');
    await once(response, 'readable');
    await service.sql(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'COPY%'",
    );
    await assert.rejects(response.toArray(), { code: 'ECONNRESET' });
    const lines = () => service.logLines.slice(before).filter(({ level }) => Number(level) >= 40);
    await eventually('the line of the log', async () => lines().length > 0);
    const [{ requestId, operation, cause, msg }] = lines() as [Record<string, unknown>];
    assert.deepEqual(
      [msg, requestId, operation],
      ['response broke off', response.headers['x-request-id'], 'candidate_export'],
    );
    // The connection can break before its last message is read.
    assert.match((cause as { code: string }).code, /^(57P01|CONNECTION_LOST)$/);
    assert.equal(lines().length, 1);
  });

test('a reader that disconnects after a CONNECT behind its waiting export releases its database connection', async () => {
  const holder = new pg.Client({ connectionString: service.databaseUrl });
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE webhook_registration');
  const socket = await openSocket(service.baseUrl);
  const head = `HTTP/1.1\r\nHost: x\r\nUser-Agent: Test/1.0\r\nAuthorization: Bearer ${api.token}\r\n\r\n`;
  socket.write(
    `GET /v3/webhooks/subscriptions ${head}GET /v3/candidates/export/candidates ${head}CONNECT x:443 ${head}`,
  );
  await eventually('the database waits for the reader', async () => {
    const rows = await service.sql(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'COPY%' AND wait_event = 'ClientWrite'",
    );
    return rows.length > 0;
  });
  socket.destroy();
  await untilReleased();
  await holder.end();
});

test('a reader that disconnects in the middle of a change window releases its database connection', async () => {
  await service.sql(
    `SELECT count(record_change($1, 'candidate', id, row_guid, 'modified', NULL, NULL, NULL, NULL, NULL, NULL)) FROM candidate`,
    [tenantId],
  );
  const today = service.clock.now().toISOString().slice(0, 10);
  for (let count = 0; count < 9; count++)
    await abortedDownload(`/candidates/export/candidates/changes/${today}`);
  await untilReleased();
  assert.equal((await api.get('/candidates?startDate=2000-01-01&endDate=2000-01-02')).status, 200);
});

test('a reader that disconnects before the first row releases its database connection', async () => {
  const calls = Array.from({ length: 40 }, () => {
    const call = request(`${service.baseUrl}/v3/candidates/export/candidates`, {
      headers: { authorization: `Bearer ${api.token}`, 'user-agent': 'test/1.0' },
      agent: false,
    });
    call.on('error', () => {});
    call.end();
    return call;
  });
  // The first response has begun. The other calls wait for a connection or have just received one.
  const [response] = await Promise.race(calls.map((call) => once(call, 'response')));
  response.on('error', () => {});
  for (const call of calls) call.destroy();
  await untilReleased();
  assert.equal((await api.get('/candidates?startDate=2000-01-01&endDate=2000-01-02')).status, 200);
});

test('HEAD of an export reads no rows, so that it neither waits for them nor keeps a place of an export', async () => {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN; LOCK TABLE candidate IN ACCESS EXCLUSIVE MODE');
    for (let count = 0; count < 9; count++) {
      const head = await fetch(`${service.baseUrl}/v3/candidates/export/candidates`, {
        method: 'HEAD',
        headers: { authorization: `Bearer ${api.token}`, 'user-agent': 'test/1.0' },
      });
      assert.equal(head.status, 200);
      assert.equal(head.headers.get('content-type'), 'application/json; charset=utf-8');
    }
  } finally {
    await client.end();
  }
});
