import type { Client } from 'pg';
import { type MirrorDatabase, type OpenOptions, type SqlValue, TargetError } from './database.ts';

// Any constant will do; all mirrors must use the same one.
const LOCK = 5_827_301_146;

/** Opens a PostgreSQL database; the tables go to the first schema of the search path. Needs the package pg. */
export async function openPostgres(url: string, { readOnly = false }: OpenOptions): Promise<MirrorDatabase> {
  const { Client: PgClient } = await load();
  const client = new PgClient({ connectionString: url, application_name: 'stellwerk-mirror' });
  // A connection that breaks while nobody waits for it: the next statement says so.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new TargetError(`The PostgreSQL target cannot be reached: ${(error as Error).message}.`);
  }
  if (!readOnly) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS held', [LOCK]);
    if (!rows[0].held) {
      await client.end();
      throw new TargetError('Another mirror process is writing to this database. Stop it first.');
    }
  }
  return new PostgresDatabase(client);
}

class PostgresDatabase implements MirrorDatabase {
  readonly kind = 'postgres';
  readonly #client: Client;
  readonly #texts = new Map<string, string>();

  constructor(client: Client) {
    this.#client = client;
  }

  async all<T>(sql: string, values: readonly SqlValue[] = []): Promise<T[]> {
    return (await this.#client.query(this.#numbered(sql), [...values])).rows as T[];
  }

  async run(sql: string, values: readonly SqlValue[] = []): Promise<void> {
    await this.#client.query(this.#numbered(sql), [...values]);
  }

  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.#client.query('BEGIN');
    try {
      const result = await work();
      await this.#client.query('COMMIT');
      return result;
    } catch (error) {
      // The connection may be what failed.
      await this.#client.query('ROLLBACK').catch(() => {});
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  /** Question marks as $1, $2, …; the statements here have none inside texts. */
  #numbered(sql: string): string {
    let text = this.#texts.get(sql);
    if (text === undefined) {
      let index = 0;
      text = sql.replaceAll('?', () => `$${++index}`);
      this.#texts.set(sql, text);
    }
    return text;
  }
}

async function load(): Promise<Pick<typeof import('pg'), 'Client'>> {
  try {
    return (await import('pg')).default;
  } catch {
    throw new TargetError('A postgres:// target needs the package pg: npm install pg.');
  }
}
