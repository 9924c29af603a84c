import type pg from 'pg';
import { endSessionOf } from './session.ts';

/**
 * The connections of pools, which keep the lock of the tenant that they had last. A move waits for these locks, so it must be possible to
 * end connections that nobody uses.
 */
export class SessionsOfTenants {
  /** Whether a connection is in use. */
  readonly #connections = new Map<pg.PoolClient, boolean>();

  constructor(pools: readonly pg.Pool[]) {
    for (const pool of pools) {
      pool.on('acquire', (client) => this.#connections.set(client, true));
      pool.on('release', (_error, client) => {
        if (this.#connections.has(client)) this.#connections.set(client, false);
      });
      pool.on('remove', (client) => this.#connections.delete(client));
    }
  }

  end(tenantId: number): void {
    for (const [client, isInUse] of this.#connections) endSessionOf(client, tenantId, isInUse);
  }
}
