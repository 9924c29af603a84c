import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { Stellwerk, type StellwerkOptions } from '../sdk/index.ts';

// The installation that the tests ask: the one STELLWERK_URL names, with a client that has all permissions, or one of
// their own, started like `npm start` in an empty data directory. They know it from outside only.

const START_MS = 120_000;

export interface Access {
  /** Where the API is, without the /v3 of its base address. */
  host: string;
  clientId: string;
  clientSecret: string;
  /** With which the installation signs its calls; without it the signature is not tested. */
  webhookSecret?: string | undefined;
}

const { STELLWERK_URL, STELLWERK_CLIENT_ID, STELLWERK_CLIENT_SECRET, STELLWERK_WEBHOOK_SECRET } = process.env;

export const access: Access = STELLWERK_URL === undefined ? await start() : readEnvironment(STELLWERK_URL);

/** The client of nearly all tests. It uses one token for the whole run. */
export const client = connect();

/** A further client of the same installation. */
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
    throw new Error('With STELLWERK_URL give STELLWERK_CLIENT_ID and STELLWERK_CLIENT_SECRET too.');
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
  // mkdtemp keeps others out, also the account under which root runs the database.
  await chmod(directory, 0o711);
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
