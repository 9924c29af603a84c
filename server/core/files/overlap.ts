import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hasCode } from './error-code.ts';
import { isWithin } from './file-error.ts';

/**
 * Whether two directories are the same, or `path` is inside of the other one or around it, also through symbolic links and by another
 * mount of the same directory. They need not exist. Undefined if they are apart.
 */
export async function findOverlap(
  path: string,
  other: string,
): Promise<'same' | 'inside' | 'around' | undefined> {
  const [one, two] = [await findRealPath(path), await findRealPath(other)];
  if (one === two || (await isSameDirectory(one, two))) return 'same';
  if (isWithin(two, one)) return 'inside';
  return isWithin(one, two) ? 'around' : undefined;
}

/** Of a path that does not exist yet, below its nearest parent that does. */
async function findRealPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const parent = dirname(path);
    if (!hasCode(error, 'ENOENT') || parent === path) throw error;
    return join(await findRealPath(parent), basename(path));
  }
}

async function isSameDirectory(path: string, other: string): Promise<boolean> {
  const [one, two] = await Promise.all(
    [path, other].map((each) => stat(each, { bigint: true }).catch(() => undefined)),
  );
  return one !== undefined && one.dev === two?.dev && one.ino === two.ino;
}
