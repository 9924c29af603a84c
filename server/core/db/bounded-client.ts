import pg from 'pg';
import { publishStatement } from './statements.ts';

/** Of all connections: the system notices a peer that has disappeared, also while the connection is idle. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/** Closes the connection without waiting for the server. Its running statement fails, and the pool replaces it. */
export function breakConnection(client: pg.ClientBase): void {
  // pg's own `query_timeout` leaves the statement in the way of the next one, and would also limit COPY.
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

/**
 * A client class for pools. A connection breaks if a statement has no result after `timeoutMs`. This must be later than the
 * server's own timeout: it is for servers that stay silent. COPY is exempt, because its reader decides how long it takes.
 */
export function boundedClient(timeoutMs: number): typeof pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg declares six signatures, which are passed on unchanged.
  type Arguments = any[];
  class BoundedClient extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: see above.
    override query(...given: Arguments): any {
      publishStatement(given[0]);
      if (typeof given[0]?.submit === 'function') return this.#send(given);
      const timer = setTimeout(() => breakConnection(this), timeoutMs);
      timer.unref();
      const callback = given.at(-1);
      if (typeof callback === 'function') {
        const finish = (...results: Arguments) => {
          clearTimeout(timer);
          callback(...results);
        };
        return this.#send([...given.slice(0, -1), finish]);
      }
      const result = this.#send(given) as Promise<unknown>;
      return result.finally(() => clearTimeout(timer));
    }

    #send(given: Arguments): unknown {
      return (super.query as (...args: Arguments) => unknown).apply(this, given);
    }
  }
  return BoundedClient;
}
