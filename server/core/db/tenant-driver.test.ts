import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { openDatabaseRelay } from '../../testing/database-relay.ts';
import { startTestService } from '../../testing/harness.ts';
import { openDatabase } from './connection.ts';

const service = await startTestService();

/** The URL of a server that reports its errors in another language. The word has as many letters, so no length changes. */
async function openTranslatedServer(): Promise<string> {
  const relay = await openDatabaseRelay(service.databaseUrl);
  const url = new URL(relay.url);
  const { hostname, port } = url;
  const server = createServer((socket) => {
    const upstream = connect(Number(port), hostname);
    for (const end of [socket, upstream]) end.on('error', () => {});
    socket.pipe(upstream);
    upstream.on('end', () => socket.end());
    upstream.on('data', (bytes) =>
      socket.write(bytes.toString('latin1').replaceAll('SERROR\0', 'SERRER\0'), 'latin1'),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.close();
    relay.close();
  });
  url.port = String((server.address() as AddressInfo).port);
  return url.href;
}

test('a connection is used again after an error of a server whose messages are not English', async () => {
  const database = openDatabase({
    url: await openTranslatedServer(),
    maximumConnections: 1,
    transactionTimeoutMs: 5000,
  });
  after(() => database.close());
  const findProcess = async () => (await sql`SELECT pg_backend_pid()`.execute(database.system)).rows;
  const before = await findProcess();
  await assert.rejects(sql`SELECT 1 / ${0}::integer`.execute(database.system), {
    code: '22012',
    severity: 'ERRER',
  });
  assert.deepEqual(await findProcess(), before);
});

test('a transaction with a statement whose error got lost fails, because nothing of it was committed', async () => {
  const { system } = service.services.database;
  const before = await service.sql('SELECT count(*) FROM installation');
  await assert.rejects(
    system.transaction().execute(async (db) => {
      await sql`DELETE FROM installation`.execute(db);
      await sql`SELECT 1 / 0`.execute(db).catch(() => {});
      return 'done';
    }),
    /Nothing was committed: a statement of the transaction failed before/,
  );
  assert.deepEqual(await service.sql('SELECT count(*) FROM installation'), before);
});

test('a transaction whose session the server ends fails with the reason of the server', async () => {
  const { system } = service.services.database;
  await assert.rejects(
    system
      .transaction()
      .execute(async (db) => void (await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(db))),
    { code: '57P01' },
  );
});
