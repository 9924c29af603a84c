import { type FileHandle, open, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { CommandError } from '../command.ts';
import type { RowResult } from './write-row.ts';

const HEADING = 'line;outcome;candidateId;property;message';
// A mark and semicolons, so that Excel in Germany shows the columns and the umlauts.
const BYTE_ORDER_MARK = '\uFEFF';
const MAXIMUM_NAMES = 1000;

/**
 * The report of an import: at least one line per row, in the order of the file. What is added is in the file when the call returns.
 * If it cannot be written, calls throw a CommandError.
 */
export class Report {
  readonly path: string;
  readonly #file: FileHandle;

  private constructor(path: string, file: FileHandle) {
    this.path = path;
    this.#file = file;
  }

  static async begin(path: string, file: FileHandle): Promise<Report> {
    const report = new Report(path, file);
    await report.#write(`${BYTE_ORDER_MARK}${HEADING}\r\n`);
    return report;
  }

  async add({ line, outcome, candidateId, messages }: RowResult): Promise<void> {
    const shown = messages.length === 0 ? [{ property: '', message: '' }] : messages;
    const lines = shown.map(({ property, message }) =>
      [line, outcome, candidateId ?? '', property, message].map(toCell).join(';'),
    );
    await this.#write(`${lines.join('\r\n')}\r\n`);
  }

  async close(): Promise<void> {
    await this.#file.close().catch((error) => Promise.reject(unwritable(this.path, error)));
  }

  async #write(text: string): Promise<void> {
    await this.#file.appendFile(text).catch((error) => Promise.reject(unwritable(this.path, error)));
  }
}

function unwritable(path: string, { code }: NodeJS.ErrnoException): CommandError {
  return new CommandError(
    `The report ${path} cannot be written (${code}). Choose another place with --report.`,
  );
}

function toCell(value: string | number): string {
  const text = String(value);
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Creates the report at the path, or else beside the imported file. If that name is taken, adds a number: a run that goes on, or
 * that follows a dry run, is the same command again. Never overwrites a file.
 */
export async function createReport(path: string | undefined, file: string): Promise<Report> {
  const wanted = path ?? `${file}.report.csv`;
  const ending = extname(wanted);
  const stem = wanted.slice(0, wanted.length - ending.length);
  for (let number = 1; number <= MAXIMUM_NAMES; number++) {
    const name = number === 1 ? wanted : `${stem}-${number}${ending}`;
    const created = await create(name);
    if (created !== undefined) return Report.begin(name, created);
  }
  throw new CommandError(
    `There are ${MAXIMUM_NAMES} reports named ${wanted}. Delete old ones, or pass another name with --report.`,
  );
}

async function create(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await isFile(path))) return undefined;
    throw unwritable(path, error as NodeJS.ErrnoException);
  }
}

/** A directory or a device would get a number in the wrong place. */
async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => true,
  );
}
