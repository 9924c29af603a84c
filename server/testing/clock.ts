import pg from 'pg';

const PERIODS_MS = { hour: 3_600_000, day: 24 * 3_600_000 };

/**
 * The clock of a test. The database's clock_now() and the process's now() show the same time, which runs on from the time
 * that the test sets. A sequence stores the offset, because every session sees its value immediately, even inside an open
 * transaction. The sequence is unlogged: setting a logged one takes a transaction id, so the clock would always be the
 * newest transaction that has ended and would hide bugs with transactions newer than that.
 */
export class TestClock {
  readonly #clients: readonly pg.Client[];
  #offsetMs = 0;

  /** `urls` are those of all databases of the installation. */
  static async install(urls: readonly string[]): Promise<TestClock> {
    const clients = urls.map((url) => new pg.Client({ connectionString: url }));
    for (const client of clients) await installOn(client);
    return new TestClock(clients);
  }

  private constructor(clients: readonly pg.Client[]) {
    this.#clients = clients;
  }

  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  /** Sets both clocks, which then run on from this time. */
  async set(at: Date | string): Promise<void> {
    const offsetMs = new Date(at).getTime() - Date.now();
    for (const client of this.#clients)
      await client.query('SELECT setval($1, $2)', ['test_clock_offset_ms', offsetMs]);
    this.#offsetMs = offsetMs;
  }

  async advance(ms: number): Promise<void> {
    await this.set(new Date(this.now().getTime() + ms));
  }

  /** Sets both clocks to the middle of the next hour or day, so that none ends while a test runs. */
  async enterNext(period: 'hour' | 'day'): Promise<void> {
    const lengthMs = PERIODS_MS[period];
    await this.set(new Date((Math.floor(this.now().getTime() / lengthMs) + 1.5) * lengthMs));
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.end()));
  }
}

async function installOn(client: pg.Client): Promise<void> {
  await client.connect();
  await client.query(`
      CREATE UNLOGGED SEQUENCE test_clock_offset_ms MINVALUE -9000000000000 START 0;
      CREATE OR REPLACE FUNCTION clock_now() RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
        BEGIN
          RETURN clock_timestamp() + (SELECT last_value FROM test_clock_offset_ms) * interval '1 millisecond';
        END $$;`);
}
