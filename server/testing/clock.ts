import pg from 'pg';

/**
 * The clock of a test: the database's clock_now() and the process's now() show the same time, which runs on from
 * wherever the test sets it. The offset is kept in a sequence, whose value every session sees at once, also inside
 * an open transaction. The sequence is unlogged, because setting a logged one takes a transaction id: the clock would
 * then always end the newest transaction of all, which no clock does, and hide whoever forgets writers newer than that.
 */
export class TestClock {
  readonly #client: pg.Client;
  #offsetMs = 0;

  static async install(url: string): Promise<TestClock> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`
      CREATE UNLOGGED SEQUENCE test_clock_offset_ms MINVALUE -9000000000000 START 0;
      CREATE OR REPLACE FUNCTION clock_now() RETURNS timestamptz LANGUAGE sql VOLATILE
        AS $$ SELECT clock_timestamp() + (SELECT last_value FROM test_clock_offset_ms) * interval '1 millisecond' $$;`);
    return new TestClock(client);
  }

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  /** Sets the time from which both clocks run on. */
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
