import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { identifyProcess, writeAtomically } from './process.ts';

const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;

export interface OwnerLock {
  release(): void;
}

/** Another process has the lock. The message is one line for the operator. */
export class OwnerLockError extends Error {
  override readonly name = 'OwnerLockError';
}

/**
 * Makes this process the only one that can start or stop the server in `home`. If another process (or another call in this
 * one) has the lock, it throws an OwnerLockError that names that process.
 *
 * It is an operating system lock on an empty file, taken through SQLite because Node has no API for it. The system releases
 * it when the holder dies, so the lock is never stale and nothing is inferred from process ids. owner.json names the holder
 * for messages.
 *
 * Danger: never open owner.lock with `fs` in this process. On POSIX, closing any descriptor of a file releases all locks
 * that the process has on it.
 */
export async function acquireOwnerLock(home: string): Promise<OwnerLock> {
  const file = join(home, 'owner.lock');
  const ownerFile = join(home, 'owner.json');
  // SQLite would create the file with mode 644. `wx` does not open an existing file.
  await open(file, 'wx', 0o600).then(
    (handle) => handle.close(),
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  for (let attempt = 1; ; attempt += 1) {
    const database = tryLock(file);
    if (database) {
      const owner = { processId: process.pid, since: new Date().toISOString() };
      try {
        await writeAtomically(ownerFile, `${JSON.stringify(owner)}\n`, 0o600);
      } catch (error) {
        // Otherwise, this process would be in its own way when it tries again, until the database object is collected as garbage.
        database.close();
        throw error;
      }
      return { release: () => database.isOpen && database.close() };
    }
    // The holder writes owner.json a moment after it takes the lock, so the file can still name a previous holder.
    const owner = await readOwner(ownerFile);
    if ((owner !== undefined && identifyProcess(owner)) || attempt === 50) {
      const who = owner === undefined ? 'another process' : `process ${owner}`;
      throw new OwnerLockError(
        `The database in ${home} is already in use by ${who}. Stop that process first, or set another DATA_DIR.`,
      );
    }
    await delay(20);
  }
}

function tryLock(file: string): DatabaseSync | undefined {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    const { errcode, message } = error as Error & { errcode?: number };
    if (errcode === SQLITE_BUSY) return undefined;
    const wayOut = errcode === SQLITE_FULL ? ' Make space, or set DATA_DIR to another place.' : '';
    throw new Error(`Cannot lock ${file}: ${message}.${wayOut}`, { cause: error });
  }
}

async function readOwner(ownerFile: string): Promise<number | undefined> {
  try {
    const owner = JSON.parse(await readFile(ownerFile, 'utf8')) as { processId?: unknown };
    return typeof owner.processId === 'number' ? owner.processId : undefined;
  } catch {
    return undefined;
  }
}
