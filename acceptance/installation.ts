import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { Stellwerk, type StellwerkOptions } from '../sdk/index.ts';
import { copyDemoInstallation } from '../server/testing/demo-installation.ts';

// The installation that the tests call: the one at STELLWERK_URL, with a client that has all permissions, or a new one,
// started like `npm start` with an empty data directory. The tests use nothing but its interface.

const START_MS = 120_000;

interface Access {
  /** The URL of the API without /v3. */
  host: string;
  clientId: string;
  clientSecret: string;
  /** The secret that signs webhook calls. Without it, the signature is not tested. */
  webhookSecret?: string | undefined;
}

const { STELLWERK_URL, STELLWERK_CLIENT_ID, STELLWERK_CLIENT_SECRET, STELLWERK_WEBHOOK_SECRET } = process.env;

export const access: Access = STELLWERK_URL === undefined ? await start() : readEnvironment(STELLWERK_URL);

/** The client of almost all tests. It uses one token for the whole run. */
export const client = connect();

/** Another client for the same installation. */
export function connect(options: Partial<StellwerkOptions> = {}): Stellwerk {
  return new Stellwerk({
    apiHost: access.host,
    clientId: access.clientId,
    clientSecret: access.clientSecret,
    customerName: 'Acceptance',
    ...options,
  } as StellwerkOptions);
}

function readEnvironment(url: string): Access {
  if (STELLWERK_CLIENT_ID === undefined || STELLWERK_CLIENT_SECRET === undefined)
    throw new Error('STELLWERK_URL needs STELLWERK_CLIENT_ID and STELLWERK_CLIENT_SECRET too.');
  return {
    host: url.replace(/\/+$/, '').replace(/\/v3$/, ''),
    clientId: STELLWERK_CLIENT_ID,
    clientSecret: STELLWERK_CLIENT_SECRET,
    webhookSecret: STELLWERK_WEBHOOK_SECRET,
  };
}

async function start(): Promise<Access> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const directory = await mkdtemp(join(tmpdir(), 'stellwerk-acceptance-'));
  // mkdtemp makes a private directory, but if root runs the tests, the database runs under another account.
  await chmod(directory, 0o711);
  // In npm test, whose other files start installations for the first time.
  if (process.env.STELLWERK_TEST_DEMO !== undefined) await copyDemoInstallation(directory);
  const service = spawn(process.execPath, ['server/commands/stellwerk.ts', 'start'], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH, HOME, NODE_COMPILE_CACHE, DATA_DIR: directory, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(service, 'exit');
  after(async () => {
    service.kill('SIGINT');
    await ended;
    await rm(directory, { recursive: true, force: true });
  });
  await untilStarted(service, ended);
  const demo = JSON.parse(await readFile(join(directory, 'demo.json'), 'utf8'));
  return { ...demo, host: demo.baseUrl.replace(/\/v3$/, '') };
}

async function untilStarted(service: ChildProcess, ended: Promise<unknown>): Promise<void> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [service.stdout!, service.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('Ctrl-C stops it')) resolve();
      });
    ended.then(() => reject(new Error(`The service ended before it had started.\n${output}`)));
    setTimeout(() => reject(new Error(`The service did not start in time.\n${output}`)), START_MS).unref();
  });
}
