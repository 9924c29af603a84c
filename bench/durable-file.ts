import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { join } from 'node:path';

// The work that a store of files needs at least, without code of the service: what its uploads are compared with.

/**
 * Makes a new file that has what `write` writes, and returns its path once a power failure would not lose it: the file is synced,
 * renamed, and its directory is synced.
 */
export async function createDurably(
  directory: string,
  write: (file: FileHandle) => Promise<void>,
): Promise<string> {
  const path = join(directory, randomUUID());
  const file = await open(`${path}.unfinished`, 'wx');
  await write(file);
  await file.sync();
  await file.close();
  await rename(`${path}.unfinished`, path);
  const folder = await open(directory, 'r');
  await folder.sync();
  await folder.close();
  return path;
}
