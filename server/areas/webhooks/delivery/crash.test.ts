import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { eventually } from '../../../testing/another-process.ts';
import { startTestService } from '../../../testing/harness.ts';
import type { CrashOrder } from '../../../testing/programs/webhook-crash-worker.ts';
import { startReceiver } from '../../../testing/webhook-receiver.ts';
import { wakeOverdue } from './queries.ts';

const service = await startTestService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const { services, clock, databaseUrl } = service;
const { api, id: tenantId } = service.tenant;
const receiver = await startReceiver();
const children = new Set<ChildProcess>();
after(() => {
  for (const child of children) child.kill('SIGKILL');
});

function start(point: CrashOrder['point']): ChildProcess {
  const order: CrashOrder = { databaseUrl, directory: services.settings.dataDirectory, tenantId, point };
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../../testing/programs/webhook-crash-worker.ts'), JSON.stringify(order)],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

async function waitForKill(child: ChildProcess): Promise<void> {
  const [, signal] = await once(child, 'exit');
  assert.equal(signal, 'SIGKILL');
}

beforeEach(async () => {
  receiver.calls.length = 0;
  receiver.respond = (_call, response) => void response.end();
  await service.sql('DELETE FROM webhook_delivery WHERE tenant_id = $1', [tenantId]);
  await service.sql('DELETE FROM webhook_registration WHERE tenant_id = $1', [tenantId]);
  await service.sql('DELETE FROM graphile_worker._private_jobs');
  await clock.set(new Date());
  const response = await api.post('/webhooks/subscribe', { event: 1401, url: receiver.url });
  assert.equal(response.status, 200, response.text);
});

async function createCandidates(): Promise<void> {
  for (let index = 0; index < 5; index++)
    await api.post('/candidates', { firstName: 'Ada', lastName: `Muster ${index}` });
}

async function readLog(): Promise<{ id: string; sendStatusId: number | null; attempts: number }[]> {
  const response = await api.post('/webhooks/protocol', {
    eventDateFromUtc: '2000-01-01T00:00:00Z',
    eventDateToUtc: '2100-01-01T00:00:00Z',
  });
  return response.body.events;
}

const receivedIds = () =>
  [...new Set(receiver.calls.map(({ headers }) => String(headers['webhook-id'])))].sort();

// A busy machine can take half a minute to start a process.
const RECOVERY_MS = 120_000;

/** Starts a process that takes over after the turn of the dead process has expired. */
async function recover(): Promise<void> {
  await clock.advance(31_000);
  await wakeOverdue(services.database.tenant(tenantId), tenantId);
  const child = start('never');
  try {
    await eventually(
      'all deliveries to be transferred',
      async () => (await readLog()).every(({ sendStatusId }) => sendStatusId === 130),
      RECOVERY_MS,
    );
  } finally {
    // If it kept running, it would make the calls of the next test.
    child.kill('SIGKILL');
    await waitForKill(child);
  }
  assert.deepEqual(receivedIds(), (await readLog()).map(({ id }) => id).sort());
}

// If a delivery is never repeated, the test must fail instead of hanging.
const LIMIT = { timeout: 300_000 };

test('a kill before the commit of a change leaves no event', LIMIT, async () => {
  await waitForKill(start('beforeCommit'));
  assert.deepEqual(await readLog(), []);
  await recover();
  assert.deepEqual(receiver.calls, []);
});

test('an event is delivered even if its process is killed right after the commit', LIMIT, async () => {
  await waitForKill(start('afterCommit'));
  assert.deepEqual(
    (await readLog()).map(({ sendStatusId }) => sendStatusId),
    [null],
  );
  await recover();
  assert.equal(receiver.calls.length, 1);
});

test('another process makes the calls that a killed process had not started', LIMIT, async () => {
  await createCandidates();
  await waitForKill(start('beforeCall'));
  assert.deepEqual(receiver.calls, []);
  await recover();
  assert.equal(receivedIds().length, 5);
});

test('calls that a kill interrupted are repeated with the same ids', LIMIT, async () => {
  await createCandidates();
  const child = start('never');
  receiver.respond = () => void child.kill('SIGKILL');
  await waitForKill(child);
  assert.ok((await readLog()).every(({ sendStatusId }) => sendStatusId === null));
  const before = receivedIds();
  assert.ok(before.length > 0);
  receiver.respond = (_call, response) => void response.end();
  await recover();
  assert.equal(receivedIds().length, 5);
});

test(
  'a call whose outcome was not written before a kill is repeated, so delivery is at least once',
  LIMIT,
  async () => {
    await createCandidates();
    await waitForKill(start('afterCall'));
    assert.ok(
      (await readLog()).every(({ sendStatusId, attempts }) => sendStatusId === null && attempts === 0),
    );
    await recover();
    assert.equal(receivedIds().length, 5);
    assert.ok(receiver.calls.length > 5);
  },
);
