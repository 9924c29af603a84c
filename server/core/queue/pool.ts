import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Job } from 'graphile-worker';
import pg from 'pg';
import type { Logger } from 'pino';
import {
  boundedClient,
  breakConnection,
  KEEP_ALIVE,
  onResponse,
  onServerError,
} from '../db/bounded-client.ts';
import { isConflict, isTransient, READ_ONLY_TRANSACTION, ReadOnlyDatabaseError } from '../db/faults.ts';
import { listClient } from '../db/host-list.ts';
import { REMOVE_TIMEOUTS, SESSION_SETTINGS } from '../db/session-settings.ts';
import { describeCause } from '../http/describe-cause.ts';
import { breakEndedSessions, OWN_SESSION, rememberSession } from './ended-sessions.ts';
import { commitTaskIdsDurably, isAboutTaskIds } from './task-ids.ts';

// graphile-worker uses a separate pool. One connection listens, the others fetch and complete jobs.
const CONNECTIONS = 3;
/**
 * Long, because nobody waits: when a frozen database thaws, it finishes what it was sent. If the worker broke the connection
 * while a job is fetched, that job would stay locked for hours. A session that has ended is noticed earlier.
 */
const RESPONSE_MS = 300_000;
const REPEAT_MS = 1000;
/** Between two lines of the log about a statement that fails. While it fails for one worker, it can succeed for another one. */
const REPORT_MS = 600_000;
/** The names of graphile-worker's statements that end a job. */
const OUTCOME = /^(complete|fail)_job/;
/** The names of those that store a failure. */
const FAILURE = /^fail_job(_q)?\//;
/** What they require of the job. All attempts of a process have the same owner. */
const IS_OWN = 'locked_by = $1::text';
/** A Date has no microseconds. */
const ROUNDING_SECONDS = 0.01;
/** The name of its statement that fetches a job. */
const FETCH = /^get_job/;

// biome-ignore lint/suspicious/noExplicitAny: pg declares several signatures, which are passed on unchanged.
type Any = any;

export interface QueueConnection {
  databaseUrl: string;
  /** As in OpenOptions. This role owns the queue's tables, so that the transaction of a change can add jobs. */
  databaseRole?: string;
  /** The process has several servers in its settings: see running-processes.ts. */
  isPlaced?: boolean;
  /** The database is a node of Citus. The queue's tables are its own: the engine must not create parts of them elsewhere. */
  isDistributed?: boolean;
  /** After how long without a response the queue asks whether a session still exists. */
  silentMs?: number;
}

/** For the migrations of graphile-worker. */
export function openMigrationPool(connection: QueueConnection): pg.Pool {
  const settings = [...sessionSettings(connection), REMOVE_TIMEOUTS].join('; ');
  return watchConnections(
    new pg.Pool({
      ...poolConfig(connection, pg.Client),
      onConnect: async (client) => void (await client.query(settings)),
    }),
  );
}

/**
 * For the work of graphile-worker. While the database is away or refuses statements for a reason that passes, the pool repeats them.
 * graphile-worker itself would wait for minutes between its attempts, and an outcome that it cannot store would end the process and
 * leave the job locked.
 */
export function openQueuePool(connection: QueueConnection, log: Logger): QueuePool {
  // Fetching and completing a job do not wait for the disk. If the database server crashes, a job whose completion was lost
  // runs again, as it does after a crash of its process. Jobs are added on other connections, whose commits wait for the disk.
  const settings = ['SET synchronous_commit = off', ...sessionSettings(connection)];
  // All in one message. The session first, because the settings can set a role, and other roles do not see when it began.
  const statements = [OWN_SESSION, ...settings, 'SHOW transaction_read_only'].join('; ');
  const connections = new Set<pg.Client>();
  const pool = new QueuePool(
    {
      ...poolConfig(connection, listedClient(connections)),
      onConnect: async (client) => {
        const results = (await client.query(statements)) as unknown as pg.QueryResult[];
        if (results.at(-1)!.rows[0].transaction_read_only === 'on') throw new ReadOnlyDatabaseError();
        rememberSession(client, results[0]!.rows);
      },
    },
    { log, connections, connection },
  );
  pool.on('connect', closeIfReadOnly);
  return watchConnections(pool);
}

/** A client class whose connections are in the set from their first attempt to connect until their end. */
function listedClient(connections: Set<pg.Client>): typeof pg.Client {
  return class extends boundedClient(RESPONSE_MS) {
    override connect(callback?: Any): Any {
      // Not when it is constructed: if no host of a list takes writes, it is dropped without having connected, so it has no end.
      connections.add(this);
      this.once('end', () => connections.delete(this));
      return callback === undefined ? super.connect() : super.connect(callback);
    }
  };
}

