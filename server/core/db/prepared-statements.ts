import { LRUCache } from 'lru-cache';
import pg from 'pg';

// The SQL of a partial change varies with the properties sent, so the number of texts has no natural bound.
const MAXIMUM_STATEMENTS = 500;

const UNKNOWN_STATEMENT = '26000';

/**
 * Names the statements that one connection has prepared. A prepared statement is parsed once per connection and its
 * plan can be reused. The least recently used one makes room for a new one; the server drops it when the connection
 * is given back, off the path of the request. That costs one round trip for each statement beyond the limit.
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

  /** Returns the name under which this connection prepares the text. */
  nameOf(text: string): string {
    let name = this.#names.get(text);
    if (name === undefined) {
      // Never given twice: pg refuses another text under a name that it has seen.
      name = `s${this.#created++}`;
      this.#names.set(text, name);
    }
    return name;
  }

  /** Drops the evicted statements from the session. The client must be outside a transaction. */
  async deallocateEvicted(client: pg.PoolClient): Promise<void> {
    const evicted = this.#evicted;
    this.#evicted = [];
    for (const name of evicted) {
      try {
        await client.query(`DEALLOCATE ${name}`);
      } catch (error) {
        // A statement that the server could not parse was never prepared.
        if (!(error instanceof pg.DatabaseError && error.code === UNKNOWN_STATEMENT)) throw error;
      }
      forgetText(client, name);
    }
  }
}

/** pg keeps the text of every statement it has prepared for as long as the connection lives, and has no call to forget one. */
function forgetText(client: pg.PoolClient, name: string): void {
  const { parsedStatements } = client.connection as { parsedStatements?: Record<string, string> };
  if (parsedStatements !== undefined) delete parsedStatements[name];
}
