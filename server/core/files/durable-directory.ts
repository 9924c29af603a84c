import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

const DIRECTORY_MODE = 0o700;

/**
 * Creates a directory and its missing parents, mode 700, so that they survive a power failure. A new directory is durable only
 * after its parent was synced, at each level.
 */
export async function makeDurableDirectory(path: string): Promise<void> {
  const firstMade = await mkdir(path, { recursive: true, mode: DIRECTORY_MODE });
  if (firstMade === undefined) return;
  const above = dirname(firstMade);
  for (let parent = dirname(path); parent.length >= above.length; parent = dirname(parent)) {
    await syncDirectory(parent);
    if (parent === dirname(parent)) return;
  }
}

/** Creates a directory in an existing one, mode 700, so that it survives a power failure. Does nothing if it exists. */
export async function makeDurableChild(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: DIRECTORY_MODE });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return;
    throw error;
  }
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
    if (!(error instanceof Error && 'code' in error && error.code === 'EINVAL')) throw error;
  } finally {
    await directory.close();
  }
}