function poolConfig({ databaseUrl, isPlaced = false }: QueueConnection, Client: typeof pg.Client) {
  return {
    ...KEEP_ALIVE,
    Client: listClient(Client),
    connectionString: databaseUrl,
    max: CONNECTIONS,
    connectionTimeoutMillis: 10_000,
    application_name: isPlaced ? 'stellwerk placed queue' : 'stellwerk queue',
  };
}

/** Not as parameters of the connection's start: PgBouncer refuses them. */
function sessionSettings({ databaseRole, isDistributed = false }: QueueConnection): string[] {
  const settings = [...SESSION_SETTINGS];
  if (isDistributed) settings.push('SET citus.enable_ddl_propagation = off');
  if (databaseRole !== undefined) settings.push(`SET ROLE ${pg.escapeIdentifier(databaseRole)}`);
  return settings;
}

/** A pool replaces an idle connection that breaks. Without a listener, its error would end the process. */
function watchConnections<P extends pg.Pool>(pool: P): P {
  pool.on('error', () => {});
  // Only to show graphile-worker that errors of its clients are handled. Otherwise, it warns on the terminal. See listClient.
  pool.on('connect', () => {});
  return pool;
}

/**
 * A connection that takes no writes keeps this setting of its role, or leads to a server that is no longer the primary. Polling keeps
 * it from ever being idle for long enough to be closed.
 */
function closeIfReadOnly(client: pg.PoolClient): void {
  let isReadOnly = false;
  onServerError(client, (code) => {
    if (code === READ_ONLY_TRANSACTION) isReadOnly = true;
  });
  onResponse(client, () => {
    if (isReadOnly) breakConnection(client);
  });
}

interface QueuePoolOptions {
  log: Logger;
  connections: ReadonlySet<pg.Client>;
  connection: QueueConnection;
}

class QueuePool extends pg.Pool {
  readonly #log: Logger;
  readonly #connections: ReadonlySet<pg.Client>;
  readonly #stopping = new AbortController();
  readonly #ended = new AbortController();
  /** Without those that are opened with a callback, which listen. */
  #clients = 0;
  /** By the text of the statement. */
  readonly #reportedMs = new Map<string, number>();
  /** That are not stored yet. */
  #outcomes = 0;
  /** When the attempts began whose failure is about to be stored, by the id of their job. */
  readonly #begunAt = new Map<string, Date>();

