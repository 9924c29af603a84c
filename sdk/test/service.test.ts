import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Access } from './access.ts';
import { testOperations } from './operation-tests.ts';
import { testStreams } from './stream-tests.ts';
import { testTokens } from './token-tests.ts';

// The client on a service that runs as a process of its own, with its demo data. STELLWERK_SDK_ACCESS names the
// demo.json of a service that is running already, for where there is no service beside these files.

const START_MS = 120_000;

const given = process.env.STELLWERK_SDK_ACCESS;
const access = given === undefined ? await startService() : await readAccess(given);
testTokens(access);
testOperations(access);
testStreams(access);

async function readAccess(path: string): Promise<Access> {
  return JSON.parse(await readFile(path, 'utf8')) as Access;
}

async function startService(): Promise<Access> {
  const directory = await mkdtemp(join(tmpdir(), 'stellwerk-sdk-service-'));
  const service = spawn(process.execPath, ['server/commands/stellwerk.ts', 'start'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: directory, PORT: '0', WORKERS: '1' },
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
  return readAccess(join(directory, 'demo.json'));
}
