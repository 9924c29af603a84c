import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode } from './error-code.ts';

// A command that root runs must not leave files that the account of the service cannot read. So what root creates gets the owner
// of the directory that it is in. The owner is changed over an open handle: a path could be replaced by somebody else's file.

/** Gives a new file to the owner of the directory that will contain it, if this process is root. */
export async function giveToOwnerOf(directory: string, file: FileHandle): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(directory);
  if (uid === 0) return;
  await file.chown(uid, gid).catch((error) => {
    // A root that may not do it: that of a container without CAP_CHOWN, or of a mount that maps it to another account. The
    // files have worked there without.
    if (!hasCode(error, 'EPERM')) throw error;
  });
}

/** The same for a new directory. */
export async function giveDirectoryToOwnerOfParent(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const directory = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    await giveToOwnerOf(dirname(path), directory);
  } finally {
    await directory.close();
  }
}
