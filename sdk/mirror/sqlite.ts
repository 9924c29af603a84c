import { access } from 'node:fs/promises';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type MirrorDatabase, type OpenOptions, type SqlValue, TargetError } from './database.ts';

// Statements differ by how many rows they write at once; prepared ones beyond this number are the oldest's.
const PREPARED = 200;

/** Opens or creates an SQLite file. Reading it beside a running mirror is fine; a second mirror is refused. */
export async function openSqlite(path: string, { readOnly = false }: OpenOptions): Promise<MirrorDatabase> {
  const { DatabaseSync: Database } = await load();
  if (readOnly && !(await exists(path)))
    throw new TargetError(`There is no mirror at ${path}. Start one with --target ${path}.`);
  const lock = readOnly ? undefined : holdLock(Database, path);
  let database: DatabaseSync;
  try {
    database = new Database(path, { readOnly });
    // A commit is complete or absent after a kill. After a power cut the last ones may be absent: they are read again.
    if (!readOnly)
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8000');
    database.exec('PRAGMA busy_timeout = 10000');
  } catch (error) {
    lock?.close();
    throw new TargetError(`${path} cannot be opened as an SQLite file: ${(error as Error).message}.`);
  }
  return new SqliteDatabase(database, lock);
}

class SqliteDatabase implements MirrorDatabase {
  readonly kind = 'sqlite';
  readonly #database: DatabaseSync;
  readonly #lock: DatabaseSync | undefined;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync, lock: DatabaseSync | undefined) {
    this.#database = database;
    this.#lock = lock;
  }

  async all<T>(sql: string, values: readonly SqlValue[] = []): Promise<T[]> {
    return this.#prepare(sql).all(...values) as T[];
  }

  async run(sql: string, values: readonly SqlValue[] = []): Promise<void> {
    this.#prepare(sql).run(...values);
  }

  async transaction<T>(work: () => Promise<T>): Promise<T> {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = await work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      // A full disk may have ended the transaction already.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#prepared.clear();
    this.#database.close();
    this.#lock?.close();
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#prepared.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#prepared.set(sql, statement);
      if (this.#prepared.size > PREPARED) this.#prepared.delete(this.#prepared.keys().next().value!);
    }
    return statement;
  }
}

/**
 * Holds a lock beside the file for as long as the process lives: the operating system frees it however the process
 * ends. Not on the file itself, which others may read.
 */
function holdLock(Database: typeof DatabaseSync, path: string): DatabaseSync {
  let lock: DatabaseSync | undefined;
  try {
    lock = new Database(`${path}.lock`);
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    const { message } = error as Error;
    throw new TargetError(
      /locked|busy/i.test(message)
        ? `Another mirror process is writing to ${path}. Stop it first; --status and --verify of another target work beside it.`
        : `${path} cannot be opened as an SQLite file: ${message}.`,
    );
  }
}

async function load(): Promise<typeof import('node:sqlite')> {
  try {
    return await import('node:sqlite');
  } catch {
    throw new TargetError(
      `An SQLite target needs Node 22.13 or newer; this is ${process.version}. Use a newer Node, or a postgres:// target.`,
    );
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
