import { access, constants, stat, statfs } from 'node:fs/promises';
import type { Settings } from '../config.ts';
import { FilesystemBlobStore, StoreAwayError } from '../core/blobs/index.ts';
import { showMode } from '../core/files/mode.ts';
import { openBlobStore, openDiskSpace } from '../open-services.ts';

// Checks of "doctor" for the directories and the document store.

type Result = ['ok' | 'warn' | 'fail', string];

const GIB = 1024 ** 3;

export async function checkDataDirectory(path: string): Promise<Result> {
  await access(path, constants.R_OK | constants.W_OK | constants.X_OK).catch((error) => {
    throw new Error(`This user cannot read and write ${path} (${error.code}). Fix its owner or mode.`);
  });
  const mode = (await stat(path)).mode & 0o777;
  const shown = showMode(mode);
  if ((mode & 0o022) !== 0) {
    return ['fail', `Other users can write to ${path} (${shown}). Run: chmod go-w ${path}`];
  }
  if ((mode & 0o044) !== 0) {
    return ['warn', `Other users can list ${path} (${shown}). Run: chmod go-r ${path}`];
  }
  return ['ok', `${path}, ${shown}.`];
}

/** Undefined if there is no store where the settings say. */
export async function checkDocuments(settings: Settings): Promise<Result | undefined> {
  const store = openBlobStore(settings);
  try {
    await store.check();
  } catch (error) {
    if (!(error instanceof StoreAwayError && error.reason === 'missing')) throw error;
    if (store instanceof FilesystemBlobStore) await store.requirePlace();
    return undefined;
  }
  return ['ok', 'The document store can write, read, and delete files.'];
}

/** DATA_DIR is checked too if only keys are in it, because a service that cannot write there does not start. */
export async function checkDisk(settings: Settings): Promise<Result> {
  const { bavail, bsize } = await statfs(settings.dataDirectory);
  const free = bavail * bsize;
  if (free < 0.25 * GIB)
    return ['fail', `${toGib(free)} free. The database stops if the disk is full. Free up space.`];
  const disks = await openDiskSpace(settings).disks();
  const shown = disks.map(
    ({ directory, freeBytes, floorBytes }) =>
      `${directory} has ${toGib(freeBytes)} free, the floor (DISK_FLOOR_MB) is ${toGib(floorBytes)}`,
  );
  if (disks.length === 0) return ['ok', `${toGib(free)} free.`];
  if (disks.some(({ freeBytes, floorBytes }) => freeBytes < floorBytes))
    return ['fail', `${shown.join('; ')}. Uploads are rejected with 507. Free up space.`];
  return disks.some(({ freeBytes, floorBytes }) => freeBytes < 1.5 * floorBytes)
    ? ['warn', `${shown.join('; ')}. Free up space soon.`]
    : ['ok', `${shown.join('; ')}.`];
}

function toGib(bytes: number): string {
  return `${(bytes / GIB).toFixed(1)} GiB`;
}
