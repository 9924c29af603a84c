import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

const MIB = 1024 ** 2;
const DEFAULT_FLOOR_BYTES = 2048 * MIB;
const DEFAULT_SHARE = 0.05;
/** On small disks, 2 GiB would be most of the space. */
const MAXIMUM_SHARE = 0.1;
const CACHE_MS = 1000;

interface DiskSpaceOptions {
  /** Directories whose disks matter. They need not exist yet. */
  directories(): Promise<readonly string[]>;
  /** MiB that must stay free. Undefined for the larger of 2 GiB and 5 % of the disk, but at most 10 %. */
  floorMb: number | undefined;
}

/** Tells whether a disk is nearly full. A database that cannot write any more stops everything, and a file can wait. */
export class DiskSpace {
  readonly #options: DiskSpaceOptions;
  #last: { isLow: Promise<boolean>; atMs: number } | undefined;

  constructor(options: DiskSpaceOptions) {
    this.#options = options;
  }

  /** A result is reused for a second. Disks that cannot be inspected do not count. */
  isLow(): Promise<boolean> {
    if (this.#options.floorMb === 0) return Promise.resolve(false);
    const nowMs = performance.now();
    if (this.#last === undefined || nowMs - this.#last.atMs > CACHE_MS)
      this.#last = { isLow: this.#inspect(), atMs: nowMs };
    return this.#last.isLow;
  }

  async #inspect(): Promise<boolean> {
    const disks = await this.disks();
    return disks.some(({ freeBytes, floorBytes }) => freeBytes < floorBytes);
  }

  /** The disk of each directory that can be inspected. */
  async disks(): Promise<{ directory: string; freeBytes: number; floorBytes: number }[]> {
    const directories = await this.#options.directories().catch(() => []);
    const disks = await Promise.all(
      directories.map(async (directory) => {
        const disk = await inspectDisk(directory);
        if (disk === undefined) return [];
        const { freeBytes, totalBytes } = disk;
        return [{ directory, freeBytes, floorBytes: toFloorBytes(this.#options.floorMb, totalBytes) }];
      }),
    );
    return disks.flat();
  }
}

function toFloorBytes(floorMb: number | undefined, totalBytes: number): number {
  if (floorMb !== undefined) return floorMb * MIB;
  return Math.min(Math.max(DEFAULT_FLOOR_BYTES, totalBytes * DEFAULT_SHARE), totalBytes * MAXIMUM_SHARE);
}

/** The disk of a directory, or of its nearest parent that exists. */
async function inspectDisk(
  directory: string,
): Promise<{ freeBytes: number; totalBytes: number } | undefined> {
  try {
    const { bsize, blocks, bavail } = await statfs(directory);
    return { freeBytes: bsize * bavail, totalBytes: bsize * blocks };
  } catch (error) {
    const parent = dirname(directory);
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return isMissing && parent !== directory ? inspectDisk(parent) : undefined;
  }
}
