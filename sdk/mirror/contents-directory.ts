import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { TargetError } from './database/database.ts';

/** Creates the directory for the contents of documents if it is missing. Throws a TargetError if files cannot be written there. */
export async function prepareDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await access(directory, constants.W_OK);
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new TargetError(
      `--documents: the directory ${directory} cannot be used (${code}). ${wayOut(code)}, or set --documents to another directory.`,
    );
  }
}

function wayOut(code: string): string {
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
    case 'ENOENT':
      return 'It or a part of its path is a file, or a link that leads nowhere. Correct the path';
    case 'EACCES':
    case 'EPERM':
      return 'This user has no permission to write there. Change its owner or mode';
    case 'EROFS':
      return 'The file system is read-only. Mount it writable';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'The disk is full. Make space';
    default:
      return 'Check the path and its disk';
  }
}
