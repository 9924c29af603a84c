import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** A `.env` file exists but cannot be read. The message is one line for the operator. */
export class EnvFileError extends Error {}

/** What the file has beside settings. */
export interface EnvFile {
  /** The variables that were added to the environment. */
  added: ReadonlySet<string>;
  /** All variables of the file. */
  names: readonly string[];
  /** Numbers of lines that are no variable, from 1. */
  malformedLines: readonly number[];
}

/** Node takes any text before the sign as a name, also one with spaces. */
const LINE = /^\s*[^\s=][^=]*=/;

/**
 * Adds the variables of the file `.env` in the directory to the environment, in the syntax that Node defines. A variable that the
 * environment already has keeps its value, even an empty one. Does nothing if there is no file.
 */
export function addEnvFile(directory: string, environment: Record<string, string | undefined>): EnvFile {
  const added = new Set<string>();
  let text: string;
  try {
    // Editors of Windows begin a file with a byte order mark, which would be part of the first name.
    text = readFileSync(join(directory, '.env'), 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { added, names: [], malformedLines: [] };
    throw new EnvFileError(
      `.env in ${directory} cannot be read (${code}). Make it a file that this user can read, or remove it.`,
    );
  }
  const variables = Object.entries(parseEnv(text));
  for (const [name, value] of variables) {
    if (environment[name] !== undefined) continue;
    environment[name] = value;
    added.add(name);
  }
  return {
    added,
    names: variables.map(([name]) => name),
    malformedLines: findMalformedLines(text, variables),
  };
}

/** Node skips them without a word. A line can also be part of a value in quotation marks. */
function findMalformedLines(text: string, variables: readonly [string, string | undefined][]): number[] {
  const continued = new Set(
    variables.flatMap(([, value = '']) =>
      value
        .split('\n')
        .slice(1)
        .map((line) => line.trim()),
    ),
  );
  return text.split(/\r?\n/).flatMap((line, index) => {
    const isBlank = line.trim() === '' || line.trim().startsWith('#');
    const isPart = continued.has(line.trim()) || continued.has(line.trim().replace(/["'`].*$/, ''));
    return isBlank || isPart || LINE.test(line) ? [] : [index + 1];
  });
}

let envFile: EnvFile = { added: new Set(), names: [], malformedLines: [] };

/** Adds the variables of the file `.env` in the working directory to the environment of this process. */
export function loadEnvFile(environment: Record<string, string | undefined>): void {
  envFile = addEnvFile(process.cwd(), environment);
}

/** What the file `.env` had. */
export function contentsOfEnvFile(): EnvFile {
  return envFile;
}
