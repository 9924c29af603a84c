import type { Stats } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { CommandError } from './command.ts';

/** Throws a CommandError if the file of an argument does not exist, is not readable, or is a directory. */
export async function requireInputFile(path: string): Promise<Stats> {
  let stats: Stats;
  try {
    await access(path, constants.R_OK);
    stats = await stat(path);
  } catch (error) {
    throw new CommandError(
      `The file ${path} cannot be read (${(error as NodeJS.ErrnoException).code}). Pass the path of a file that exists and that you may read.`,
    );
  }
  if (stats.isDirectory()) throw new CommandError(`${path} is a directory. Pass the path of a file.`);
  return stats;
}

/** Like `requireInputFile`, for a file that is read more than once. */
export async function requireRereadableFile(path: string): Promise<void> {
  const stats = await requireInputFile(path);
  if (stats.isFile()) return;
  const kind = stats.isFIFO() || stats.isSocket() ? 'pipe' : 'device';
  throw new CommandError(
    `${path} is a ${kind}, but the file is read more than once. Write its contents to a file first, and pass the path of that file.`,
  );
}
