import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** A `.env` file exists but cannot be read. The message is one line for the operator. */
export class EnvFileError extends Error {}

/**
 * Adds the variables of the file `.env` in the directory to the environment, in the syntax that Node defines, and returns
 * their names. A variable that the environment already has keeps its value, even an empty one. Does nothing if there is
 * no file.
 */
export function addEnvFile(
  directory: string,
  environment: Record<string, string | undefined>,
): ReadonlySet<string> {
  const added = new Set<string>();
  let text: string;
  try {
    text = readFileSync(join(directory, '.env'), 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return added;
    throw new EnvFileError(
      `.env in ${directory} cannot be read (${code}). Make it a file that this user can read, or remove it.`,
    );
  }
  for (const [name, value] of Object.entries(parseEnv(text))) {
    if (environment[name] !== undefined) continue;
    environment[name] = value;
    added.add(name);
  }
  return added;
}
