import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { findRunningPostgres, startEmbeddedPostgres } from '../core/db/embedded/index.ts';
import { callCommand } from '../testing/command-call.ts';
import { makeDirectory, waitFor } from '../testing/command-line.ts';
import { holdMigration } from '../testing/held-migration.ts';

const ENTRY = join(import.meta.dirname, 'stellwerk.ts');

function migrate(dataDirectory: string) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return spawn(process.execPath, [ENTRY, 'migrate'], {
    env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDirectory },
    stdio: 'ignore',
  });
}

const isRunning = async (dataDirectory: string) =>
  (await findRunningPostgres(join(dataDirectory, 'postgres'))) !== undefined;

test('a command that is interrupted stops the database that it has started', async () => {
  const directory = await makeDirectory();
  await holdMigration(directory);
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    const command = migrate(directory);
    const exited = once(command, 'exit');
    await waitFor('the database', () => isRunning(directory));
    command.kill(signal);
    assert.deepEqual(await exited, [code, null]);
    assert.equal(await isRunning(directory), false);
  }
});

test('a database that a killed command left behind is named, and the next start stops it', async () => {
  const directory = await makeDirectory();
  await holdMigration(directory);
  const command = migrate(directory);
  const exited = once(command, 'exit');
  await waitFor('the database', () => isRunning(directory));
  command.kill('SIGKILL');
  await exited;
  const { stdout } = await callCommand(['status'], { DATA_DIR: directory });
  assert.match(stdout, /^No service is running on DATA_DIR .*\nIts database is running: /);
  // As the next start does.
  await (await startEmbeddedPostgres({ directory: join(directory, 'postgres') })).stop();
  assert.equal(await isRunning(directory), false);
  const { stdout: stopped } = await callCommand(['status'], { DATA_DIR: directory });
  assert.doesNotMatch(stopped, /database/);
});

test('a command takes over what a killed start left behind before the service had a database', async () => {
  const directory = await makeDirectory();
  const { href } = new URL('../core/db/embedded/index.ts', import.meta.url);
  const script = `const { startEmbeddedPostgres } = await import('${href}');
    await startEmbeddedPostgres({ directory: process.argv[1] });
    setInterval(() => {}, 60_000);`;
  const start = spawn(process.execPath, ['-e', script, join(directory, 'postgres')], { stdio: 'ignore' });
  const exited = once(start, 'exit');
  await waitFor('the database', () => isRunning(directory));
  const command = (words: string[]) => callCommand(words, { DATA_DIR: directory });
  const meanwhile = await command(['tenant', 'list']);
  assert.equal(meanwhile.code, 1);
  assert.equal(meanwhile.stderr, 'stellwerk: The service is starting. Try again in a moment.\n');
  start.kill('SIGKILL');
  await exited;
  assert.ok(await isRunning(directory));
  const { code, stderr } = await command(['migrate']);
  assert.equal(code, 0, stderr);
  assert.equal(await isRunning(directory), false);
});
