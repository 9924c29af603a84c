import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import {
  ensureCluster,
  prepareSocketDirectory,
  readPassword,
  run,
  spawnOptionsFor,
  writeSettings,
} from './embedded-cluster.ts';
import {
  type ClusterLocation,
  confirmPointer,
  describeHome,
  findHome,
  prepareLocation,
  settlePointer,
} from './embedded-location.ts';
import { acquireOwnerLock, type OwnerLock } from './embedded-lock.ts';
import { openServerLog, type ServerLog } from './embedded-log.ts';
import {
  disarmPostmasterFile,
  findPostmaster,
  identifyProcess,
  isAlive,
  type PostmasterRecord,
  type ProcessIdentity,
  readPostmasterRecord,
  waitUntilGone,
} from './embedded-process.ts';
import { prepareServerPrograms, type ServerPrograms } from './embedded-runtime.ts';

const isWindows = process.platform === 'win32';

/** Replaying the write-ahead log after a crash takes as long as it takes; beyond this something is wrong. */
const startTimeoutMs = 10 * 60_000;
/** How long an orphan that is up may take to answer before it is stopped and replaced. */
const adoptTimeoutMs = 10_000;
const fastStopTimeoutMs = 30_000;
const immediateStopTimeoutMs = 10_000;

export interface EmbeddedPostgres {
  /**
   * URL of the superuser `postgres` and the database `postgres`, as libpq and node-postgres read it. It stays
   * the same over restarts, except on Windows, where the port may change.
   */
  url: string;
  /** PostgreSQL's data directory; not always below `EmbeddedOptions.directory`. */
  directory: string;
  /**
   * Stops the server: open transactions are rolled back and a checkpoint is written; after 30 s without a
   * checkpoint. Takes at most 40 s and may be called any number of times. Rejects when the server survives it.
   */
  stop(): Promise<void>;
  /** Called once, with a sentence for the log, when the server ends without stop(). Tells latecomers as well. */
  onUnexpectedExit(listener: (reason: string) => void): void;
}

export interface EmbeddedOptions {
  /** Usually <DATA_DIR>/postgres. Made when absent. */
  directory: string;
  /** Server settings beyond, or instead of, ours; `fsync=off` also makes the first start skip flushing. */
  settings?: Record<string, string>;
  /** Receives the server's log lines, at most a second late. They go to `server.log` in any case. */
  logger?: (line: string) => void;
  /** Where root puts clusters and programs that the server's account could not reach otherwise. */
  sharedDirectory?: string;
}

/**
 * Starts the PostgreSQL from the npm package on `directory`, makes the cluster at the first start, and takes
 * over a server that a killed process of ours left running. About 1 s the first time and 0.1 s later. Exactly
 * one process at a time owns a directory; others reject with an Error that names its process id, and connect
 * through findRunningPostgres. The server never receives the terminal's signals and outlives this process
 * unless stop() is called; neither it nor this module keeps the process's event loop alive.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const location = await prepareLocation(options.directory, options.sharedDirectory ?? '/var/lib/stellwerk');
  const lock = await acquireOwnerLock(location.home);
  try {
    const programs = await prepareServerPrograms(location);
    const log = await openServerLog(location.logFile, options.logger);
    const server =
      (await adoptServer(location, programs, options)) ??
      (await launchServer(location, programs, log, options));
    return superviseServer(server, location, programs, log, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Connection URL of the server that another process of ours runs for this directory, or undefined when none
 * answers. Takes no lock and changes nothing, so it may be asked at any time.
 */
export async function findRunningPostgres(directory: string): Promise<string | undefined> {
  const home = await findHome(directory);
  if (home === undefined) return undefined;
  const { cluster, passwordFile } = describeHome(home);
  const record = await readPostmasterRecord(cluster);
  const password = await readPassword(passwordFile);
  if (!record || password === undefined || record.port === 0) return undefined;
  if (!(await findPostmaster(record))) return undefined;
  const url = formatUrl(record, password);
  return (await answers(url)) ? url : undefined;
}

interface RunningServer {
  url: string;
  identity: ProcessIdentity;
  /** Resolves with how it ended. Absent for a server that is not our child: its life is polled. */
  exited?: Promise<string>;
}

async function adoptServer(
  location: ClusterLocation,
  programs: ServerPrograms,
  options: EmbeddedOptions,
): Promise<RunningServer | undefined> {
  const first = await readPostmasterRecord(location.cluster);
  const identity = first && (await findPostmaster(first));
  if (!identity) return undefined;
  const password = await readPassword(location.passwordFile);
  // Without its pointer the cluster is about to be set aside, see settlePointer.
  const isOurs = location.pointerFile === undefined || (await findHome(options.directory)) === location.home;
  const deadline = Date.now() + startTimeoutMs;
  let upSince: number | undefined;
  while (isOurs && password !== undefined && isAlive(identity) && Date.now() < deadline) {
    const record = await readPostmasterRecord(location.cluster);
    if (!record || record.status === 'stopping') break;
    if (record.status === 'ready') {
      const url = formatUrl(record, password);
      if (await answers(url)) {
        options.logger?.(`Took over the PostgreSQL server with process id ${identity.processId}.`);
        return { url, identity };
      }
      upSince ??= Date.now();
      if (Date.now() - upSince > adoptTimeoutMs) break;
    }
    await delay(50);
  }
  options.logger?.(`Stopping a PostgreSQL server that does not answer, process id ${identity.processId}.`);
  await stopServer(identity, location, programs, adoptTimeoutMs);
  return undefined;
}

