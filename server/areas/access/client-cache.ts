import { LRUCache } from 'lru-cache';
import type { ClientState } from '../../core/auth/authenticate.ts';
import type { Database } from '../../core/db/connection.ts';
import { findClient } from './queries.ts';

// A disabled client's tokens must stop within 5 seconds on every process. A notification drops the entry at once;
// should it get lost with its connection, the age limit still holds the promise.
const MAXIMUM_AGE_MS = 3000;
const MAXIMUM_CLIENTS = 10_000;

/** The present state of API clients, at most three seconds old. */
export class ClientCache {
  readonly #database: Database;
  readonly #states = new LRUCache<string, ClientState>({ max: MAXIMUM_CLIENTS, ttl: MAXIMUM_AGE_MS });
  readonly #loading = new Map<string, Promise<ClientState | undefined>>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Synchronous when the state is fresh, which is what nearly every request finds. */
  find(clientId: string): ClientState | undefined | Promise<ClientState | undefined> {
    return this.#states.get(clientId) ?? this.#load(clientId);
  }

  forget(clientId: string): void {
    this.#states.delete(clientId);
    this.#loading.delete(clientId);
  }

  #load(clientId: string): Promise<ClientState | undefined> {
    let loading = this.#loading.get(clientId);
    if (loading === undefined) {
      loading = findClient(this.#database.system, clientId)
        .then((client) => {
          if (client === undefined) return undefined;
          const state: ClientState = {
            apiClientId: client.id,
            tenantId: client.tenantId,
            permissions: client.permissions,
            isDisabled: client.isDisabled,
          };
          // Only if no notification came in between: what was read may be older than it.
          if (this.#loading.get(clientId) === loading) this.#states.set(clientId, state);
          return state;
        })
        .finally(() => {
          if (this.#loading.get(clientId) === loading) this.#loading.delete(clientId);
        });
      this.#loading.set(clientId, loading);
    }
    return loading;
  }
}
