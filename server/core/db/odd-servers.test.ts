import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { inTime } from '../../testing/another-process.ts';
import { createLog } from '../log.ts';
import { openMigrationPool, openQueuePool } from '../queue/pool.ts';
import { breakConnection } from './bounded-client.ts';
import { connectClient } from './connect-client.ts';
import { openDatabase } from './connection.ts';
import { isUnavailable } from './faults.ts';

// Servers that do what PostgreSQL does only at an unlucky moment.

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

const DONE = message('C', 'SET\0');

/** Returns the host and the port of a server. `talk` is called with each new connection. */
async function openServer(context: TestContext, talk: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  // Without `allowHalfOpen`, the end of a client would close the connection.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    talk(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const urlOf = (hosts: string) => `postgres://user:password@${hosts}/stellwerk`;

/**
 * A server that stops can end a session as soon as it has begun. Its last message then arrives with the first ones, so there is no
 * moment between them in which a caller could begin to listen for errors. node:test reports an error event that nobody listens to.
 */
async function openEndingServer(context: TestContext): Promise<string> {
  const host = await openServer(context, (socket) => {
    socket.once('data', () => socket.end(Buffer.concat([AUTHENTICATION_OK, READY, END])));
  });
  return urlOf(host);
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

test('of several hosts, one that never responds to the end of a session delays no connection', async (t) => {
  const host = await openServer(t, (socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([AUTHENTICATION_OK, READY]));
      socket.on('data', (bytes) => {
        if (bytes.toString('latin1', 0, 1) === 'Q') socket.write(Buffer.concat([DONE, READY]));
      });
    });
  });
  const connectionString = urlOf(`${host},127.0.0.1:1`);
  const client = await inTime('the connection', connectClient({ connectionString }));
  breakConnection(client);
});
