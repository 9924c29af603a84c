import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { breakConnection } from './bounded-client.ts';
import { connectClient } from './connect-client.ts';

interface PlannerStatisticsOptions {
  /** The login of the service. */
  url: string;
  /** Called at the first failure of a row of failures. */
  onFailure(error: unknown): void;
}

const INTERVAL_MS = 1000;
const AFTER_FAILURE_MS = 30_000;
const CONNECT_MS = 5000;
/** Reading a sample of a large table takes a fraction of this. */
const STATEMENT_MS = 10_000;
const RESPONSE_MARGIN_MS = 2000;

// Autovacuum analyzes as well, but looks only once a minute. A row count of -1 means that there are no statistics.
const GROWN = `
  SELECT format('%I.%I', s.schemaname, s.relname) AS name
    FROM pg_stat_user_tables AS s
    JOIN pg_class AS c ON c.oid = s.relid
    JOIN pg_proc AS f ON f.oid = 'analyze_table(regclass)'::regprocedure
   WHERE pg_has_role(f.proowner, c.relowner, 'USAGE') AND s.n_live_tup > 50 + 1.3 * greatest(c.reltuples, 0)`;

/**
 * Makes statistics of tables that grow fast. Without statistics, the planner takes any index that begins with the tenant for
 * equally good, and a connection keeps the plan that it has made: with it, each look-up reads all records of the tenant, and a
 * first import becomes slower with each record. New statistics also discard the plans that were made before.
 *
 * Each table is analyzed when it has grown by a third, so a million records cost less than forty samples of at most 30,000 rows.
 */
export class PlannerStatistics {
  readonly #options: PlannerStatisticsOptions;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #client: pg.Client | undefined;

  /** Starts it. */
  constructor(options: PlannerStatisticsOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /** Waits for the statement that is running. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    this.#disconnect();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let hasFailed = false;
    while (!signal.aborted) {
      try {
        await this.#analyzeGrown();
        hasFailed = false;
      } catch (error) {
        if (!hasFailed) this.#options.onFailure(error);
        hasFailed = true;
        this.#disconnect();
      }
      await delay(hasFailed ? AFTER_FAILURE_MS : INTERVAL_MS, undefined, { signal }).catch(() => {});
    }
  }

  async #analyzeGrown(): Promise<void> {
    this.#client ??= await this.#connect();
    const { rows } = await this.#client.query<{ name: string }>(GROWN);
    for (const { name } of rows) {
      if (this.#stopping.signal.aborted) return;
      // A table that is locked is analyzed the next time.
      await this.#client.query('SELECT analyze_table($1)', [name]);
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = await connectClient({
      connectionString: this.#options.url,
      application_name: 'stellwerk statistics',
      // A stop waits for it.
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: STATEMENT_MS + RESPONSE_MARGIN_MS,
    });
    await client.query(`SET statement_timeout = ${STATEMENT_MS}`);
    return client;
  }

  /** Does not wait for a server that may be silent. */
  #disconnect(): void {
    if (this.#client !== undefined) breakConnection(this.#client);
    this.#client = undefined;
  }
}
