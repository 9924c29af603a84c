import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { eventually } from '../../testing/another-process.ts';
import { connectClient } from './connect-client.ts';
import { openDatabase } from './connection.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/index.ts';
import { splitHosts } from './host-list.ts';

test('a URL with several hosts is one URL for each, and one with a single host stays as it is', () => {
  assert.deepEqual(
    splitHosts('postgres://u:p@a:1,[::1]:2,c/db?sslmode=require&target_session_attrs=read-write'),
    [
      'postgres://u:p@a:1/db?sslmode=require',
      'postgres://u:p@[::1]:2/db?sslmode=require',
      'postgres://u:p@c/db?sslmode=require',
    ],
  );
  for (const url of ['postgres://u:p,q@a/db', 'postgres://u@/db?host=/tmp/a,b', 'postgresql://a:1/db'])
    assert.deepEqual(splitHosts(url), [url]);
});

test('a list that cannot be used says why', () => {
  assert.throws(() => splitHosts('postgres://a,,b/db'), /must have a host before and after each comma/);
  assert.throws(() => splitHosts('postgres://a:1,b:x/db'), /must have the form/);
  assert.throws(() => splitHosts('postgres://a,b/db?target_session_attrs=standby'), /takes writes/);
});

/** Connections over TCP to a server that has a socket only. */
async function openPort(context: TestContext, { url }: EmbeddedPostgres): Promise<string> {
  const { searchParams } = new URL(url);
  const path = `${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port')}`;
  const sockets = new Set<Socket>();
  const server = createServer((caller) => {
    const called = connect(path);
    for (const [one, other] of [
      [caller, called],
      [called, caller],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function openServer(context: TestContext, name: string) {
  const directory = await mkdtemp(join(tmpdir(), `stellwerk-hosts-${name}-`));
  const postgres = await startEmbeddedPostgres({ directory });
  context.after(async () => {
    await postgres.stop();
    await rm(directory, { recursive: true });
  });
  const run = async (...statements: string[]) => {
    const client = await connectClient({ connectionString: postgres.url });
    // One that changes the settings of the server cannot be one of several.
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  await run(
    "CREATE ROLE reader LOGIN PASSWORD 'secret'",
    `CREATE TABLE name AS SELECT '${name}' AS name`,
    'GRANT SELECT ON name TO reader',
  );
  return {
    address: await openPort(context, postgres),
    /** What happens to the sessions of a primary that fails, and of a standby that becomes the primary. */
    setReadOnly: (value: boolean) =>
      run(
        'SET default_transaction_read_only = off',
        `ALTER SYSTEM SET default_transaction_read_only = ${value}`,
        'SELECT pg_reload_conf()',
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'hosts test'",
      ),
  };
}

test('of several servers, the one that takes writes is used, also after a failover', {
  skip: process.platform === 'win32' ? 'the servers have no sockets there' : false,
}, async (context) => {
  const [a, b] = [await openServer(context, 'a'), await openServer(context, 'b')];
  await b.setReadOnly(true);
  // Nothing listens on port 1.
  const url = `postgres://reader:secret@127.0.0.1:1,${b.address},${a.address}/postgres`;
  const database = openDatabase({
    url,
    maximumConnections: 2,
    transactionTimeoutMs: 5000,
    applicationName: 'hosts test',
  });
  context.after(() => database.close());
  const ask = async () => (await database.pool.query('SELECT name FROM name')).rows[0].name;
  assert.equal(await ask(), 'a');
  const client = await connectClient({ connectionString: url });
  assert.deepEqual((await client.query('SELECT name FROM name')).rows, [{ name: 'a' }]);
  await client.end();

  await a.setReadOnly(true);
  const alone = connectClient({ connectionString: url });
  await assert.rejects(alone, { code: 'CONNECTION_LOST', name: 'ReadOnlyHostError' });
  await b.setReadOnly(false);
  await eventually('the other server', async () => (await ask().catch(() => '')) === 'b');
  await database.ping(20_000);
});
