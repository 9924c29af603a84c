import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { forgetColumns } from './described-query.ts';

// The SQL of a partial change depends on the properties that are sent, so the number of distinct texts is unbounded.
const MAXIMUM_STATEMENTS = 500;

const UNKNOWN_STATEMENT = '26000';

/**
 * Names the prepared statements of one connection. PostgreSQL parses a prepared statement once per connection and can reuse
 * its plan. At the limit, the least recently used statement is evicted. The server drops evicted statements when the
 * connection is released, so a request does not wait for this. Each one costs a round trip.
 */
export class PreparedStatements {
  readonly #names: LRUCache<string, string>;
  #evicted: string[] = [];
  #created = 0;

  constructor(maximum: number = MAXIMUM_STATEMENTS) {
    this.#names = new LRUCache({
      max: maximum,
      dispose: (name, _text, reason) => {
        if (reason === 'evict') this.#evicted.push(name);
      },
    });
  }

  get hasEvicted(): boolean {
    return this.#evicted.length > 0;
  }

  /** Returns the name of the prepared statement for the text. */
  nameOf(text: string): string {
    let name = this.#names.get(text);
    if (name === undefined) {
      // Names are never reused: pg rejects a different text under a name that it has seen.
      name = `s${this.#created++}`;
      this.#names.set(text, name);
    }
    return name;
  }

  /** Drops the evicted statements on the server. The client must not be in a transaction. */
  async deallocateEvicted(client: pg.PoolClient): Promise<void> {
    const evicted = this.#evicted;
    this.#evicted = [];
    for (const name of evicted) {
      try {
        await client.query(`DEALLOCATE ${name}`);
      } catch (error) {
        // A statement that the server could not parse does not exist there.
        if (!(error instanceof pg.DatabaseError && error.code === UNKNOWN_STATEMENT)) throw error;
      }
      forgetStatement(client, name);
    }
  }
}

/** pg keeps the text of every prepared statement until the connection ends, and has no function to remove one. */
function forgetStatement(client: pg.PoolClient, name: string): void {
  const { parsedStatements } = client.connection as { parsedStatements?: Record<string, string> };
  if (parsedStatements !== undefined) delete parsedStatements[name];
  forgetColumns(client.connection, name);
}
