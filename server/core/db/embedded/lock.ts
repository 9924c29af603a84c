import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { identifyProcess, writeAtomically } from './process.ts';

export interface OwnerLock {
  release(): void;
}

/**
 * Makes this process the only one that may start or stop the server in `home`. Throws an Error that names the
 * holder's process id when another one (or another call in this one) already is.
 *
 * The lock is the operating system's own on an empty file, taken through SQLite because Node has no call for
 * it: it ends with its holder however that dies, so it is never stale and nothing has to be guessed from
 * process ids. Who holds it stands beside it in owner.json, for people only.
 *
 * Danger: never open owner.lock with `fs` in this process. On POSIX, closing any descriptor of a file drops
 * every lock the process has on it.
 */
export async function acquireOwnerLock(home: string): Promise<OwnerLock> {
  const file = join(home, 'owner.lock');
  const ownerFile = join(home, 'owner.json');
  // SQLite would create the file with mode 644. `wx` does not open a file that exists already.
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
      await writeAtomically(ownerFile, `${JSON.stringify(owner)}\n`, 0o600);
      return { release: () => database.isOpen && database.close() };
    }
    // The holder writes its name a moment after taking the lock; the file may still name one that is gone.
    const owner = await readOwner(ownerFile);
    if ((owner !== undefined && identifyProcess(owner)) || attempt === 50) {
      const who = owner === undefined ? 'another process' : `process ${owner}`;
      throw new Error(
        `The database in ${home} is already run by ${who}. Stop that one first, or choose another DATA_DIR.`,
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
    const sqliteBusy = 5;
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined;
    throw new Error(`Cannot lock ${file}: ${(error as Error).message}.`, { cause: error });
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
