import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Access } from './access.ts';

const START_MS = 120_000;

/**
 * Starts the service of this repository with a copy of its demo data, as a process that ends after the tests of the file. Returns
 * the path of its demo.json.
 */
export async function startService(environment: NodeJS.ProcessEnv): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'stellwerk-sdk-service-'));
  // mkdtemp makes a private directory. If root runs the tests, the database runs under another account, which must be
  // able to enter it. Otherwise the database is created elsewhere and is not removed with this directory.
  await chmod(directory, 0o711);
  const { PATH, HOME, NODE_COMPILE_CACHE } = environment;
  const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
  const copied = spawn(process.execPath, ['server/testing/programs/copy-demo.ts', directory], {
    cwd: root,
    env: environment,
    stdio: 'inherit',
  });
  assert.deepEqual(await once(copied, 'exit'), [0, null]);
  const service = spawn(process.execPath, ['server/commands/stellwerk.ts', 'start'], {
    cwd: root,
    env: { PATH, HOME, NODE_COMPILE_CACHE, DATA_DIR: directory, PORT: '0', WORKERS: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(service, 'exit');
  after(async () => {
    service.kill('SIGINT');
    await ended;
    await rm(directory, { recursive: true, force: true });
  });
  let output = '';
  const started = new Promise<void>((resolve, reject) => {
    for (const stream of [service.stdout, service.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('Ctrl-C stops it')) resolve();
      });
    ended.then(() => reject(new Error('The service ended before it had started.')));
    setTimeout(() => reject(new Error('The service did not start in time.')), START_MS).unref();
  });
  await started.catch((error: unknown) => assert.fail(`${error}\n${output}`));
  return join(directory, 'demo.json');
}

export async function readAccess(path: string): Promise<Access> {
  return JSON.parse(await readFile(path, 'utf8')) as Access;
}
