import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startTestService } from '../../testing/harness.ts';
import { openDatabase } from './connection.ts';
import { beginLongRead } from './session.ts';

const service = await startTestService();
const tenantId = service.tenant.id;

test('the compiler of PostgreSQL is off on each connection, whatever the server has', async (t) => {
  const name = new URL(service.databaseUrl).pathname.slice(1);
  await service.sql(`ALTER DATABASE "${name}" SET jit = on`);
  const database = openDatabase({
    url: service.databaseUrl,
    maximumConnections: 1,
    transactionTimeoutMs: 10_000,
  });
  t.after(() => database.close());
  const stream = await database.checkoutStream(tenantId);
  const settings = {
    tenant: (await sql<{ jit: string }>`SHOW jit`.execute(database.tenant(tenantId))).rows[0]!.jit,
    stream: (await stream.client.query('SHOW jit')).rows[0].jit,
    shared: (await database.read<{ jit: string }>(tenantId, "SELECT current_setting('jit') AS jit", []))[0]!
      .jit,
  };
  stream.release();
  assert.deepEqual(settings, { tenant: 'off', stream: 'off', shared: 'off' });
});

test('a long read may take longer than a transaction, but not longer than its own limit', async (t) => {
  const database = openDatabase({
    url: service.databaseUrl,
    maximumConnections: 1,
    transactionTimeoutMs: 2000,
  });
  t.after(() => database.close());
  const read = async (limitMs: number) => {
    const session = await database.checkoutStream(tenantId);
    try {
      await beginLongRead(session.client, limitMs);
      await session.client.query('SELECT pg_sleep(1.1)');
      // The limit of a statement is another one.
      await session.client.query('SELECT pg_sleep(1.1)');
      await session.client.query('COMMIT');
    } finally {
      session.release(true);
    }
  };
  await read(60_000);
  await assert.rejects(read(1700), /timeout/);
});