  constructor(config: pg.PoolConfig, { log, connections, connection }: QueuePoolOptions) {
    super(config);
    this.#log = log;
    this.#connections = connections;
    breakEndedSessions(connections, connection, this.#ended.signal);
  }

  /** From now on, only the outcomes of jobs wait for the database. */
  stopWaiting(): void {
    this.#stopping.abort();
  }

  /** Ends what a start or the end of the pool waits for. Not for a queue that runs: a job that it is fetching would stay locked. */
  breakConnections(): void {
    this.stopWaiting();
    for (const client of this.#connections) breakConnection(client);
  }

  /** Resolves when nothing uses the pool, and at the latest after this time. Returns the number of outcomes that are not stored. */
  async untilUnused(limitMs: number): Promise<number> {
    const signal = AbortSignal.timeout(limitMs);
    while (this.#clients > 0 && !signal.aborted)
      // Also rejects when an idle connection breaks.
      await once(this, 'unused', { signal }).catch(() => {});
    return this.#outcomes;
  }

  /** Call it before graphile-worker stores the failure of an attempt. */
  expectFailure({ id, locked_at: begunAt }: Job): void {
    if (begunAt !== null) this.#begunAt.set(id, begunAt);
  }

  override connect(callback?: Any): Any {
    if (callback !== undefined)
      return super.connect((error, client, release) => callback(error, client, atMostOnce(release)));
    this.#clients += 1;
    const release = () => {
      this.#clients -= 1;
      this.emit('unused');
    };
    return Promise.resolve(new PatientClient(this, { open: () => super.connect(), release }));
  }

  override query(...given: Any[]): Any {
    const [statement, ...rest] = given;
    if (OUTCOME.test(statement.name)) return this.#store(given);
    return this.#repeat([commitTaskIdsDurably(statement), ...rest]);
  }

  override end(callback?: Any): Any {
    this.#stopping.abort();
    this.#ended.abort();
    return callback === undefined ? super.end() : super.end(callback);
  }

  /**
   * Repeats an outcome until the database takes it or the pool has ended, whatever the error is. Never rejects: graphile-worker does
   * not wait for it, so a rejection would end the process.
   */
  async #store([statement, ...rest]: Any[]): Promise<unknown> {
    this.#outcomes += 1;
    try {
      const bound = FAILURE.test(statement.name) ? this.#bindToAttempt(statement) : statement;
      return await this.#sendOutcome([bound, ...rest]);
    } finally {
      this.#outcomes -= 1;
    }
  }

  /**
   * If the response is lost, the failure may be stored, and the next attempt may run when it is sent again. It must not end that one.
   * The number of attempts does not tell them apart: it changes when a job is replaced while it runs.
   */
  #bindToAttempt(statement: pg.QueryConfig): pg.QueryConfig {
    const { name, text, values = [] } = statement;
    const [{ jobId }] = JSON.parse(values[1]);
    const begunAt = this.#begunAt.get(jobId);
    this.#begunAt.delete(jobId);
    if (begunAt === undefined || !text.includes(IS_OWN)) return statement;
    const isThisOne = `abs(extract(epoch FROM locked_at - $3::timestamptz)) < ${ROUNDING_SECONDS}`;
    return {
      name: `${name}/attempt`,
      text: text.replace(IS_OWN, () => `${IS_OWN} and ${isThisOne}`),
      values: [...values, begunAt],
    };
  }

  async #sendOutcome(given: Any[]): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#send(given);
      } catch (error) {
        if (attempt === 1)
          this.#log.warn(
            { cause: describeCause(error) },
            this.#ended.signal.aborted
              ? 'a job ended after the queue and will run again'
              : 'the outcome of a job is not stored yet',
          );
        await wait(this.#ended.signal);
        if (this.#ended.signal.aborted) return { rows: [] };
      }
    }
  }

  async #repeat(given: Any[]): Promise<unknown> {
    const [statement] = given;
    for (;;) {
      try {
        return await this.#send(given);
      } catch (error) {
        if (this.#stopping.signal.aborted) return this.#giveUp(statement);
        this.#report(statement, error);
        if (!mayPass(error) && !isAboutTaskIds(statement)) throw error;
        await wait(this.#stopping.signal);
        if (this.#stopping.signal.aborted) return this.#giveUp(statement);
      }
    }
  }

  #giveUp(statement: Any): unknown {
    if (FETCH.test(statement?.name)) return { rows: [] };
    // Not the error itself: for some codes, graphile-worker repeats the statement for hours, and a stop would wait for it. And it
    // writes errors of workers that end to the terminal, with the values that they quote.
    throw new Error('The queue is stopping.');
  }

  /** graphile-worker says nothing if it cannot fetch a job, and most failures do not reach it. */
  #report(statement: Any, error: unknown): void {
    const text = statement.text ?? statement;
    const nowMs = performance.now();
    if (nowMs < (this.#reportedMs.get(text) ?? -Infinity) + REPORT_MS) return;
    this.#reportedMs.set(text, nowMs);
    this.#log.warn(
      { statement: statement.name, cause: describeCause(error) },
      'a statement of the queue failed and is repeated',
    );
  }

  #send(given: Any[]): Promise<unknown> {
    return (super.query as (...args: Any[]) => Promise<unknown>).apply(this, given);
  }
}

/** Has no connection while a statement waits to be repeated, so that outcomes cannot use up the connections of the pool. */
class PatientClient {
  readonly #pool: QueuePool;
  readonly #hooks: { open(): Promise<pg.PoolClient>; release(): void };
  #transaction: pg.PoolClient | undefined;

  constructor(pool: QueuePool, hooks: { open(): Promise<pg.PoolClient>; release(): void }) {
    this.#pool = pool;
    this.#hooks = hooks;
  }

  async query(...given: Any[]): Promise<unknown> {
    // Only in graphile-worker's migrations, which are done before a queue starts.
    if (given[0] === 'begin') this.#transaction ??= await this.#hooks.open();
    return (this.#transaction ?? this.#pool).query(...(given as [Any]));
  }

  release(): void {
    this.#transaction?.release();
    this.#hooks.release();
  }
}

/**
 * graphile-worker releases the connection that listens twice if it breaks during a stop and before it listens. It also releases what it
 * did not get: a pool that has ended passes an error and nothing else.
 */
function atMostOnce(release: ((error?: Any) => void) | undefined): (error?: Any) => void {
  let isReleased = false;
  return (error) => {
    if (!isReleased) release?.(error);
    isReleased = true;
  };
}

async function wait(signal: AbortSignal): Promise<void> {
  await delay(REPEAT_MS, undefined, { signal }).catch(() => {});
}

/** pg reports faults of connections as plain errors, some of them without a code. graphile-worker repeats what conflicts. */
function mayPass(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || (isTransient(error) && !isConflict(error));
}
