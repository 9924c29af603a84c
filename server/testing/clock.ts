import pg from 'pg';

/**
 * The clock of a test. The database's clock_now() and the process's now() show the same time, which runs on from the time
 * that the test sets. A sequence stores the offset, because every session sees its value immediately, even inside an open
 * transaction. The sequence is unlogged: setting a logged one takes a transaction id, so the clock would always be the
 * newest transaction that has ended and would hide bugs with transactions newer than that.
 */
export class TestClock {
  readonly #client: pg.Client;
  #offsetMs = 0;

  static async install(url: string): Promise<TestClock> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`
      CREATE UNLOGGED SEQUENCE test_clock_offset_ms MINVALUE -9000000000000 START 0;
      CREATE OR REPLACE FUNCTION clock_now() RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
        BEGIN
          RETURN clock_timestamp() + (SELECT last_value FROM test_clock_offset_ms) * interval '1 millisecond';
        END $$;`);
    return new TestClock(client);
  }

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  /** Sets both clocks, which then run on from this time. */
  async set(at: Date | string): Promise<void> {
    const offsetMs = new Date(at).getTime() - Date.now();
    await this.#client.query('SELECT setval($1, $2)', ['test_clock_offset_ms', offsetMs]);
    this.#offsetMs = offsetMs;
  }

  async advance(ms: number): Promise<void> {
    await this.set(new Date(this.now().getTime() + ms));
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}
