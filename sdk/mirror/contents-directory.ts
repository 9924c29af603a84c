import { constants } from 'node:fs';
import { access, mkdir, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { TargetError } from './database/database.ts';

/** The file that holds a document's contents. It is not named after the document, whose name is untrusted input. */
export function contentFile(directory: string, id: number): string {
  return join(directory, String(id));
}

/** The files that are named like contents: by an id, with `.part` while they are written. Other files are the user's. */
export async function* contentFiles(
  directory: string,
): AsyncGenerator<{ name: string; id: number; isPart: boolean }> {
  for await (const entry of await opendir(directory)) {
    const [, id, part] = /^([1-9]\d*)(\.part)?$/.exec(entry.name) ?? [];
    if (id !== undefined && entry.isFile())
      yield { name: entry.name, id: Number(id), isPart: part !== undefined };
  }
}

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
