import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { CommandError } from '../command.ts';
import { detectEncoding, type Encoding, readText } from './text-file.ts';

export interface Row {
  /** Line of the file where the row begins, from 1. */
  line: number;
  cells: string[];
}

export interface Table {
  encoding: Encoding;
  separator: string;
  header: string[];
  /** Can be iterated once. Throws a CommandError where the file stops being a table. */
  rows: AsyncIterable<Row>;
  close(): void;
}

const SEPARATORS = [';', ',', '\t'];
/** A row is never longer than this, so that an unclosed quote does not read the rest of the file into memory. */
const MAXIMUM_ROW_CHARACTERS = 1024 * 1024;
// Excel writes this line, and reads it, if the separator is not the one of its language.
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

/** Opens a file with a heading line. Recognizes the encoding and the separator unless they are passed. */
export async function openTable(
  path: string,
  given: { encoding?: Encoding | undefined; separator?: string | undefined },
): Promise<Table> {
  const encoding = given.encoding ?? (await detectEncoding(path));
  const pieces = readText(path, encoding);
  const first = await readFirstRow(pieces);
  const line = SEPARATOR_LINE.exec(first);
  const head = line === null ? first : first.slice(line[0].length);
  const separator = given.separator ?? line?.[1] ?? detectSeparator(head);
  const parser = Readable.from(concatenate(head, pieces)).compose(
    parse({
      delimiter: separator,
      info: true,
      max_record_size: MAXIMUM_ROW_CHARACTERS,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      // Spreadsheets write lines of separators below the last row.
      skip_records_with_empty_values: true,
    }),
  );
  const rows = readRows(parser, line === null ? 0 : 1);
  const header = await rows.next();
  if (header.done)
    throw new CommandError(`The file ${path} is empty. Its first line must have the headings.`);
  const headings = header.value.cells.map((cell) => cell.trim());
  return { encoding, separator, header: headings, rows, close: () => parser.destroy() };
}

async function readFirstRow(pieces: AsyncGenerator<string>): Promise<string> {
  let text = '';
  while (text.length < MAXIMUM_ROW_CHARACTERS && endOfFirstRow(text) === -1) {
    const next = await pieces.next();
    if (next.done) break;
    text += next.value;
  }
  return text;
}

function endOfFirstRow(text: string): number {
  const start = SEPARATOR_LINE.exec(text)?.[0].length ?? 0;
  let isQuoted = false;
  for (let index = start; index < text.length; index++) {
    if (text[index] === '"') isQuoted = !isQuoted;
    else if (text[index] === '\n' && !isQuoted && text.slice(start, index).trim() !== '') return index;
  }
  return -1;
}

/** The separator that the heading line has most, outside quotes. A semicolon if it has none. */
function detectSeparator(text: string): string {
  const end = endOfFirstRow(text);
  const line = (end === -1 ? text : text.slice(0, end)).replaceAll(/"[^"]*"/g, '');
  const counts = SEPARATORS.map((separator) => line.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))]!;
}

async function* concatenate(head: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield head;
  yield* rest;
}

interface ParsedRow {
  record: string[];
  info: { lines: number };
}

async function* readRows(parser: AsyncIterable<ParsedRow>, linesBefore: number): AsyncGenerator<Row> {
  let line = 1;
  try {
    for await (const { record, info } of parser) {
      const lineBreaks = record.reduce((sum, cell) => sum + cell.split(/\r\n|\n|\r/).length - 1, 0);
      line = info.lines + linesBefore;
      yield { line: line - lineBreaks, cells: record };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new CommandError(
      `The row after line ${line} cannot be read: a quote is not closed, or the row has more than ${MAXIMUM_ROW_CHARACTERS} characters. Correct the quotes there.`,
    );
  }
}
