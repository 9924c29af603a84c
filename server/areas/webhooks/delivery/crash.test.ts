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

async function killed(child: ChildProcess): Promise<void> {
  const [, signal] = await once(child, 'exit');
  assert.equal(signal, 'SIGKILL');
}

beforeEach(async () => {
  receiver.calls.length = 0;
  receiver.answer = (_call, response) => void response.end();
  await service.sql('DELETE FROM webhook_delivery WHERE tenant_id = $1', [tenantId]);
  await service.sql('DELETE FROM webhook_registration WHERE tenant_id = $1', [tenantId]);
  await service.sql('DELETE FROM graphile_worker._private_jobs');
  await clock.set(new Date());
  const answer = await api.post('/webhooks/subscribe', { event: 1401, url: receiver.url });
  assert.equal(answer.status, 200, answer.text);
});

async function createCandidates(): Promise<void> {
  for (let index = 0; index < 5; index++)
    await api.post('/candidates', { firstName: 'Ada', lastName: `Muster ${index}` });
}

async function protocol(): Promise<{ id: string; sendStatusId: number | null; attempts: number }[]> {
  const answer = await api.post('/webhooks/protocol', {
    eventDateFromUtc: '2000-01-01T00:00:00Z',
    eventDateToUtc: '2100-01-01T00:00:00Z',
  });
  return answer.body.events;
}

const receivedIds = () =>
  [...new Set(receiver.calls.map(({ headers }) => String(headers['webhook-id'])))].sort();

// A busy machine takes seconds to start a process.
const RECOVERY_MS = 30_000;

/** Another process takes over once the dead one's turn is over. */
async function recover(): Promise<void> {
  await clock.advance(31_000);
  await wakeOverdue(services.database.tenant(tenantId), tenantId);
  const child = start('never');
  try {
    await eventually(
      'everything delivered',
      async () => (await protocol()).every(({ sendStatusId }) => sendStatusId === 130),
      RECOVERY_MS,
    );
  } finally {
    // Left running, it would make the calls of the next test.
    child.kill('SIGKILL');
    await killed(child);
  }
  assert.deepEqual(receivedIds(), (await protocol()).map(({ id }) => id).sort());
}

// A delivery that is never made again must fail the test and not hang it.
const LIMIT = { timeout: 60_000 };

test('a process killed before the commit of a change leaves no event', LIMIT, async () => {
  await killed(start('beforeCommit'));
  assert.deepEqual(await protocol(), []);
  await recover();
  assert.deepEqual(receiver.calls, []);
});

test('the event of a process killed right after the commit of a change is delivered', LIMIT, async () => {
  await killed(start('afterCommit'));
  assert.deepEqual(
    (await protocol()).map(({ sendStatusId }) => sendStatusId),
    [null],
  );
  await recover();
  assert.equal(receiver.calls.length, 1);
});

test('calls that a process killed before them did not make are made by another', LIMIT, async () => {
  await createCandidates();
  await killed(start('beforeCall'));
  assert.deepEqual(receiver.calls, []);
  await recover();
  assert.equal(receivedIds().length, 5);
});

test('calls that a kill broke off are made again, with their ids', LIMIT, async () => {
  await createCandidates();
  const child = start('never');
  receiver.answer = () => void child.kill('SIGKILL');
  await killed(child);
  assert.ok((await protocol()).every(({ sendStatusId }) => sendStatusId === null));
  const before = receivedIds();
  assert.ok(before.length > 0);
  receiver.answer = (_call, response) => void response.end();
  await recover();
  assert.equal(receivedIds().length, 5);
});

test(
  'a call answered but not written down before a kill is made again: more than once, never not at all',
  LIMIT,
  async () => {
    await createCandidates();
    await killed(start('afterCall'));
    assert.ok(
      (await protocol()).every(({ sendStatusId, attempts }) => sendStatusId === null && attempts === 0),
    );
    await recover();
    assert.equal(receivedIds().length, 5);
    assert.ok(receiver.calls.length > 5);
  },
);
