import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { after } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether this process may mount file systems. If it may not, the value is the reason to skip a test. */
export const CANNOT_MOUNT =
  process.platform === 'linux' && process.getuid?.() === 0
    ? false
    : 'only root of a Linux system can mount a small disk';

/** Mounts a new file system of this size on `directory`, until the tests of the file have ended. */
export async function mountSmallDisk(
  directory: string,
  bytes: number,
): Promise<{ makeReadOnly(): Promise<void>; unmount(): Promise<void> }> {
  await mkdir(directory, { recursive: true });
  await run('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=0700`, 'tmpfs', directory]);
  let isMounted = true;
  const unmount = async () => {
    if (!isMounted) return;
    isMounted = false;
    await run('umount', ['-l', directory]);
  };
  after(unmount);
  return {
    makeReadOnly: async () => void (await run('mount', ['-o', 'remount,ro', directory])),
    unmount,
  };
}
