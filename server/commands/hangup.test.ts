import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { findRunningPostgres } from '../core/db/embedded/index.ts';
import { logLines, makeDirectory, waitFor } from '../testing/command-line.ts';
import { copyDemoInstallation } from '../testing/demo-installation.ts';
import { findRunningServices } from './running-file.ts';

const ENTRY = join(import.meta.dirname, 'stellwerk.ts');
const noTerminal =
  spawnSync('script', ['--version']).error === undefined ? false : 'there is no script command';

const installation = await makeDirectory();
await copyDemoInstallation(installation);
const started: ChildProcess[] = [];
after(() => {
  for (const child of started) if (child.exitCode === null) child.kill('SIGTERM');
});

/** Starts a program in a session without a terminal, as a supervisor does, and waits until the service runs. */
async function startSession(program: string, words: string[]): Promise<[ChildProcess, () => string]> {
  const child = spawn(program, words, {
    env: {
      ...{ PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      ...{ DATA_DIR: installation, PORT: '0', WORKERS: '1' },
    },
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  started.push(child);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await waitFor('the start message', async () => output.includes('Ctrl-C stops it'));
  return [child, () => output];
}

const messages = (output: string) => logLines(output).map(({ msg }) => String(msg));

test('a service without a terminal continues after SIGHUP, which is sent for the rotation of logs', async () => {
  const [service, output] = await startSession(process.execPath, [ENTRY, 'start']);
  service.kill('SIGHUP');
  await waitFor('the warning', async () => {
    assert.equal(service.exitCode, null, output());
    return messages(output()).some((message) => message.startsWith('SIGHUP has no effect'));
  });
  assert.equal((await findRunningServices(installation)).length, 1);
  service.kill('SIGTERM');
  const [code] = await once(service, 'close');
  assert.equal(code, 0);
  assert.equal(messages(output()).at(-1), 'stopped');
});

test('a service ends with its terminal, and its database too', { skip: noTerminal }, async () => {
  const onTerminal = `"${process.execPath}" "${ENTRY}" start`;
  // With the second one, the service has a terminal that is neither its input nor its output.
  for (const command of [onTerminal, `${onTerminal} </dev/null 2>&1 | cat`]) {
    const words = ['--quiet', '--return', '--command', command, '/dev/null'];
    const [terminal] = await startSession('script', words);
    assert.equal((await findRunningServices(installation)).length, 1);
    terminal.kill('SIGKILL');
    await waitFor(
      'the end of the service',
      async () => (await findRunningServices(installation)).length === 0,
    );
    assert.equal(await findRunningPostgres(join(installation, 'postgres')), undefined);
  }
});
