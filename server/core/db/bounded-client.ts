import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { DescribedQuery } from './described-query.ts';
import { SilentConnectionError } from './faults.ts';
import { publishStatement } from './statements.ts';

/** Of all connections: the system notices a peer that has disappeared, also while the connection is idle. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/** What pg's client has that is not in its types. */
function connectionOf(client: pg.ClientBase): { stream: Duplex } & EventEmitter {
  return (client as unknown as { connection: { stream: Duplex } & EventEmitter }).connection;
}

/** Closes the connection without waiting for the server. Its running statement fails with the error, and the pool replaces it. */
export function breakConnection(client: pg.ClientBase, error?: Error): void {
  // pg's own `query_timeout` leaves the statement in the way of the next one, and would also limit COPY.
  connectionOf(client).stream.destroy(error);
}

/** Calls `listen` when the server has ended a statement. */
export function onResponse(client: pg.ClientBase, listen: () => void): void {
  connectionOf(client).on('readyForQuery', listen);
}

/** Calls `listen` with the SQLSTATE of each error that the server reports. */
export function onServerError(client: pg.ClientBase, listen: (code: string | undefined) => void): void {
  connectionOf(client).on('errorMessage', ({ code }: pg.DatabaseError) => listen(code));
}

/** When the statements without a result were sent, by their connection. A server responds in the same order. */
const sentAtMs = new WeakMap<pg.ClientBase, number[]>();

/** For how long the oldest statement of a bounded client has had no result. 0 if none is waiting. */
export function silentMsOf(client: pg.ClientBase): number {
  const [oldestMs] = sentAtMs.get(client) ?? [];
  return oldestMs === undefined ? 0 : performance.now() - oldestMs;
}

const unbounded = new WeakSet<pg.ClientBase>();

/**
 * Lets the statements of a bounded client take as long as the data is large, as REMOVE_TIMEOUTS does on the server. Close the connection
 * afterwards.
 */
export function removeBound(client: pg.ClientBase): void {
  unbounded.add(client);
}

/**
 * A client class for pools. A connection breaks if a statement has no result after `timeoutMs`. This must be later than the
 * server's own timeout: it is for servers that stay silent. COPY is exempt, because its reader decides how long it takes.
 */
export function boundedClient(timeoutMs: number): typeof pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg declares six signatures, which are passed on unchanged.
  type Arguments = any[];
  class BoundedClient extends pg.Client {
    readonly #sentAtMs: number[] = [];
    /** One for all statements of the connection: a timer for each costs more than the rest of this class. */
    #timer: NodeJS.Timeout | undefined;
    readonly #end = () => void this.#sentAtMs.shift();

    constructor(config?: string | pg.ClientConfig) {
      super(config);
      sentAtMs.set(this, this.#sentAtMs);
    }

    // biome-ignore lint/suspicious/noExplicitAny: see above.
    override query(...given: Arguments): any {
      const [statement] = given;
      publishStatement(statement);
      if (typeof statement?.submit === 'function' && !(statement instanceof DescribedQuery))
        return this.#send(given);
      this.#begin();
      if (statement instanceof DescribedQuery) {
        statement.onEnd = this.#end;
        return this.#send(given);
      }
      const callback = given.at(-1);
      if (typeof callback === 'function') {
        const finish = (...results: Arguments) => {
          this.#end();
          callback(...results);
        };
        return this.#send([...given.slice(0, -1), finish]);
      }
      const result = this.#send(given) as Promise<unknown>;
      return result.then(
        (value) => {
          this.#end();
          return value;
        },
        (error) => {
          this.#end();
          throw error;
        },
      );
    }

    #send(given: Arguments): unknown {
      return (super.query as (...args: Arguments) => unknown).apply(this, given);
    }

    #begin(): void {
      this.#sentAtMs.push(performance.now());
      if (this.#timer === undefined) this.#watch(timeoutMs);
    }

    #watch(delayMs: number): void {
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        const [oldestMs] = this.#sentAtMs;
        if (oldestMs === undefined || unbounded.has(this)) return;
        const remainingMs = oldestMs + timeoutMs - performance.now();
        if (remainingMs > 0) this.#watch(remainingMs);
        else breakConnection(this, new SilentConnectionError());
      }, delayMs);
      this.#timer.unref();
    }
  }
  return BoundedClient;
}
