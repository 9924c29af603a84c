import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
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
const harderStopTimeoutMs = 10_000;

export interface SpawnedServer {
  identity: ProcessIdentity;
  /** Resolves with how it ended. Absent for a server that is not our child: its life is polled. */
  exited?: Promise<string>;
}

/**
 * Starts the server process; it is not ready yet. Its output is appended to the log file. Throws when the
 * program cannot be run at all.
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
      // A session of its own: Ctrl-C reaches the whole foreground process group, and the server has to stay
      // until the requests in flight are answered.
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
  // One that has ended already (a library is missing, say) is left to the caller, who reports the log.
  const identity = identifyProcess(child.pid) ?? { processId: child.pid, startedAt: 'ended' };
  return { identity, exited };
}

/** pg_ctl gives up administrator rights, which the server refuses to run with, and detaches the server. */
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
 * Fast shutdown, then immediate, then SIGKILL for a server that is itself suspended; what was committed is safe
 * in all three. Resolves when the process is gone, also when it was before.
 */
export async function stopServer(
  identity: ProcessIdentity,
  location: ClusterLocation,
  programs: ServerPrograms,
  fastTimeoutMs: number,
): Promise<void> {
  for (const [mode, signal, timeoutMs] of [
    ['fast', 'SIGINT', fastTimeoutMs],
    ['immediate', 'SIGQUIT', harderStopTimeoutMs],
    [undefined, 'SIGKILL', harderStopTimeoutMs],
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
    // It ended by itself since it was last looked at.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * The host `localhost` is overridden by the parameter, for libpq and for node-postgres. It is there because the
 * shorter form without a host is no URL to `new URL`, which callers use to exchange the database name.
 */
export function formatUrl(record: PostmasterRecord, password: string): string {
  if (record.socketDirectory === '')
    return `postgres://postgres:${password}@127.0.0.1:${record.port}/postgres`;
  const host = encodeURIComponent(record.socketDirectory);
  return `postgres://postgres:${password}@localhost/postgres?host=${host}&port=${record.port}`;
}

/**
 * Whether the server behind the URL works and is ours: SCRAM proves both sides' knowledge of the password, so a
 * stranger on the same port or socket does not pass. `refused` means that it does not accept the password.
 */
export async function tryConnection(url: string): Promise<'answers' | 'refused' | 'silent'> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return 'answers';
  } catch (error) {
    const { code } = error as { code?: string };
    // too_many_connections is reported after the password was checked.
    if (code === '53300') return 'answers';
    return code === '28P01' ? 'refused' : 'silent';
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
