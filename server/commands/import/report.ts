import { once } from 'node:events';
import type { WriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { CommandError } from '../command.ts';
import type { RowResult } from './write-row.ts';

const HEADING = 'line;outcome;candidateId;property;message';
// A mark and semicolons, so that Excel in Germany shows the columns and the umlauts.
const BYTE_ORDER_MARK = '\uFEFF';
const MAXIMUM_DEFAULT_NAMES = 1000;

/** The report of an import: at least one line per row, in the order of the file. */
export class Report {
  readonly path: string;
  readonly #stream: WriteStream;

  constructor(path: string, file: FileHandle) {
    this.path = path;
    this.#stream = file.createWriteStream({ encoding: 'utf8' });
    this.#stream.write(`${BYTE_ORDER_MARK}${HEADING}\r\n`);
  }

  async add({ line, outcome, candidateId, messages }: RowResult): Promise<void> {
    const shown = messages.length === 0 ? [{ property: '', message: '' }] : messages;
    const lines = shown.map(({ property, message }) =>
      [line, outcome, candidateId ?? '', property, message].map(toCell).join(';'),
    );
    if (!this.#stream.write(`${lines.join('\r\n')}\r\n`)) await once(this.#stream, 'drain');
  }

  async close(): Promise<void> {
    this.#stream.end();
    await finished(this.#stream);
  }
}

function toCell(value: string | number): string {
  const text = String(value);
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Creates the report at the path, or beside the file under a name that no file has. Never overwrites a file. */
export async function createReport(path: string | undefined, file: string): Promise<Report> {
  if (path !== undefined) {
    const created = await create(path);
    if (created === undefined)
      throw new CommandError(`The file ${path} exists. Choose another name for --report.`);
    return new Report(path, created);
  }
  for (let number = 1; number <= MAXIMUM_DEFAULT_NAMES; number++) {
    const name = number === 1 ? `${file}.report.csv` : `${file}.report-${number}.csv`;
    const created = await create(name);
    if (created !== undefined) return new Report(name, created);
  }
  throw new CommandError(`${file} has ${MAXIMUM_DEFAULT_NAMES} reports. Delete old ones, or pass --report.`);
}

async function create(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return undefined;
    throw new CommandError(
      `The report ${path} cannot be written (${code}). Choose another place with --report.`,
    );
  }
}
