import type { Client } from 'pg';
import { type MirrorDatabase, type OpenOptions, type SqlValue, TargetError } from './database.ts';

// An arbitrary constant. Every mirror must use the same one.
const ADVISORY_LOCK = 5_827_301_146;

/** Opens a PostgreSQL database. The tables are created in the first schema of the search path. Needs the package `pg`. */
export async function openPostgres(url: string, { readOnly = false }: OpenOptions): Promise<MirrorDatabase> {
  const { Client: PgClient } = await load();
  const client = new PgClient({ connectionString: url, application_name: 'stellwerk-mirror' });
  // If the connection breaks while it is idle, the next statement reports it.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new TargetError(`The PostgreSQL target cannot be reached: ${(error as Error).message}.`);
  }
  if (!readOnly) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS held', [ADVISORY_LOCK]);
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

  async hasTable(name: string): Promise<boolean> {
    const [row] = await this.all<{ exists: boolean }>('SELECT to_regclass(?) IS NOT NULL AS exists', [name]);
    return row!.exists;
  }

  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.#client.query('BEGIN');
    try {
      const result = await work();
      await this.#client.query('COMMIT');
      return result;
    } catch (error) {
      // The rollback fails too if the connection broke.
      await this.#client.query('ROLLBACK').catch(() => {});
      throw error;
    }
  }

  /** The server manages its log. */
  async truncateLog(): Promise<boolean> {
    return true;
  }

  /** The server does so with autovacuum. */
  async rewrite(): Promise<void> {}

  async close(): Promise<void> {
    await this.#client.end();
  }

  /** Replaces the question marks by $1, $2, … No statement of the mirror has one inside a string literal. */
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
    throw new TargetError('A postgres:// target needs the package pg. Run npm install pg.');
  }
}
