import { access, constants, lstat, mkdir, open, stat } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { hasCode } from './error-code.ts';
import { giveDirectoryToOwnerOfParent } from './owner.ts';

const DIRECTORY_MODE = 0o700;

/**
 * Creates a directory and its missing parents, and returns the first one that it created. Unlike Node's `mkdir` with `recursive`,
 * it always ends. That one repeats for ever on a file system such as /proc, which says that the new directory does not exist
 * although its parent does.
 */
export async function makeDirectories(path: string, mode: number): Promise<string | undefined> {
  try {
    return await makeDirectory(path, mode);
  } catch (error) {
    const parent = dirname(path);
    if (!hasCode(error, 'ENOENT') || parent === path) throw error;
    const first = await makeDirectories(parent, mode);
    const last = await makeDirectory(path, mode);
    return first ?? last;
  }
}

/** Returns the path, or undefined if the directory exists. */
async function makeDirectory(path: string, mode: number): Promise<string | undefined> {
  try {
    await mkdir(path, { mode });
    return path;
  } catch (error) {
    // Some systems refuse to create what exists for another reason than that.
    const isThere = await stat(path).then(
      (entry) => entry.isDirectory(),
      () => false,
    );
    if (isThere) return undefined;
    throw error;
  }
}

/**
 * Rejects with the error of the system if the directory cannot be created, or cannot be written to. Creates nothing, so what the
 * system decides only when it creates remains unknown.
 */
export async function requireCreatable(path: string): Promise<void> {
  try {
    // With the dot, a file is no directory.
    await access(`${path}${sep}.`, constants.W_OK | constants.X_OK);
  } catch (error) {
    const parent = dirname(path);
    // A link that leads nowhere is in the way.
    const isFree = hasCode(error, 'ENOENT') && (await lstat(path).catch(() => undefined)) === undefined;
    if (!isFree || parent === path) throw Object.assign(error as Error, { path });
    await requireCreatable(parent);
  }
}

/**
 * Creates a directory and its missing parents, mode 700, so that they survive a power failure. A new directory is durable only
 * after its parent was synced, at each level. If this process is root, they belong to the owner of the directory above them.
 */
export async function makeDurableDirectory(path: string): Promise<void> {
  const firstMade = await makeDirectories(path, DIRECTORY_MODE);
  if (firstMade === undefined) return;
  const made: string[] = [];
  for (let at = path; at.length >= firstMade.length; at = dirname(at)) made.unshift(at);
  for (const directory of made) {
    await giveDirectoryToOwnerOfParent(directory);
    await syncDirectory(dirname(directory));
  }
}

/** Creates a directory in an existing one in the same way. Does nothing if it exists. */
export async function makeDurableChild(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: DIRECTORY_MODE });
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return;
    throw error;
  }
  await giveDirectoryToOwnerOfParent(path);
  await syncDirectory(dirname(path));
}

/** Makes renames and removals within the directory durable. */
export async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open directories. NTFS journals directory entries itself.
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } catch (error) {
    // Some network and FUSE file systems cannot fsync directories.
    if (!hasCode(error, 'EINVAL')) throw error;
  } finally {
    await directory.close();
  }
}