async function launchServer(
  location: ClusterLocation,
  programs: ServerPrograms,
  log: ServerLog,
  options: EmbeddedOptions,
): Promise<RunningServer> {
  const aside = await settlePointer(location);
  if (aside)
    options.logger?.(`The data directory is new; the database of its predecessor is kept in ${aside}.`);
  await ensureCluster(location, programs, options.settings?.fsync !== 'off');
  await confirmPointer(location);
  const password = await readPassword(location.passwordFile);
  if (password === undefined) {
    throw new Error(
      `${location.passwordFile} is missing: bring it back from the backup the database is from.`,
    );
  }
  await writeSettings(location, options.settings ?? {});
  await disarmPostmasterFile(location.cluster);

  const { identity, exited } = isWindows
    ? await spawnOnWindows(location, programs)
    : await spawnServer(location, programs);
  const deadline = Date.now() + startTimeoutMs;
  while (isAlive(identity)) {
    const record = await readPostmasterRecord(location.cluster);
    if (record?.processId === identity.processId && record.status === 'ready') {
      const url = formatUrl(record, password);
      if (await answers(url)) return { url, identity, exited };
    }
    if (Date.now() > deadline) {
      await stopServer(identity, location, programs, fastStopTimeoutMs);
      break;
    }
    await delay(10);
  }
  throw new Error(`PostgreSQL in ${location.home} did not start: ${await log.readTail(5)}`);
}

async function spawnServer(
  location: ClusterLocation,
  programs: ServerPrograms,
): Promise<{ identity: ProcessIdentity; exited?: Promise<string> }> {
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
  const identity = child.pid === undefined ? undefined : identifyProcess(child.pid);
  if (!identity) throw new Error(`${programs.postgres} could not be run: ${await exited}`);
  return { identity, exited };
}

/** pg_ctl gives up administrator rights, which the server refuses to run with, and detaches the server. */
async function spawnOnWindows(
  location: ClusterLocation,
  programs: ServerPrograms,
): Promise<{ identity: ProcessIdentity; exited?: Promise<string> }> {
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

function superviseServer(
  server: RunningServer,
  location: ClusterLocation,
  programs: ServerPrograms,
  log: ServerLog,
  lock: OwnerLock,
): EmbeddedPostgres {
  const { identity } = server;
  const listeners: ((reason: string) => void)[] = [];
  let unexpectedReason: string | undefined;
  let stopping: Promise<void> | undefined;

  async function reportExit(how: string): Promise<void> {
    if (stopping || unexpectedReason !== undefined) return;
    clearInterval(timer);
    unexpectedReason = `PostgreSQL (process ${identity.processId}) ended by itself: ${how}.`;
    const tail = await log.readTail(3).catch(() => '');
    if (tail) unexpectedReason += ` Its log ends with: ${tail}`;
    await log.poll().catch(() => undefined);
    for (const listener of listeners) listener(unexpectedReason);
  }
  const timer = setInterval(() => {
    log.poll().catch(() => undefined);
    if (!server.exited && !isAlive(identity)) void reportExit('its process is gone');
  }, 1000);
  timer.unref();
  server.exited?.then(reportExit);

  async function stop(): Promise<void> {
    clearInterval(timer);
    await stopServer(identity, location, programs, fastStopTimeoutMs);
    await log.poll().catch(() => undefined);
    lock.release();
  }

  return {
    url: server.url,
    directory: location.cluster,
    stop() {
      stopping ??= stop();
      return stopping;
    },
    onUnexpectedExit(listener) {
      listeners.push(listener);
      const reason = unexpectedReason;
      if (reason !== undefined) queueMicrotask(() => listener(reason));
    },
  };
}

/** Fast shutdown, then immediate. Resolves when the process is gone, also when it was before. */
async function stopServer(
  identity: ProcessIdentity,
  location: ClusterLocation,
  programs: ServerPrograms,
  fastTimeoutMs: number,
): Promise<void> {
  for (const [mode, signal, timeoutMs] of [
    ['fast', 'SIGINT', fastTimeoutMs],
    ['immediate', 'SIGQUIT', immediateStopTimeoutMs],
  ] as const) {
    if (!isAlive(identity)) return;
    if (isWindows) await run(location, programs.pgCtl, ['stop', '-W', '-D', location.cluster, '-m', mode]);
    else process.kill(identity.processId, signal);
    if (await waitUntilGone(identity, timeoutMs)) return;
  }
  throw new Error(`PostgreSQL (process ${identity.processId}) in ${location.home} cannot be stopped.`);
}

function formatUrl(record: PostmasterRecord, password: string): string {
  if (record.socketDirectory === '')
    return `postgres://postgres:${password}@127.0.0.1:${record.port}/postgres`;
  const host = encodeURIComponent(record.socketDirectory);
  return `postgres://postgres:${password}@/postgres?host=${host}&port=${record.port}`;
}

/**
 * Whether the server behind the URL is ours and works. SCRAM proves both sides' knowledge of the password, so
 * a stranger on the same port or socket does not pass.
 */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch (error) {
    // too_many_connections is reported after the password was checked.
    return (error as { code?: string }).code === '53300';
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
