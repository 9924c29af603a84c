import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createLog } from '../log.ts';
import { openMigrationPool, openQueuePool } from '../queue/pool.ts';
import { connectClient } from './connect-client.ts';
import { openDatabase } from './connection.ts';
import { isUnavailable } from './faults.ts';

// A server that stops can end a session as soon as it has begun. Its last message then arrives with the first ones, so there is no
// moment between them in which a caller could begin to listen for errors. node:test reports an error event that nobody listens to.

function message(type: string, body: Uint8Array | string): Buffer {
  const content = Buffer.from(body);
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

const AUTHENTICATION_OK = message('R', new Uint8Array(4));
const READY = message('Z', 'I');
const END = message('E', 'SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0');

/** Returns the URL of a server that ends each session in the packet in which it begins it. */
async function openEndingServer(context: TestContext): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(Buffer.concat([AUTHENTICATION_OK, READY, END])));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => server.close());
  return `postgres://user:password@127.0.0.1:${(server.address() as AddressInfo).port}/stellwerk`;
}

test('a session that ends as it begins fails its statement as unavailable, and not the process', async (t) => {
  const url = await openEndingServer(t);
  const database = openDatabase({ url, maximumConnections: 1, transactionTimeoutMs: 5000 });
  t.after(() => database.close());
  for (const use of [
    () => database.checkout(null),
    () => database.checkoutStream(1),
    () => database.read(1, 'SELECT 1', []),
    () => database.ping(5000),
    () => connectClient({ connectionString: url }),
  ])
    await assert.rejects(use, isUnavailable);
});

test('the pools of the queue survive a session that ends as it begins', async (t) => {
  const connection = { databaseUrl: await openEndingServer(t) };
  for (const pool of [openQueuePool(connection, createLog('silent')), openMigrationPool(connection)]) {
    t.after(() => pool.end());
    const failure = Promise.withResolvers<Error | undefined>();
    pool.connect((error) => failure.resolve(error));
    assert.ok(isUnavailable(await failure.promise));
  }
});
