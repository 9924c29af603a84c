import { readFile } from 'node:fs/promises';
import { CommandError, UsageError } from './command.ts';
import { decodeText } from './import/text-file.ts';

/** The bytes of the file that an option names. */
export async function readOptionFile(option: string, path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new CommandError(
      `The file ${path} cannot be read (${(error as NodeJS.ErrnoException).code}). Correct --${option}.`,
    );
  }
}

/**
 * The text of the file that an option names, in the encodings that editors and spreadsheets write. Refuses what is not text,
 * because the service would store it, and applicants would read it.
 */
export async function readOptionText(option: string, path: string): Promise<string> {
  const text = decodeText(await readOptionFile(option, path));
  if (text === undefined)
    throw new UsageError(
      `--${option}: The file ${path} must be plain text, but contains control characters. Save it as text in UTF-8.`,
    );
  return text;
}
