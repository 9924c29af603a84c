import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import {
  boundedClient,
  breakConnection,
  KEEP_ALIVE,
  onResponse,
  onServerError,
} from '../db/bounded-client.ts';
import {
  isConflict,
  isTransient,
  isUnavailable,
  markConnectionError,
  READ_ONLY_TRANSACTION,
  ReadOnlyDatabaseError,
  takesNoWrites,
} from '../db/faults.ts';
import { listClient } from '../db/host-list.ts';
import { SESSION_SETTINGS } from '../db/session-settings.ts';

// graphile-worker uses a separate pool. One connection listens, the others fetch and complete jobs.
const CONNECTIONS = 3;
/**
 * Long, because nobody waits: when a frozen database thaws, it finishes what it was sent. If the worker broke the connection
 * while a job is fetched, that job would stay locked for hours.
 */
const RESPONSE_MS = 300_000;
const RECONNECT_MS = 1000;

export interface QueueConnection {
  databaseUrl: string;
  /** As in OpenOptions. This role owns the queue's tables, so that the transaction of a change can add jobs. */
  databaseRole?: string;
  /** The process has several servers in its settings: see running-processes.ts. */
  isPlaced?: boolean;
  /** The database is a node of Citus. The queue's tables are its own: the engine must not create parts of them elsewhere. */
  isDistributed?: boolean;
}

/**
 * `isPatient`: while the database is unavailable or takes no writes, the pool waits for it without end instead of failing.
 * graphile-worker gives up after some attempts, and if that happens while it completes a job, it ends the process and leaves the
 * job locked.
 */
export function openQueuePool(
  { databaseUrl, databaseRole, isPlaced = false, isDistributed = false }: QueueConnection,
  { isPatient }: { isPatient: boolean },
): QueuePool {
  // Fetching and completing a job do not wait for the disk. If the database server crashes, a job whose completion was lost
  // runs again, as it does after a crash of its process. Jobs are added on other connections, whose commits wait for the disk.
  const settings = [...SESSION_SETTINGS, 'SET synchronous_commit = off'];
  if (isDistributed) settings.push('SET citus.enable_ddl_propagation = off');
  if (databaseRole !== undefined) settings.push(`SET ROLE ${pg.escapeIdentifier(databaseRole)}`);
  const pool = new QueuePool(isPatient, {
    ...KEEP_ALIVE,
    Client: listClient(isPatient ? QueueClient : pg.Client),
    connectionString: databaseUrl,
    max: CONNECTIONS,
    connectionTimeoutMillis: 10_000,
    application_name: isPlaced ? 'stellwerk placed queue' : 'stellwerk queue',
    // Not as parameters of the connection's start: PgBouncer refuses them.
    onConnect: async (client) => {
      await client.query(settings.join('; '));
      if (isPatient) await requireWrites(client);
    },
  });
  // The pool replaces a connection that breaks. Without these listeners, its error would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', markConnectionError);
    closeIfReadOnly(client);
  });
  return pool;
}

// biome-ignore lint/suspicious/noExplicitAny: pg declares several signatures, which are passed on unchanged.
type Any = any;

async function requireWrites(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query('SHOW transaction_read_only');
  if (rows[0].transaction_read_only === 'on') throw new ReadOnlyDatabaseError();
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

export class QueuePool extends pg.Pool {
  readonly #isPatient: boolean;
  readonly #giveUp = new AbortController();

  constructor(isPatient: boolean, config: pg.PoolConfig) {
    super(config);
    this.#isPatient = isPatient;
  }

  /** From now on, connections are not waited for. */
  stopWaiting(): void {
    this.#giveUp.abort();
  }

  /**
   * Repeats `work` until the database took writes and did not go away during it. `connect` waits for one that is away, but a statement fails if its
   * connection breaks.
   */
  async untilAvailable<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        const isAway = isUnavailable(error) || takesNoWrites(error);
        if (this.#giveUp.signal.aborted || !isAway) throw error;
        await delay(RECONNECT_MS, undefined, { signal: this.#giveUp.signal }).catch(() => {});
      }
    }
  }

  /** Resolves when nothing uses a connection or waits for one, and at the latest after this time. */
  async untilUnused(limitMs: number): Promise<void> {
    const signal = AbortSignal.timeout(limitMs);
    try {
      while (this.waitingCount > 0 || this.totalCount > this.idleCount)
        await once(this, 'release', { signal });
    } catch {
      // The time is over. What still waits fails with the end of the pool.
    }
  }

  override connect(callback?: Any): Any {
    if (callback !== undefined || !this.#isPatient)
      return callback === undefined ? super.connect() : super.connect(callback);
    return this.#connectPatiently();
  }

  async #connectPatiently(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        return await super.connect();
      } catch (error) {
        if (this.#giveUp.signal.aborted || !mayPass(error)) throw error;
        await delay(RECONNECT_MS, undefined, { signal: this.#giveUp.signal }).catch(() => {});
      }
    }
  }
}

class QueueClient extends boundedClient(RESPONSE_MS) {
  override query(...given: Any[]): Any {
    const result = (super.query as (...args: Any[]) => Any).apply(this, given);
    return result instanceof Promise ? result.catch(failRetryably) : result;
  }
}

/** graphile-worker retries ETIMEDOUT and conflicts, but none of the other errors that pass. */
function failRetryably(error: unknown): never {
  if (!mayPass(error)) throw error;
  throw Object.assign(new Error('The database does not work at the moment.', { cause: error }), {
    code: 'ETIMEDOUT',
  });
}

/** pg reports faults of connections as plain errors, some of them without a code. */
function mayPass(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || (isTransient(error) && !isConflict(error));
}
