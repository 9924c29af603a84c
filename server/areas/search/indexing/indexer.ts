import { setTimeout as delay } from 'node:timers/promises';
import { describeCause } from '../../../core/http/describe-cause.ts';
import type { Services } from '../../../core/services.ts';
import { indexMarked, NotIndexedError } from './index-marked.ts';

/** A look at an index with nothing to be done costs a query of a fraction of a millisecond. */
const INTERVAL_MS = 400;
const AFTER_FAILURE_MS = 5000;

/**
 * Indexes records soon after they have changed. It looks for marks instead of being woken: a job or a notification for each
 * change would make the changes of a tenant wait for each other when they commit.
 */
export class SearchIndexer {
  readonly #services: Services;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;

  /** Starts it. */
  constructor(services: Services) {
    this.#services = services;
    this.#running = this.#run();
  }

  /** Waits for the transaction that is running. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const delayMs = await this.#indexOnce();
      await delay(delayMs, undefined, { signal }).catch(() => {});
    }
  }

  async #indexOnce(): Promise<number> {
    try {
      await indexMarked(this.#services, () => this.#stopping.signal.aborted);
      return INTERVAL_MS;
    } catch (error) {
      const records = error instanceof NotIndexedError ? error.records : undefined;
      const cause = describeCause(error instanceof NotIndexedError ? error.cause : error);
      this.#services.log.warn({ cause, records }, 'records were not indexed for the search');
      return AFTER_FAILURE_MS;
    }
  }
}
