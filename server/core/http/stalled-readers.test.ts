import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { after, test } from 'node:test';
import { PERMISSIONS } from '../../areas/access/index.ts';
import { eventually } from '../../testing/another-process.ts';
import { type Api, startTestService } from '../../testing/harness.ts';
import { openSocket } from '../../testing/raw-http.ts';

// A third of the connections for one application, two thirds for one tenant: one and two of three.
const service = await startTestService({
  DATABASE_CONNECTIONS: '3',
  STREAM_CONNECTIONS: '3',
  STREAM_STALL_SECONDS: '3',
  TRANSACTION_TIMEOUT_MS: '3000',
  DOWNLOADS: '3',
  METRICS_TOKEN: 'metrics-token-of-the-test',
});
const { tenant } = service;
const EXPORT = '/candidates/export/candidates';
const ROWS = 2000;

// So many rows that the response does not fit into the buffers of the sockets and the service.
await service.sql(
  `INSERT INTO candidate (tenant_id, first_name, last_name, remarks) SELECT $1, 'A', 'B', repeat('x', 8000) FROM generate_series(1, $2)`,
  [tenant.id, ROWS],
);
const [{ id: candidateId } = {}] = await service.sql<{ id: number }>('SELECT min(id) AS id FROM candidate');
const sockets: Socket[] = [];
after(() => {
  for (const socket of sockets) socket.destroy();
});

/** Requests an export or a document and reads only its first bytes. */
async function stall(api: Api, path = EXPORT): Promise<Socket> {
  const socket = await openSocket(service.baseUrl);
  sockets.push(socket);
  socket.on('error', () => {});
  socket.write(
    `GET /v3${path} HTTP/1.1\r\nHost: x\r\nUser-Agent: Test/1.0\r\nAuthorization: Bearer ${api.token}\r\n\r\n`,
  );
  const [first] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  assert.match(first.toString(), /^HTTP\/1\.1 200/);
  return socket;
}

/**
 * Calls `attempt` while readers that it has stalled do not read. Repeats it if the machine is so slow that the service has ended some of
 * them meanwhile, because what they held was free then. Returns what it returned, and how many had been ended before it.
 */
async function whileStalled<T>(attempt: () => Promise<T>): Promise<{ result: T; endedBefore: number }> {
  const { streams, downloads } = service.services.load;
  for (let attempts = 1; ; attempts += 1) {
    const endedBefore = await endedReaders();
    const result = await attempt();
    if ((await endedReaders()) === endedBefore) return { result, endedBefore };
    assert.ok(attempts < 10, 'the readers were always ended too soon');
    await eventually('the readers are ended', async () => streams.running + downloads.running === 0);
  }
}

async function openSnapshots(): Promise<number> {
  const [row] = await service.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'COPY%' AND state <> 'idle'`,
  );
  return row!.count;
}

async function endedReaders(): Promise<number> {
  const response = await fetch(`${service.baseUrl}/metrics`, {
    headers: { authorization: 'Bearer metrics-token-of-the-test' },
  });
  return Number(/^http_stalled_readers_total (\d+)$/m.exec(await response.text())?.[1]);
}

test('readers that do not read stop neither short calls nor other tenants, and are ended', async () => {
  const other = await service.createTenant();
  const second = await service.createApi(tenant, PERMISSIONS);
  const third = await service.createApi(tenant, PERMISSIONS);
  let stalled: Socket[] = [];
  const { result: answers, endedBefore } = await whileStalled(async () => {
    const before = await endedReaders();
    stalled = [await stall(tenant.api), await stall(second)];
    await eventually(
      'two snapshots are open',
      async () => (await openSnapshots()) === 2 || (await endedReaders()) > before,
    );

    // More of them wait for a moment, and do not hold what short calls need.
    const refused = Promise.all([
      ...Array.from({ length: 20 }, () => tenant.api.get(EXPORT)),
      third.get(EXPORT),
      other.api.get(EXPORT),
    ]);
    for (let count = 0; count < 20; count++)
      assert.equal((await tenant.api.get(`/candidates/${candidateId}`)).status, 200);
    return refused;
  });
  assert.equal(answers.pop()!.status, 200);
  const ofTenant = answers.pop()!;
  assert.equal(ofTenant.status, 429);
  assert.match(
    ofTenant.body.message,
    /applications and users of this tenant .* at most 2 .* STREAM_CONNECTIONS/,
  );
  for (const { status, headers, body } of answers) {
    assert.equal(status, 429);
    assert.match(body.message, /This application .* at most 1 .* STREAM_CONNECTIONS/);
    assert.match(headers.get('retry-after')!, /^[1-9]\d*$/);
  }

  const closed = stalled.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
  await eventually('the stalled readers are ended', async () => (await openSnapshots()) === 0, 30_000);
  assert.equal(await endedReaders(), endedBefore + 2);
  const lines = service.logLines.filter(({ msg }) => msg === 'reader too slow, connection closed');
  assert.deepEqual(
    lines.map(({ level }) => level),
    Array(endedBefore + 2).fill(30),
  );
  for (const socket of stalled) socket.resume();
  await Promise.all(closed);
  const again = await Promise.all([tenant.api.get(EXPORT), second.get(EXPORT)]);
  assert.deepEqual(
    again.map(({ status, body }) => [status, body.candidates.length]),
    [
      [200, ROWS],
      [200, ROWS],
    ],
  );
});

test('an export whose reader is slow but steady is complete', async () => {
  const endedBefore = await endedReaders();
  const call = get(`${service.baseUrl}/v3${EXPORT}`, {
    headers: { authorization: `Bearer ${tenant.api.token}`, 'user-agent': 'test/1.0' },
    agent: false,
  });
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  const startedMs = Date.now();
  const chunks: Buffer[] = [];
  let received = 0;
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
    received += Buffer.byteLength(chunk);
    // Slower than the service by far: the whole takes longer than a reader may stall, and than a transaction.
    const dueMs = startedMs + (4000 * received) / 17e6;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - Date.now())));
  }
  assert.equal(JSON.parse(Buffer.concat(chunks).toString()).candidates.length, ROWS);
  assert.equal(await endedReaders(), endedBefore);
});

test('downloads whose reader does not read are limited, and hold no database connections', async () => {
  const second = await service.createApi(tenant, PERMISSIONS);
  const { body } = await tenant.api.post(`/candidates/${candidateId}/documents/other`, {
    base64File: randomBytes(16 * 1024 * 1024).toString('base64'),
    filename: 'scan.bin',
  });
  const path = `/candidates/export/documents/${body.id}/content`;
  const { result: refused, endedBefore } = await whileStalled(async () => {
    await stall(tenant.api, path);
    await stall(second, path);
    assert.equal((await tenant.api.get(`/candidates/${candidateId}`)).status, 200);
    return tenant.api.get(path);
  });
  assert.equal(refused.status, 429);
  assert.match(refused.body.message, /This application .* at most 1 documents .* DOWNLOADS/);
  await eventually(
    'the stalled readers are ended',
    async () => (await endedReaders()) === endedBefore + 2,
    30_000,
  );
  assert.equal((await tenant.api.get(path)).status, 200);
});
