import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import pg from 'pg';
import { eventually } from '../../../testing/another-process.ts';
import { findRunningPostgres, startEmbeddedPostgres } from './index.ts';
import { prepareServerPrograms } from './runtime.ts';

const temporary = await mkdtemp(join(tmpdir(), 'orphaned-'));
await chmod(temporary, 0o755);
const directory = join(temporary, 'postgres');
const sharedDirectory = join(temporary, 'shared');
const defaults = { directory, sharedDirectory, settings: { fsync: 'off' } };
const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;
const { postgres } = await prepareServerPrograms({
  account,
  copiesDirectory: join(sharedDirectory, 'runtime'),
});

const first = await startEmbeddedPostgres(defaults);
await first.stop();
let orphan: ChildProcess | undefined;
after(async () => {
  orphan?.kill('SIGKILL');
  await rm(temporary, { recursive: true, force: true, maxRetries: 5 });
});

/** Runs a server on the directory, as a process that was killed leaves it: with the settings of `defaults`, whatever a test had. */
async function leaveServer(program: string): Promise<ChildProcess> {
  await (await startEmbeddedPostgres(defaults)).stop();
  const socket = new URL(first.url).searchParams.get('host')!;
  const server = spawn(program, ['-D', first.directory, '-k', socket, '-c', 'listen_addresses='], {
    cwd: '/',
    env: {},
    stdio: 'ignore',
    ...account,
  });
  orphan = server;
  await eventually('it runs', async () => (await findRunningPostgres(directory)) !== undefined);
  return server;
}

/** Starts a server, and returns the value that it selects. */
async function select(expression: string, settings: Record<string, string> = {}): Promise<unknown> {
  const server = await startEmbeddedPostgres({
    ...defaults,
    settings: { ...defaults.settings, ...settings },
  });
  try {
    const client = new pg.Client(server.url);
    await client.connect();
    const { rows } = await client
      .query({ text: `SELECT ${expression}`, rowMode: 'array' })
      .finally(() => client.end());
    return rows[0]![0];
  } finally {
    await server.stop();
  }
}

// On Windows, pg_ctl starts the server, with a free port.
describe('a server that a killed process left', { skip: process.platform === 'win32' }, () => {
  test('is taken over by the same installation', async () => {
    const server = await leaveServer(postgres);
    assert.equal(await select("split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int"), server.pid);
  });

  test('is replaced if the settings are others', async () => {
    await leaveServer(postgres);
    assert.equal(await select("current_setting('work_mem')", { work_mem: '9MB' }), '9MB');
  });

  test('is replaced if its program was replaced after its start', async () => {
    const server = await leaveServer(postgres);
    const exit = once(server, 'exit');
    await utimes(join(first.directory, 'postmaster.opts'), 0, 0);
    assert.notEqual(await select("split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int"), server.pid);
    await exit;
  });

  test('is replaced if its installation was deleted', async () => {
    const deleted = join(temporary, 'deleted');
    await cp(join(dirname(postgres), '..'), deleted, { recursive: true, verbatimSymlinks: true });
    await leaveServer(join(deleted, 'bin', 'postgres'));
    await rm(deleted, { recursive: true });
    // The dictionary is a library in the directory of the installation.
    assert.equal(await select("to_tsvector('english', 'applications')::text"), "'applic':1");
  });
});
