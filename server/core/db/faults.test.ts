import assert from 'node:assert/strict';
import { createServer, connect as openSocket, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { startTestService } from '../../testing/harness.ts';
import { openDatabase } from './connection.ts';
import { isUnavailable } from './faults.ts';

const service = await startTestService();

/** A database behind a relay that can cut every connection without a message from the server. */
async function openBehindRelay() {
  const url = new URL(service.databaseUrl);
  const directory = url.searchParams.get('host');
  const port = Number(url.searchParams.get('port') ?? url.port);
  const target =
    directory === null ? { host: url.hostname, port } : { path: `${directory}/.s.PGSQL.${port}` };
  const sockets = new Set<Socket>();
  let isOpen = true;
  const relay = createServer((socket) => {
    if (!isOpen) return socket.end();
    const upstream = openSocket(target);
    for (const end of [socket, upstream]) sockets.add(end.on('error', () => {}));
    socket.pipe(upstream).pipe(socket);
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const address = relay.address();
  assert.ok(address !== null && typeof address === 'object');
  url.search = '';
  url.hostname = '127.0.0.1';
  url.port = String(address.port);
  const database = openDatabase({ url: url.href, maximumConnections: 1, transactionTimeoutMs: 5000 });
  const cut = () => {
    isOpen = false;
    for (const socket of sockets) socket.destroy();
  };
  after(async () => {
    await database.close();
    cut();
    relay.close();
  });
  return { database, cut };
}

test('a connection that breaks during a query means that the database is unavailable', async () => {
  const { database, cut } = await openBehindRelay();
  const running = database.system.transaction().execute(async (transaction) => {
    await sql`SELECT 1`.execute(transaction);
    setImmediate(cut);
    await sql`SELECT pg_sleep(5)`.execute(transaction);
  });
  await assert.rejects(running, isUnavailable);
});

test('a query on a connection that is already broken means that the database is unavailable', async () => {
  const { database, cut } = await openBehindRelay();
  const running = database.system.transaction().execute(async (transaction) => {
    await sql`SELECT 1`.execute(transaction);
    cut();
    await assert.rejects(sql`SELECT pg_sleep(5)`.execute(transaction), isUnavailable);
    await sql`SELECT 1`.execute(transaction);
  });
  await assert.rejects(running, isUnavailable);
});

test('a connection that is closed before it is ready means that the database is unavailable', async () => {
  const { database, cut } = await openBehindRelay();
  cut();
  await assert.rejects(sql`SELECT 1`.execute(database.system), isUnavailable);
});

test('an error in the SQL does not mean that the database is unavailable', async () => {
  const failing = sql`SELECT nothing`.execute(service.services.database.system);
  await assert.rejects(failing, (error) => !isUnavailable(error));
});
