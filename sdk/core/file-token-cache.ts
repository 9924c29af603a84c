import type { FileHandle } from 'node:fs/promises';
import type { StoredToken, TokenCache } from './token-cache.ts';

// Node's modules are imported where they are used, so that the package can be bundled for a browser. There, the
// constructor of the client throws an error that explains why it needs a server.
const POLL_MS = 50;
// A token request is given up long before this, so a lock of this age belongs to a process that hangs.
const STALE_AFTER_MS = 120_000;
const TAKE_OVER_MS = 5_000;
// The text of a lock follows its creation within milliseconds, unless the process was killed in between.
const UNWRITTEN_MS = 5_000;
// Windows needs far less to remove a file.
const REMOVAL_MS = 1_000;

/**
 * Shares tokens between the processes on one machine through files in this directory, which is created if needed. Each
 * file holds one token and is readable only by its owner; on Windows only the permissions of the directory protect it.
 * Processes that start at the same moment request a single token.
 */
export function fileTokenCache(directory: string): TokenCache {
  return {
    async get(key) {
      const { readFile } = await import('node:fs/promises');
      try {
        return JSON.parse(await readFile(await fileOf(directory, key), 'utf8')) as StoredToken;
      } catch (error) {
        // Files are replaced atomically. One that is not JSON was not written here, and will be overwritten.
        if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
        throw error;
      }
    },

    async set(key, token) {
      const { mkdir, open, rename, rm } = await import('node:fs/promises');
      const path = await fileOf(directory, key);
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const temporary = `${path}.${crypto.randomUUID()}`;
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(JSON.stringify(token));
        await file.close();
        await rename(temporary, path);
      } catch (error) {
        await file.close().catch(() => {});
        await rm(temporary, { force: true });
        throw error;
      }
    },

    async lock(key) {
      const { mkdir } = await import('node:fs/promises');
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const path = `${await fileOf(directory, key)}.lock`;
      const mark = await ownMark();
      while (!(await create(path, mark))) {
        if (await isStale(path)) await removeStale(path);
        else await poll();
      }
      return () => removeIfOurs(path, mark);
    },
  };
}

async function fileOf(directory: string, key: string): Promise<string> {
  const { join } = await import('node:path');
  return join(directory, `token-${key}.json`);
}

/** Identifies a lock: the host and process, to detect a holder that died, and a random id for this claim. */
async function ownMark(): Promise<string> {
  const { hostname } = await import('node:os');
  return JSON.stringify({ host: hostname(), pid: process.pid, claim: crypto.randomUUID() });
}

/** Creates the file and returns true, or returns false if it exists. The file system guarantees a single winner. */
async function create(path: string, text: string): Promise<boolean> {
  const { rm } = await import('node:fs/promises');
  const file = await openNew(path);
  if (file === undefined) return false;
  try {
    await file.writeFile(text);
    await file.close();
    return true;
  } catch (error) {
    // The disk is full, for example. Others would wait for a lock that nobody holds. After a write of many seconds it may already be the
    // lock of another process, which costs one token request.
    await file.close().catch(() => {});
    await rm(path, { force: true });
    throw error;
  }
}

/** Returns undefined if the file exists. */
async function openNew(path: string): Promise<FileHandle | undefined> {
  const { open } = await import('node:fs/promises');
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    try {
      return await open(path, 'wx', 0o600);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return undefined;
      // Windows returns EPERM while the file is being removed. It also stands for a directory that cannot be written to.
      if (codeOf(error) !== 'EPERM' || waitedMs >= REMOVAL_MS) throw error;
    }
    await poll();
  }
}

const poll = () => new Promise((resolve) => setTimeout(resolve, POLL_MS));

/** Whether the holder's process has ended, or has held the lock for longer than any renewal takes. */
async function isStale(path: string): Promise<boolean> {
  const { readFile, stat } = await import('node:fs/promises');
  const { hostname } = await import('node:os');
  const isOlderThan = async (ms: number) => Date.now() - (await stat(path)).mtimeMs > ms;
  try {
    if (await isOlderThan(STALE_AFTER_MS)) return true;
    const mark = parseMark(await readFile(path, 'utf8'));
    // The age comes after the text: it must not be that of an older lock than the one that was read.
    if (mark === undefined) return await isOlderThan(UNWRITTEN_MS);
    return mark.host === hostname() && !isAlive(mark.pid);
  } catch (error) {
    // The file was removed in the meantime.
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Returns undefined for a mark that is not written yet, or only in part. */
function parseMark(text: string): { host: string; pid: number } | undefined {
  try {
    return JSON.parse(text) as { host: string; pid: number };
  } catch {
    return undefined;
  }
}

/**
 * Removes a stale lock. Two processes may have found it stale, and the second one must not remove the new lock of the
 * first. So a second lock guards the check and the removal.
 */
async function removeStale(path: string): Promise<void> {
  const { rm, stat } = await import('node:fs/promises');
  const guard = `${path}.stale`;
  if (!(await create(guard, ''))) {
    const since = await stat(guard).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
    if (Date.now() - since > TAKE_OVER_MS) await rm(guard, { force: true });
    else await poll();
    return;
  }
  try {
    if (await isStale(path)) await rm(path, { force: true });
  } finally {
    await rm(guard, { force: true });
  }
}

async function removeIfOurs(path: string, mark: string): Promise<void> {
  const { readFile, rm } = await import('node:fs/promises');
  const held = await readFile(path, 'utf8').catch(() => undefined);
  if (held === mark) await rm(path, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return codeOf(error) === 'EPERM';
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code;
}
