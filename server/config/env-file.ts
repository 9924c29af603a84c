import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** A `.env` file exists but cannot be read. The message is one line for the operator. */
export class EnvFileError extends Error {}

/** What the file has. */
interface EnvFile {
  /** The variables that were added to the environment. */
  added: ReadonlySet<string>;
  /** All variables of the file. */
  names: readonly string[];
  /** Numbers of lines that are no variable, from 1. */
  malformedLines: readonly number[];
  /** Whether the file has another encoding than UTF-8, such as UTF-16. Then no variable is added. */
  isUndecodable: boolean;
}

const EMPTY: EnvFile = { added: new Set(), names: [], malformedLines: [], isUndecodable: false };

/**
 * Node takes any text before the first sign as a name: for "DATABASE_URL: postgres://…?sslmode=require", a name that contains a
 * password.
 */
const LINE = /^\s*(?:export\s+)?[^\s=:"'`]+\s*=/;

/**
 * Adds the variables of the file `.env` in the directory to the environment, in the syntax that Node defines. A variable that the
 * environment already has keeps its value, even an empty one. Does nothing if there is no file.
 */
function addEnvFile(directory: string, environment: Record<string, string | undefined>): EnvFile {
  const added = new Set<string>();
  let text: string;
  try {
    // Editors of Windows begin a file with a byte order mark, which would be part of the first name.
    text = readFileSync(join(directory, '.env'), 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return EMPTY;
    throw new EnvFileError(
      `.env in ${directory} cannot be read (${code}). Make it a file that this user can read, or remove it.`,
    );
  }
  // In UTF-16, every other byte of a letter of a name is 0.
  if (text.includes('\0')) return { ...EMPTY, isUndecodable: true };
  const malformedLines = findMalformedLines(text);
  const isMalformed = (name: string) => !LINE.test(`${name}=`);
  const variables = Object.entries(parseEnv(text)).filter(([name]) => !isMalformed(name));
  for (const [name, value] of variables) {
    if (environment[name] !== undefined) continue;
    environment[name] = value;
    added.add(name);
  }
  return {
    added,
    names: variables.map(([name]) => name),
    malformedLines,
    isUndecodable: false,
  };
}

/** Node skips them without a word, or takes more than a name for one. Lines inside a value in quotation marks are part of it. */
function findMalformedLines(text: string): number[] {
  const lines = text.split(/\r?\n/);
  const malformed: number[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!;
    if (line.trim() === '' || line.trim().startsWith('#')) continue;
    if (!LINE.test(line)) malformed.push(index + 1);
    index = findEndOfValue(lines, index);
  }
  return malformed;
}

/** The line in which the value ends that begins in this one. */
function findEndOfValue(lines: readonly string[], first: number): number {
  const [, quote, value] = /^[^=]*=\s*(["'`])(.*)$/.exec(lines[first]!) ?? [];
  if (quote === undefined || value!.includes(quote)) return first;
  const last = lines.findIndex((line, index) => index > first && line.includes(quote));
  // Without an end, Node takes the mark for a part of the value.
  return last === -1 ? first : last;
}

let envFile = EMPTY;

/** Adds the variables of the file `.env` in the working directory to the environment of this process. */
export function loadEnvFile(environment: Record<string, string | undefined>): void {
  envFile = addEnvFile(process.cwd(), environment);
}

/** What the file `.env` had. */
export function contentsOfEnvFile(): EnvFile {
  return envFile;
}
