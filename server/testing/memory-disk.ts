import { readFile, statfs } from 'node:fs/promises';

const MOUNTED_ON = '/dev/shm';
/** More than a whole run has ever needed at once. */
const ENOUGH_BYTES = 6 * 1024 ** 3;

/**
 * A directory in memory, or undefined if the system has none that is large enough and may contain programs, which tests write.
 * The copy of the template has a thousand files: on a disk, creating them takes up to 0.4 s of CPU time, and 0.02 s here.
 */
export async function findMemoryDisk(): Promise<string | undefined> {
  try {
    const mounts = (await readFile('/proc/mounts', 'utf8')).split('\n').map((line) => line.split(' '));
    const mount = mounts.findLast(([, directory]) => directory === MOUNTED_ON);
    if (mount?.[2] !== 'tmpfs' || /\b(?:ro|noexec)\b/.test(mount[3]!)) return undefined;
    const { bavail, bsize } = await statfs(MOUNTED_ON);
    return bavail * bsize >= ENOUGH_BYTES ? MOUNTED_ON : undefined;
  } catch {
    return undefined;
  }
}
