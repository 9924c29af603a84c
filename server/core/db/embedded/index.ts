import { readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureCluster, ensurePassword, hasSettings, readPassword, writeSettings } from './cluster.ts';
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
import {
  formatUrl,
  isStartedFrom,
  type SpawnedServer,
  spawnServer,
  stopServer,
  tryConnection,
} from './server.ts';

/** Generous, because replaying the write-ahead log after a crash can take long. */
const startTimeoutMs = 10 * 60_000;
/** Time that a ready orphaned server has to accept a connection before it is stopped and replaced. */
const adoptTimeoutMs = 10_000;
const fastStopTimeoutMs = 30_000;
/** Time that the backends of a killed postmaster have to exit before the start fails. */
const leftoverTimeoutMs = 15_000;

export interface EmbeddedPostgres {
  /**
   * URL of the superuser `postgres` and the database `postgres`, for libpq and node-postgres. It stays the same after a
   * restart, except on Windows, where the port can change.
   */
  url: string;
  /** PostgreSQL's data directory. It is not always below `EmbeddedOptions.directory`. */
  directory: string;
  /**
   * Stops the server. It rolls back open transactions and writes a checkpoint. After 30 s, it is stopped without a
   * checkpoint. Takes at most 50 s and can be called repeatedly. Rejects if the server cannot be stopped.
   */
  stop(): Promise<void>;
  /** Calls the listener once, with a sentence for the log, if the server exits without stop(), even if it already has. */
  onUnexpectedExit(listener: (reason: string) => void): void;
}

interface EmbeddedOptions {
  /** Usually <DATA_DIR>/postgres. Created if it does not exist. */
  directory: string;
  /** Whether there has been a cluster, so that a missing one is a loss, and must not be replaced with an empty one. */
  mustExist?: boolean | undefined;
  /**
   * Server settings that extend or override the defaults. With `fsync=off`, the first start does not flush either. A
   * server with other settings is not taken over.
   */
  settings?: Record<string, string>;
  /** Receives the server's log lines, with a delay of at most a second. They are always written to `server.log` too. */
  logger?: (line: string) => void;
  /**
   * Directory for clusters and programs, used if this process is root and the server's account cannot reach the originals.
   */
  sharedDirectory?: string;
  /** Ends a start that waits for the server, which can recover for minutes after a crash. The start stops it and throws the reason. */
  signal?: AbortSignal;
}

/**
 * Starts the PostgreSQL of the npm package on `directory`. The first start creates the cluster. If a killed process of ours
 * left a server running, it is taken over, or replaced if another installation or other settings started it. This takes about
 * 1 s the first time and 0.1 s later.
 *
 * Only one process at a time can own a directory. In other processes, this rejects with an Error that names the owner's
 * process id, and they connect through findRunningPostgres. The server does not receive the terminal's signals and outlives
 * this process unless stop() is called. Neither the server nor this module keeps the event loop alive.
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
 * Returns the connection URL of the server that another process of ours runs on this directory, or undefined if no server
 * accepts connections. It takes no lock and changes nothing, so it can be called at any time.
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
  return (await tryConnection(url)) === 'accepted' ? url : undefined;
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
  // Without its pointer, the cluster is about to be set aside. See settlePointer.
  const isOurs = location.pointerFile === undefined || (await findHome(options.directory)) === location.home;
  const deadline = Date.now() + startTimeoutMs;
  let upSince: number | undefined;
  let reason = 'that does not respond';
  while (isOurs && password !== undefined && isAlive(identity) && Date.now() < deadline) {
    if (options.signal?.aborted) break;
    const record = await readPostmasterRecord(location.cluster);
    if (!record || record.status === 'stopping') break;
    if (record.status === 'ready') {
      if (
        !(await isStartedFrom(programs, location)) ||
        !(await hasSettings(location, options.settings ?? {}))
      ) {
        reason = 'of another installation or with other settings';
        break;
      }
      const url = formatUrl(record, password);
      upSince ??= Date.now();
      const connection = await tryConnection(url);
      if (connection === 'rejected') break;
      if (connection === 'accepted') {
        options.logger?.(`Took over the running PostgreSQL server (process ${identity.processId}).`);
        return { url, identity };
      }
      if (Date.now() - upSince > adoptTimeoutMs) break;
    }
    await delay(50);
  }
  options.logger?.(`Stopping a PostgreSQL server ${reason} (process ${identity.processId}).`);
  await stopServer(identity, location, programs, adoptTimeoutMs);
  return undefined;
}

async function launchServer(
  location: ClusterLocation,
  programs: ServerPrograms,
  log: ServerLog,
  options: EmbeddedOptions,
): Promise<RunningServer> {
  // An empty directory is where a volume is not mounted.
  if (options.mustExist && (await readdir(location.cluster).catch(() => [])).length === 0)
    throw new Error(
      `The database is missing in ${location.home}. Bring it back, mount its volume, or set DATABASE_URL if it is on another server. No other one was created: for an empty one, set another DATA_DIR. If it is lost, stop the service and restore a backup.`,
    );
  const aside = await settlePointer(location, { mustExist: options.mustExist });
  if (aside)
    options.logger?.(`The data directory is new. The database of the previous one was moved to ${aside}.`);
  await ensureCluster(location, programs, options.settings?.fsync !== 'off');
  await confirmPointer(location);
  await writeSettings(location, options.settings ?? {});
  await disarmPostmasterFile(location.cluster);
  const password = await ensurePassword(location, programs);

  const deadline = Date.now() + leftoverTimeoutMs;
  for (;;) {
    options.signal?.throwIfAborted();
    const spawned = await spawnServer(location, programs);
    const url = await waitUntilReady(spawned, location, programs, { password, signal: options.signal });
    if (url !== undefined) return { ...spawned, url };
    await stopServer(spawned.identity, location, programs, fastStopTimeoutMs);
    options.signal?.throwIfAborted();
    const tail = await log.readTail(5);
    // The backends of a killed postmaster exit at their next wait. A long computation delays that.
    if (!tail.includes('pre-existing shared memory block') || Date.now() > deadline) {
      throw new Error(`PostgreSQL in ${location.home} did not start: ${tail}`);
    }
    await delay(200);
  }
}

/** Returns the server's URL, or undefined if it exited, was not ready in time, or is not wanted any longer. */
async function waitUntilReady(
  { identity }: SpawnedServer,
  location: ClusterLocation,
  programs: ServerPrograms,
  { password, signal }: { password: string; signal: AbortSignal | undefined },
): Promise<string | undefined> {
  const deadline = Date.now() + startTimeoutMs;
  while (isAlive(identity) && Date.now() < deadline && !signal?.aborted) {
    const record = await readPostmasterRecord(location.cluster);
    if (record?.processId === identity.processId && record.status === 'ready') {
      const url = formatUrl(record, password);
      const connection = await tryConnection(url);
      if (connection === 'accepted') return url;
      if (connection === 'rejected') {
        await stopServer(identity, location, programs, fastStopTimeoutMs);
        throw new Error(
          `PostgreSQL rejects the password in ${location.passwordFile}. Delete that file, so that the next start sets a new one.`,
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
    unexpectedReason = `PostgreSQL (process ${identity.processId}) exited unexpectedly: ${how}.`;
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
