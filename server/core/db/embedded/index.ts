import { setTimeout as delay } from 'node:timers/promises';
import { ensureCluster, ensurePassword, readPassword, writeSettings } from './cluster.ts';
import {
  type ClusterLocation,
  confirmPointer,
  describeHome,
  findHome,
  prepareLocation,
  settlePointer,
} from './location.ts';
import { acquireOwnerLock, type OwnerLock } from './lock.ts';
import { openServerLog, type ServerLog } from './log.ts';
import { disarmPostmasterFile, findPostmaster, isAlive, readPostmasterRecord } from './process.ts';
import { prepareServerPrograms, type ServerPrograms } from './runtime.ts';
import { formatUrl, type SpawnedServer, spawnServer, stopServer, tryConnection } from './server.ts';

/** Replaying the write-ahead log after a crash takes as long as it takes; beyond this something is wrong. */
const startTimeoutMs = 10 * 60_000;
/** How long an orphan that is up may take to answer before it is stopped and replaced. */
const adoptTimeoutMs = 10_000;
const fastStopTimeoutMs = 30_000;
/** How long backends may outlive a killed postmaster before that stops the next start. */
const leftoverTimeoutMs = 15_000;

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
   * checkpoint. Takes at most 50 s and may be called any number of times. Rejects when the server survives it.
   */
  stop(): Promise<void>;
  /** Called once, with a sentence for the log, when the server ends without stop(). Tells latecomers as well. */
  onUnexpectedExit(listener: (reason: string) => void): void;
}

export interface EmbeddedOptions {
  /** Usually <DATA_DIR>/postgres. Made when absent. */
  directory: string;
  /**
   * Server settings beyond, or instead of, ours; `fsync=off` also makes the first start skip flushing. They
   * take effect when the server is started, not when a running one is taken over.
   */
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
  return (await tryConnection(url)) === 'answers' ? url : undefined;
}

interface RunningServer extends SpawnedServer {
  url: string;
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
      upSince ??= Date.now();
      const connection = await tryConnection(url);
      if (connection === 'refused') break;
      if (connection === 'answers') {
        options.logger?.(`Took over the PostgreSQL server with process id ${identity.processId}.`);
        return { url, identity };
      }
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
  await writeSettings(location, options.settings ?? {});
  await disarmPostmasterFile(location.cluster);
  const password = await ensurePassword(location, programs);

  const deadline = Date.now() + leftoverTimeoutMs;
  for (;;) {
    const spawned = await spawnServer(location, programs);
    const url = await waitUntilReady(spawned, location, programs, password);
    if (url !== undefined) return { ...spawned, url };
    await stopServer(spawned.identity, location, programs, fastStopTimeoutMs);
    const tail = await log.readTail(5);
    // Backends of a postmaster that was killed end at their next wait; a long computation delays that.
    if (!tail.includes('pre-existing shared memory block') || Date.now() > deadline) {
      throw new Error(`PostgreSQL in ${location.home} did not start: ${tail}`);
    }
    await delay(200);
  }
}

/** The server's URL, or undefined when it ended, or was not ready in time. */
async function waitUntilReady(
  { identity }: SpawnedServer,
  location: ClusterLocation,
  programs: ServerPrograms,
  password: string,
): Promise<string | undefined> {
  const deadline = Date.now() + startTimeoutMs;
  while (isAlive(identity) && Date.now() < deadline) {
    const record = await readPostmasterRecord(location.cluster);
    if (record?.processId === identity.processId && record.status === 'ready') {
      const url = formatUrl(record, password);
      const connection = await tryConnection(url);
      if (connection === 'answers') return url;
      if (connection === 'refused') {
        await stopServer(identity, location, programs, fastStopTimeoutMs);
        throw new Error(
          `PostgreSQL does not accept the password in ${location.passwordFile}: delete that file to have a new one set.`,
        );
      }
    }
    await delay(10);
  }
  return undefined;
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
