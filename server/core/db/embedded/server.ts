import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, normalize } from 'node:path';
import pg from 'pg';
import { prepareSocketDirectory, run, spawnOptionsFor } from './cluster.ts';
import type { ClusterLocation } from './location.ts';
import {
  identifyProcess,
  isAlive,
  type PostmasterRecord,
  type ProcessIdentity,
  readPostmasterRecord,
  waitUntilGone,
} from './process.ts';
import type { ServerPrograms } from './runtime.ts';

const isWindows = process.platform === 'win32';
const forcedStopTimeoutMs = 10_000;

export interface SpawnedServer {
  identity: ProcessIdentity;
  /** Resolves to the exit code or signal. Undefined if the server is not our child, in which case its process is polled. */
  exited?: Promise<string>;
}

/**
 * Starts the server process without waiting until it is ready. Its output is appended to the log file. Throws if the program
 * cannot be run.
 */
export async function spawnServer(
  location: ClusterLocation,
  programs: ServerPrograms,
): Promise<SpawnedServer> {
  if (isWindows) return spawnOnWindows(location, programs);
  const socketDirectory = await prepareSocketDirectory(location);
  const log = openSync(location.logFile, 'a');
  const child = spawn(
    programs.postgres,
    ['-D', location.cluster, '-k', socketDirectory, '-p', '5432', '-c', 'listen_addresses='],
    {
      ...spawnOptionsFor(location),
      // Starts a separate session, because Ctrl-C signals the whole foreground process group. The server must keep running
      // until the requests in flight have finished.
      detached: true,
      stdio: ['ignore', log, log],
    },
  );
  closeSync(log);
  const exited = new Promise<string>((resolve) => {
    child.on('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
    child.on('error', (error) => resolve(error.message));
  });
  child.unref();
  if (child.pid === undefined) throw new Error(`${programs.postgres} could not be run: ${await exited}`);
  // If the process has already exited, for example because a library is missing, the caller reports the log.
  const identity = identifyProcess(child.pid) ?? { processId: child.pid, startedAt: 'exited' };
  return { identity, exited };
}

/** pg_ctl detaches the server and drops administrator rights, which the server refuses to run with. */
async function spawnOnWindows(location: ClusterLocation, programs: ServerPrograms): Promise<SpawnedServer> {
  const port = await findFreePort();
  const { code, output } = await run(location, programs.pgCtl, [
    ...['start', '-w', '-s', '-D', location.cluster, '-l', location.logFile],
    ...['-o', `-p ${port} -c listen_addresses=127.0.0.1`],
  ]);
  const record = await readPostmasterRecord(location.cluster);
  const identity = record && identifyProcess(record.processId);
  if (code !== 0 || !identity) throw new Error(`PostgreSQL in ${location.home} did not start: ${output}`);
  return { identity };
}

/**
 * Whether the running server was started from these programs, as they are now. Otherwise it could be of a version that has been
 * replaced or deleted: it would no longer find its libraries. postmaster.opts begins with the path of the program and is written at
 * every start. (/proc/…/exe would tell too, but other systems do not have it, and root cannot read it in containers without
 * CAP_SYS_PTRACE.)
 */
export async function isStartedFrom(programs: ServerPrograms, location: ClusterLocation): Promise<boolean> {
  const file = join(location.cluster, 'postmaster.opts');
  try {
    const started = normalize((await readFile(file, 'utf8')).split(' "')[0]!);
    const replacedAtMs = (await stat(programs.postgres)).ctimeMs;
    return started === (await realpath(programs.postgres)) && replacedAtMs < (await stat(file)).mtimeMs;
  } catch {
    return false;
  }
}

/**
 * Tries a fast shutdown, then an immediate one, then SIGKILL, which even stops a suspended server. Committed data is safe in
 * all three cases. Resolves when the process has exited, or if it already had.
 */
export async function stopServer(
  identity: ProcessIdentity,
  location: ClusterLocation,
  programs: ServerPrograms,
  fastTimeoutMs: number,
): Promise<void> {
  for (const [mode, signal, timeoutMs] of [
    ['fast', 'SIGINT', fastTimeoutMs],
    ['immediate', 'SIGQUIT', forcedStopTimeoutMs],
    [undefined, 'SIGKILL', forcedStopTimeoutMs],
  ] as const) {
    if (!isAlive(identity)) return;
    if (isWindows && mode)
      await run(location, programs.pgCtl, ['stop', '-W', '-D', location.cluster, '-m', mode]);
    else signalProcess(identity, signal);
    if (await waitUntilGone(identity, timeoutMs)) return;
  }
  throw new Error(`PostgreSQL (process ${identity.processId}) in ${location.home} cannot be stopped.`);
}

function signalProcess(identity: ProcessIdentity, signal: NodeJS.Signals): void {
  try {
    process.kill(identity.processId, signal);
  } catch (error) {
    // The process has exited since the last check.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * In libpq and node-postgres, the parameter overrides the host `localhost`. It is included because `new URL` rejects a URL
 * without a host, and callers use it to replace the database name.
 */
export function formatUrl(record: PostmasterRecord, password: string): string {
  if (record.socketDirectory === '')
    return `postgres://postgres:${password}@127.0.0.1:${record.port}/postgres`;
  const host = encodeURIComponent(record.socketDirectory);
  return `postgres://postgres:${password}@localhost/postgres?host=${host}&port=${record.port}`;
}

/**
 * Checks that the server at the URL works and is ours. With SCRAM, both sides prove that they have the password, so a
 * foreign server on the same port or socket fails. `rejected` means that the server rejects the password.
 */
export async function tryConnection(url: string): Promise<'accepted' | 'rejected' | 'unavailable'> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return 'accepted';
  } catch (error) {
    const { code } = error as { code?: string };
    // PostgreSQL reports too_many_connections after it has checked the password.
    if (code === '53300') return 'accepted';
    return code === '28P01' ? 'rejected' : 'unavailable';
  } finally {
    await client.end().catch(() => undefined);
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
