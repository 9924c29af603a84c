import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../testing/another-process.ts';
import { startTestService } from '../../testing/harness.ts';
import { openDatabase } from './connection.ts';
import { listen } from './notifications.ts';

const service = await startTestService();
const database = openDatabase({
  url: service.databaseUrl,
  maximumConnections: 1,
  transactionTimeoutMs: 5000,
  applicationName: 'notifications test',
});
service.beforeClose(() => database.close());

test('a LISTEN that fails releases its connection', async () => {
  await assert.rejects(listen({ database }, { 'not a name': () => {} }), { code: '42601' });
  assert.equal(database.pool.totalCount, 0);
  // The pool has a single connection. If it had leaked, this call would wait for it.
  const session = await database.checkout(null);
  session.release();
});

test('the listener reconnects after its connection breaks, and closing it releases the connection', async () => {
  const received: string[] = [];
  const { close } = await listen({ database }, { news: (payload) => received.push(payload) });
  const notify = (payload: string) => service.sql("SELECT pg_notify('news', $1)", [payload]);
  await notify('first');
  await eventually('the first notification', async () => received.includes('first'));
  await service.sql(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'notifications test'",
  );
  await eventually('a notification on the new connection', async () => {
    await notify('second');
    return received.includes('second');
  });
  await close();
  assert.equal(database.pool.totalCount, 0);
});
