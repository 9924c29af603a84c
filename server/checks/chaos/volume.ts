import { execFile } from 'node:child_process';
import { chmod, statfs } from 'node:fs/promises';
import { promisify } from 'node:util';
import { makeDirectory } from '../../testing/command-line.ts';

const run = promisify(execFile);

const SIZE_BYTES = 4 * 1024 ** 3;
const SPARE_BYTES = 64 * 1024;

/**
 * A small file system in memory that can be full. It is filled by shrinking it to what it contains, which takes no time and
 * no memory. Only root can mount one.
 */
export class Volume {
  readonly directory: string;

  private constructor(directory: string) {
    this.directory = directory;
  }

  /** Undefined if this process cannot mount a file system. */
  static async mount(): Promise<Volume | undefined> {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
    const directory = await makeDirectory();
    try {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_BYTES}`, 'stellwerk-chaos', directory]);
    } catch {
      return undefined;
    }
    await chmod(directory, 0o711);
    return new Volume(directory);
  }

  async fill(): Promise<void> {
    for (let spare = SPARE_BYTES; ; spare *= 2) {
      const { blocks, bfree, bsize } = await statfs(this.directory);
      // Fails if somebody has written more meanwhile.
      const isFilled = await this.#resize((blocks - bfree) * bsize + spare).catch(() => false);
      if (isFilled) return;
    }
  }

  async empty(): Promise<void> {
    await this.#resize(SIZE_BYTES);
  }

  async unmount(): Promise<void> {
    await run('umount', ['--lazy', this.directory]);
  }

  async #resize(bytes: number): Promise<true> {
    await run('mount', ['-o', `remount,size=${bytes}`, this.directory]);
    return true;
  }
}
