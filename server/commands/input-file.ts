import { access, constants, stat } from 'node:fs/promises';
import { CommandError } from './command.ts';

/** Throws a CommandError if the file of an argument does not exist, is not readable, or is a directory. */
export async function requireInputFile(path: string): Promise<void> {
  let isDirectory: boolean;
  try {
    await access(path, constants.R_OK);
    isDirectory = (await stat(path)).isDirectory();
  } catch (error) {
    throw new CommandError(
      `The file ${path} cannot be read (${(error as NodeJS.ErrnoException).code}). Pass the path of a file that exists and that you may read.`,
    );
  }
  if (isDirectory) throw new CommandError(`${path} is a directory. Pass the path of a file.`);
}
