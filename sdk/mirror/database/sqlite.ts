import { access, chmod, open, stat } from 'node:fs/promises';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type MirrorDatabase, type OpenOptions, type SqlValue, TargetError } from './database.ts';

// The text of an INSERT depends on the number of rows, so there are many. Beyond this number the oldest is dropped.
const MAXIMUM_PREPARED = 200;

const BUSY_TIMEOUT_MS = 10_000;

// Primary result codes of SQLite (https://www.sqlite.org/rescode.html); an extended code has one in its lowest byte.
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;

/** Opens or creates an SQLite file. Others may read it while the mirror runs; a second mirror is refused. */
export async function openSqlite(path: string, { readOnly = false }: OpenOptions): Promise<MirrorDatabase> {
  const { DatabaseSync: Database } = await load();
  if (readOnly && !(await exists(path)))
    throw new TargetError(`There is no mirror at ${path}. Create one with --target ${path}.`);
  await requireSqlite(path);
  if (!readOnly) for (const file of [path, `${path}.lock`]) await keepPrivate(file);
  const lock = readOnly ? undefined : holdLock(Database, path);
  let database: DatabaseSync;
  try {
    database = new Database(path, { readOnly });
    // A kill loses no commit. A power cut may lose the last ones; the mirror then reads those changes again.
    // Without secure_delete, SQLite only marks the space of a deleted record as free, and an erased person stays readable in the file.
    if (!readOnly)
      database.exec(
        'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8000; PRAGMA secure_delete = ON',
      );
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
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

  async hasTable(name: string): Promise<boolean> {
    const rows = await this.all(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?`, [name]);
    return rows.length > 0;
  }

  async transaction<T>(work: () => Promise<T>): Promise<T> {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = await work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  async truncateLog(): Promise<boolean> {
    try {
      // A reader that takes long must not stop the mirror.
      this.#database.exec('PRAGMA busy_timeout = 0');
      const { busy } = this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
      return busy === 0;
    } catch {
      // Without space on the disk, for example. The next write reports that.
      return false;
    } finally {
      this.#database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  }

  async rewrite(): Promise<void> {
    this.#database.exec('VACUUM');
  }

  /** A full disk may have ended the transaction already. Node 22.13 to 22.15 have no property that says so. */
  #rollBack(): void {
    try {
      this.#database.exec('ROLLBACK');
    } catch {}
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
      if (this.#prepared.size > MAXIMUM_PREPARED) this.#prepared.delete(this.#prepared.keys().next().value!);
    }
    return statement;
  }
}

/**
 * Locks a second file for as long as the process lives. The operating system releases the lock however the process
 * ends. The database itself stays unlocked, so that others can read it.
 */
function holdLock(Database: typeof DatabaseSync, path: string): DatabaseSync {
  let lock: DatabaseSync | undefined;
  try {
    lock = new Database(`${path}.lock`);
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    throw new TargetError(
      isLocked(error)
        ? `Another mirror process is writing to ${path}. Stop it first. --status works while it runs.`
        : `${path} cannot be opened as an SQLite file: ${(error as Error).message}.`,
    );
  }
}

function isLocked(error: unknown): boolean {
  const code = ((error as { errcode?: number }).errcode ?? 0) & 0xff;
  return code === SQLITE_BUSY || code === SQLITE_LOCKED;
}

const HEADER = Buffer.from('SQLite format 3\0');

/** Rejects what is something else, before its mode is changed: as root, that could be any file or device of the machine. */
async function requireSqlite(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  // SQLite says what is wrong with a path that cannot be read.
  if (found === undefined) return;
  if (!found.isFile())
    throw new TargetError(`${path} is not a file. Choose a new path, or that of an earlier mirror.`);
  const handle = await open(path, 'r').catch(() => undefined);
  if (handle === undefined) return;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER.length), 0, HEADER.length, 0);
    if (bytesRead > 0 && !buffer.equals(HEADER))
      throw new TargetError(
        `${path} is not an SQLite file, and was not changed. Choose a new path, or that of an earlier mirror.`,
      );
  } finally {
    await handle.close();
  }
}

const PRIVATE_MODE = 0o600;
const FOR_EVERYONE = 0o007;

/**
 * Creates the file if it is missing, so that only its owner can read it, and closes one that everyone can read. A file
 * that its owner has shared with a group stays shared. SQLite gives the files beside it the same mode.
 */
async function keepPrivate(path: string): Promise<void> {
  try {
    await (await open(path, 'ax', PRIVATE_MODE)).close();
  } catch (error) {
    // If the directory is missing or not writable, SQLite reports it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return;
    await closeToEveryone(path);
    for (const suffix of ['-wal', '-shm']) await closeToEveryone(`${path}${suffix}`);
  }
}

async function closeToEveryone(path: string): Promise<void> {
  try {
    if (((await stat(path)).mode & FOR_EVERYONE) !== 0) await chmod(path, PRIVATE_MODE);
  } catch {
    // The file does not exist, or it belongs to another account.
  }
}

async function load(): Promise<typeof import('node:sqlite')> {
  try {
    return await import('node:sqlite');
  } catch {
    throw new TargetError(
      `An SQLite target needs Node 22.13 or newer, and this is ${process.version}. Use a newer Node or a postgres:// target.`,
    );
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
