import type pg from 'pg';
import { breakConnection } from '../db/bounded-client.ts';
import { connectClient } from '../db/connect-client.ts';
import type { Services } from '../services.ts';

// An arbitrary number. Every version must use the same one.
const OBSERVER_LOCK = 7_146_510_237;
const STATEMENT_MS = 5000;
/** A service that is not scraped any more leaves its place to one that is. */
const UNUSED_MS = 180_000;

/** Decides which service reports what describes the whole installation. */
export interface Observer {
  /** Whether it is this one. Rejects if the database does not respond. */
  isChosen(): Promise<boolean>;
  close(): void;
}

/** A server whose backlogs are reported. */
export interface ObservedServer {
  name: string;
  observer: Observer;
  services: Pick<Services, 'database'>;
}

/**
 * Of all services on a database, one at a time is chosen: the one that holds a lock. The lock ends with its connection, so if its
 * machine fails, another service is chosen at its next scrape.
 */
export class InstallationObserver implements Observer {
  readonly #url: string;
  #opening: Promise<pg.Client> | undefined;
  #asking: Promise<boolean> | undefined;
  #isHeld = false;
  #unused: NodeJS.Timeout | undefined;

  /** `url` is that of the database. */
  constructor(url: string) {
    this.#url = url;
  }

  /** Those who ask at the same time share the response: the connection takes one statement after the other. */
  isChosen(): Promise<boolean> {
    clearTimeout(this.#unused);
    this.#unused = setTimeout(() => this.close(), UNUSED_MS).unref();
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #ask(): Promise<boolean> {
    this.#opening ??= this.#connect();
    const opening = this.#opening;
    try {
      const client = await opening;
      // As long as the connection works, the lock is held.
      const { rows } = await client.query(
        this.#isHeld ? 'SELECT true AS held' : `SELECT pg_try_advisory_lock(${OBSERVER_LOCK}) AS held`,
      );
      if (this.#opening !== opening) return false;
      this.#isHeld = rows[0].held;
      return this.#isHeld;
    } catch (error) {
      if (this.#opening === opening) this.close();
      throw error;
    }
  }

  /** Does not wait for a server that may be silent. */
  close(): void {
    clearTimeout(this.#unused);
    this.#opening?.then(breakConnection, () => {});
    this.#opening = undefined;
    this.#isHeld = false;
  }

  async #connect(): Promise<pg.Client> {
    const client = await connectClient({
      connectionString: this.#url,
      connectionTimeoutMillis: STATEMENT_MS,
      application_name: 'stellwerk metrics',
      query_timeout: STATEMENT_MS,
    });
    // The server notices within half a minute that the machine of this process is gone, and frees the lock.
    await client.query(
      `SET statement_timeout = ${STATEMENT_MS};
       SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3`,
    );
    return client;
  }
}
