import assert from 'node:assert/strict';
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  truncate,
  watch,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, test } from 'node:test';
import pg from 'pg';
import { findClosedDirectory } from './account.ts';
import { type EmbeddedPostgres, findRunningPostgres, startEmbeddedPostgres } from './index.ts';

const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65534, gid: 65534 };
const settings = { fsync: 'off' };
const notRoot = isRoot ? false : 'only root runs PostgreSQL as another user';

const temporary = await mkdtemp(join(tmpdir(), 'embedded-'));
await chmod(temporary, 0o755);
const sharedDirectory = join(temporary, 'shared');
const children: ChildProcess[] = [];
const servers: EmbeddedPostgres[] = [];

after(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const server of servers) await server.stop();
  await rm(temporary, { recursive: true, force: true, maxRetries: 5 });
});

async function start(directory: string, logger?: (line: string) => void): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ directory, settings, sharedDirectory, logger });
  servers.push(server);
  return server;
}

async function query(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

/** Runs a Node process that starts a server on the directory, and resolves to the URL that it prints. */
async function startInChild(
  directory: string,
  options: SpawnOptions = {},
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawnStarter(directory, options);
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string];
  return { child, url: line };
}

function spawnStarter(directory: string, options: SpawnOptions = {}): ChildProcess {
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(import.meta.resolve('./index.ts'))};
    process.on('SIGINT', () => {});
    const server = await startEmbeddedPostgres(${JSON.stringify({ directory, settings, sharedDirectory })});
    console.log(server.url);
    process.stdin.on('end', () => server.stop()).resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
    ...options,
  });
  children.push(child);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function readServerProcessId(server: { directory: string }): Promise<number> {
  return Number((await readFile(join(server.directory, 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

function unexpectedExit(server: EmbeddedPostgres): Promise<string> {
  return new Promise((resolve) => server.onUnexpectedExit(resolve));
}

describe('a server in one process', () => {
  const directory = join(temporary, 'plain', 'postgres');

  test('keeps its data and its URL after a restart', async () => {
    const first = await start(directory);
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    const second = await start(directory);
    assert.equal(second.url, first.url);
    assert.equal(await query(second.url, 'SELECT answer FROM kept'), 42);
    await second.stop();
  });

  test('has a URL that works with node-postgres and in which the database can be replaced', async () => {
    const server = await start(directory);
    const other = new URL(server.url);
    other.pathname = '/template1';
    assert.equal(await query(other.href, 'SELECT current_database()'), 'template1');
    assert.equal(
      await query(other.href, 'SHOW listen_addresses'),
      process.platform === 'win32' ? '127.0.0.1' : '',
    );
    await server.stop();
  });

  test('treats umlauts as letters when changing case and in trigrams', async () => {
    const server = await start(directory);
    assert.equal(await query(server.url, "SELECT lower('ÄÖÜ')"), 'äöü');
    await query(server.url, 'CREATE EXTENSION pg_trgm');
    assert.equal(await query(server.url, "SELECT cardinality(show_trgm('Müller'))"), 7);
    await server.stop();
  });

  test('does not log values of failed statements', async () => {
    const lines: string[] = [];
    const server = await start(directory, (line) => lines.push(line));
    await query(server.url, 'CREATE TABLE person (email text PRIMARY KEY)');
    await query(server.url, "INSERT INTO person VALUES ('anna.secret@example.org')");
    await assert.rejects(
      query(server.url, "INSERT INTO person VALUES ('anna.secret@example.org')"),
      /unique/,
    );
    await assert.rejects(query(server.url, "SELECT 'anna.secret'::int"), /invalid input syntax/);
    await server.stop();
    assert.ok(lines.some((line) => line.includes('database system is shut down')));
    assert.ok(!lines.some((line) => line.includes('secret')), lines.join('\n'));
  });

  test('reports an unexpected exit and can be started again', async () => {
    const server = await start(directory);
    const processId = await readServerProcessId(server);
    const reason = unexpectedExit(server);
    process.kill(processId, 'SIGKILL');
    assert.match(await reason, new RegExp(`process ${processId}`));
    await server.stop();
    const next = await start(directory);
    assert.equal(await query(next.url, 'SELECT answer FROM kept'), 42);
    await next.stop();
  });

  test('gets a new password if it was restored from a backup without one, or with an empty file', async () => {
    const file = join(directory, 'superuser-password');
    for (const lose of [rm, truncate]) {
      await lose(file);
      const server = await start(directory);
      assert.equal(await query(server.url, 'SELECT answer FROM kept'), 42);
      await server.stop();
    }
  });

  test('starts even if its stale process file names a foreign running process', async () => {
    const { child, url } = await startInChild(directory);
    const cluster = (await query(url, "SELECT current_setting('data_directory')")) as string;
    const processId = await readServerProcessId({ directory: cluster });
    await kill(child);
    process.kill(processId, 'SIGKILL');
    // This Node cannot be used, because the other account cannot start it below a directory that only root can enter.
    const stranger = spawn('cat', {
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: '/',
      ...(isRoot ? nobody : {}),
    });
    children.push(stranger);
    const file = join(cluster, 'postmaster.pid');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/^\d+/, String(stranger.pid)));
    assert.equal(await findRunningPostgres(directory), undefined);

    const server = await start(directory);
    assert.equal(await query(server.url, 'SELECT answer FROM kept'), 42);
    assert.equal(stranger.exitCode ?? stranger.signalCode, null);
    await server.stop();
    await kill(stranger);
  });
});

describe('two processes', () => {
  const directory = join(temporary, 'shared-by-two');

  test('the second start is rejected with the process id of the first, whose server can be found', async () => {
    const { child, url } = await startInChild(directory);
    await assert.rejects(start(directory), new RegExp(`already in use by process ${child.pid}\\b`));
    assert.equal(await findRunningPostgres(directory), url);
    child.stdin!.end();
    await once(child, 'exit');
    assert.equal(await findRunningPostgres(directory), undefined);
  });

  test('an orphaned server is taken over without a restart and can be stopped', async () => {
    const { child, url } = await startInChild(directory);
    const startedAt = await query(url, 'SELECT pg_postmaster_start_time()::text');
    await kill(child);

    const server = await start(directory);
    assert.equal(server.url, url);
    assert.equal(await query(url, 'SELECT pg_postmaster_start_time()::text'), startedAt);
    await server.stop();
    assert.equal(await findRunningPostgres(directory), undefined);
  });

  test('the exit of an adopted server is reported', async () => {
    const { child } = await startInChild(directory);
    await kill(child);
    const server = await start(directory);
    const reason = unexpectedExit(server);
    process.kill(await readServerProcessId(server), 'SIGQUIT');
    assert.match(await reason, /exited unexpectedly/);
    await server.stop();
  });

  test('an orphaned server that rejects the stored password is replaced', async () => {
    const { child, url } = await startInChild(directory);
    const startedAt = await query(url, 'SELECT pg_postmaster_start_time()::text');
    await kill(child);
    await rm(join(directory, 'superuser-password'));
    const server = await start(directory);
    assert.notEqual(await query(server.url, 'SELECT pg_postmaster_start_time()::text'), startedAt);
    await server.stop();
  });

  test('Ctrl-C in the terminal does not reach the server', async () => {
    const { child, url } = await startInChild(directory, { detached: true });
    process.kill(-child.pid!, 'SIGINT');
    assert.equal(await query(url, 'SELECT 1'), 1);
    child.stdin!.end();
    await once(child, 'exit');
  });
});

test('a killed first start does not break the next start', async () => {
  const directory = await leaveHalfOfAStart();
  const server = await start(directory);
  assert.equal(await query(server.url, 'SELECT 1'), 1);
  await server.stop();
});

/** Kills a first start while it initializes the cluster, and returns its directory. */
async function leaveHalfOfAStart(): Promise<string> {
  // On a busy machine, the cluster can be complete before the signal.
  for (let attempt = 1; attempt <= 5; attempt++) {
    const directory = join(temporary, `half-done-${attempt}`);
    await mkdir(directory);
    const changes = watch(directory);
    const child = spawnStarter(directory);
    for await (const { filename } of changes) if (filename?.startsWith('initialising-')) break;
    await kill(child);
    if (!(await readdir(directory)).includes('cluster')) return directory;
    await (await start(directory)).stop();
  }
  return assert.fail('the cluster was always complete');
}

test('a directory that contains something else is rejected', async () => {
  const directory = join(temporary, 'something-else');
  await mkdir(join(directory, 'cluster'), { recursive: true });
  await writeFile(join(directory, 'cluster', 'letter.txt'), 'Dear Sir');
  await assert.rejects(start(directory), /is not a PostgreSQL data directory/);
});

describe('a data directory that only root can enter', { skip: notRoot }, () => {
  const closed = join(temporary, 'closed');
  const directory = join(closed, 'data', 'postgres');

  test('has its cluster elsewhere, where later starts and other processes find it', async () => {
    await mkdir(closed, { mode: 0o700 });
    const first = await start(directory);
    assert.equal(dirname(dirname(dirname(first.directory))), sharedDirectory);
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    assert.equal(await findRunningPostgres(directory), first.url);
    await first.stop();
    const second = await start(directory);
    assert.equal(await query(second.url, 'SELECT answer FROM kept'), 42);
    await second.stop();
  });

  test('has its cluster again if only what points to it was lost', async () => {
    await rm(directory, { recursive: true });
    const server = await startEmbeddedPostgres({ directory, settings, sharedDirectory, mustExist: true });
    servers.push(server);
    assert.equal(await query(server.url, 'SELECT answer FROM kept'), 42);
    await server.stop();
  });

  test('starts empty after it was deleted, and the old cluster is kept', async () => {
    await rm(directory, { recursive: true });
    const server = await start(directory);
    assert.equal(await query(server.url, "SELECT to_regclass('kept')"), null);
    assert.ok(
      (await readdir(dirname(server.directory))).some((name) => name.startsWith('cluster-replaced-')),
    );
    await server.stop();
  });

  test('is rejected if the cluster that it points to is lost', async () => {
    await rm(sharedDirectory, { recursive: true });
    await assert.rejects(start(directory), /the database is missing there. Restore it/);
  });

  test('is rejected with advice if no other directory can be used', async () => {
    const options = { directory: join(closed, 'other'), sharedDirectory: join(closed, 'shared') };
    await assert.rejects(
      startEmbeddedPostgres(options),
      /Set DATA_DIR to a directory that other users can enter/,
    );
  });
});

const unreachable =
  isRoot && (await findClosedDirectory(import.meta.dirname, nobody)) && 'other users cannot read the sources';
test('the server can be started by a user other than root', {
  skip: notRoot || unreachable || false,
}, async () => {
  const directory = join(temporary, 'not-root');
  await mkdir(directory);
  await chown(directory, nobody.uid, nobody.gid);
  const { child, url } = await startInChild(directory, { ...nobody, cwd: '/' });
  assert.equal(await query(url, 'SELECT 1'), 1);
  child.stdin!.end();
  assert.deepEqual(await once(child, 'exit'), [0, null]);
});
