import { LRUCache } from 'lru-cache';
import type { ClientState } from '../../core/auth/authenticate.ts';
import type { Database } from '../../core/db/connection.ts';
import { findClientAnywhere } from './queries.ts';

// The tokens of a disabled client, and revoked tokens, must stop working within 5 seconds on every process. A notification drops the entry
// immediately. If the notification is lost with its connection, the age limit still meets that deadline.
const MAXIMUM_AGE_MS = 3000;
const MAXIMUM_CLIENTS = 10_000;

/** The state of API clients, at most three seconds old. */
export class ClientCache {
  readonly #database: Database;
  readonly #states = new LRUCache<string, ClientState>({ max: MAXIMUM_CLIENTS, ttl: MAXIMUM_AGE_MS });
  readonly #loading = new Map<string, Promise<ClientState | undefined>>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns synchronously if the state is fresh, which is the case for nearly every request. */
  find(clientId: string): ClientState | undefined | Promise<ClientState | undefined> {
    return this.#states.get(clientId) ?? this.#load(clientId);
  }

  /** Reads the state again. Those who ask while it is read share it, so it can have been read just before the call. */
  read(clientId: string): Promise<ClientState | undefined> {
    this.#states.delete(clientId);
    return this.#load(clientId);
  }

  forget(clientId: string): void {
    this.#states.delete(clientId);
    this.#loading.delete(clientId);
  }

  #load(clientId: string): Promise<ClientState | undefined> {
    let loading = this.#loading.get(clientId);
    if (loading === undefined) {
      loading = findClientAnywhere(this.#database, clientId)
        .then((client) => {
          if (client === undefined) return undefined;
          const state: ClientState = {
            apiClientId: client.id,
            tenantId: client.tenantId,
            permissions: client.permissions,
            isDisabled: client.isDisabled,
            tokensValidFrom: client.tokensValidFrom,
            readAt: client.readAt,
          };
          // If a notification arrived in the meantime, the state that was read can be outdated.
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
