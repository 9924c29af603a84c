import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { DemoAccess } from '../commands/demo-access.ts';
import { copyDemoInstallation } from './demo-installation.ts';
import { commandLine, processTree } from './processes.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

// Runs commands and services as separate processes, the way an operator does.

const ENTRY = join(import.meta.dirname, '../commands/stellwerk.ts');
const DEADLINE_MS = 180_000;
/** Tests end processes with SIGKILL. The supervisor writes the line. */
const CRASH = /^\{.*"cause":"(?:exit code|signal (?!SIGKILL)).*"a process exited, starting another"/;
const USER_AGENT = 'StellwerkTests/1.0';

/** With their output so far. */
const services = new Map<ChildProcess, () => string>();
const directories: string[] = [];
after(async () => {
  await endServices();
  // What a killed command has left running can still write there for a moment.
  for (const directory of directories)
    await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

/** Ends the services that still run; also those of tests that failed. */
export async function endServices(): Promise<void> {
  for (const [child, output] of services) {
    services.delete(child);
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'close');
    assert.deepEqual(crashesOf(output()), []);
  }
}

/**
 * The lines of the log about processes that ended by themselves, with an exception that nobody caught or an abort. Another process took
 * their place, so a test that only calls the service does not notice. A process that says why it cannot start is none of them.
 */
export function crashesOf(output: string): string[] {
  return output.split('\n').filter((line) => CRASH.test(line));
}

interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunningService {
  process: ChildProcess;
  /** All output so far. */
  output(): string;
  demo: DemoAccess;
  finished: Promise<Finished>;
}

/** A directory that is removed after the file's tests. */
export async function makeDirectory(): Promise<string> {
  const directory = await makeTemporaryDirectory('stellwerk-command-');
  directories.push(directory);
  return directory;
}

interface RunOptions {
  environment?: Record<string, string>;
  input?: string;
  /** The process is killed as soon as its standard error matches. */
  killAt?: RegExp;
  /** Kills the process. */
  signal?: AbortSignal;
  /** Default: the working directory of the tests. */
  workingDirectory?: string;
  /** The path of Node. Default: the one that runs the tests. */
  node?: string | undefined;
}

function launch(
  words: string[],
  { environment = {}, input, killAt, signal, workingDirectory, node = process.execPath }: RunOptions,
) {
  const child = spawn(node, [ENTRY, ...words], {
    cwd: workingDirectory,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  signal?.addEventListener('abort', () => child.kill('SIGKILL'));
  child.stdin.end(input);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
    if (killAt?.test(stderr)) child.kill('SIGKILL');
  });
  const finished = once(child, 'close').then(([code]): Finished => ({ code, stdout, stderr }));
  return { child, finished, output: () => stdout + stderr };
}

/** Runs a command to its end. */
export function runCommand(words: string[], options: RunOptions = {}): Promise<Finished> {
  return launch(words, options).finished;
}

/** Starts a service on a free port, without waiting for it. */
export function launchService(
  dataDirectory: string,
  environment: Record<string, string> = {},
  options: string[] = [],
  node?: string,
): Omit<RunningService, 'demo'> {
  const { child, finished, output } = launch(['start', ...options], {
    node,
    environment: { DATA_DIR: dataDirectory, PORT: '0', WORKERS: '2', ...environment },
  });
  services.set(child, output);
  return { process: child, output, finished };
}

/** Starts a service like `startService`, on a copy of the demo data, in a directory that is empty or missing. */
export async function startDemoService(
  dataDirectory: string,
  environment: Record<string, string> = {},
): Promise<RunningService> {
  await copyDemoInstallation(dataDirectory);
  return startService(dataDirectory, environment);
}

/** Starts a service on a free port and waits for its start message. Without a demo tenant, `demo` is undefined. */
export async function startService(
  dataDirectory: string,
  environment: Record<string, string> = {},
  options: string[] = [],
  node?: string,
): Promise<RunningService> {
  const service = launchService(dataDirectory, environment, options, node);
  await waitFor('the start message', async () => {
    assert.equal(service.process.exitCode, null, service.output());
    return service.output().includes('Ctrl-C stops it');
  });
  const demo = options.includes('--empty')
    ? (undefined as never)
    : (JSON.parse(await readFile(join(dataDirectory, 'demo.json'), 'utf8')) as DemoAccess);
  return { ...service, demo };
}

/** Stops a service like an operator. */
export async function stopService(service: RunningService, signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
  service.process.kill(signal);
  assert.equal((await service.finished).code, 0);
  assert.deepEqual(crashesOf(service.output()), []);
}

/** Repeats the check until it returns true. Fails at the deadline. */
export async function waitFor(
  what: string,
  ask: () => Promise<boolean>,
  deadlineMs = DEADLINE_MS,
): Promise<void> {
  const deadline = Date.now() + deadlineMs;
  while (!(await ask())) {
    assert.ok(Date.now() < deadline, `${what} did not come in time`);
    await delay(50);
  }
}

/** Requests a token and returns it. */
export async function fetchToken(
  demo: Pick<DemoAccess, 'authUrl' | 'audience' | 'clientId' | 'clientSecret'>,
) {
  const response = await fetch(`${demo.authUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'user-agent': USER_AGENT },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: demo.clientId,
      client_secret: demo.clientSecret,
      audience: demo.audience,
    }),
  });
  assert.equal(response.status, 200);
  return ((await response.json()) as { access_token: string }).access_token;
}

/** The status of a read on a new connection, so that any of the processes can get it. */
export async function readStatus(demo: Pick<DemoAccess, 'baseUrl'>, path: string, token: string) {
  const response = await fetch(`${demo.baseUrl}${path}`, {
    headers: { authorization: `Bearer ${token}`, connection: 'close', 'user-agent': USER_AGENT },
  });
  await response.arrayBuffer();
  return response.status;
}

/** The processes of a service whose command line matches. Also those of this process. */
export async function processesOf(
  service: { process: { pid?: number | undefined } },
  pattern: RegExp,
): Promise<number[]> {
  const found: number[] = [];
  for (const pid of await processTree(service.process.pid!))
    if (pattern.test(await commandLine(pid))) found.push(pid);
  return found;
}

/** The complete lines of the log. */
export function logLines(output: string): Record<string, unknown>[] {
  return output
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}
