import { parse } from 'csv-parse';
import { CommandError } from '../command.ts';
import { detectEncoding, type Encoding, readText, requireNoWorkbook } from './text-file.ts';

export interface Row {
  /** Line of the file where the row begins, from 1. */
  line: number;
  cells: string[];
  /** Whether the file ends without a line break after this row. */
  lacksLineBreak?: boolean;
  /** The last line of the row, if a cell in quotes has line breaks and then a quote that is neither doubled nor the end of the cell. */
  looseQuoteUntil?: number;
}

export interface Table {
  encoding: Encoding;
  separator: string;
  header: string[];
  /** Can be iterated once. Throws a CommandError where the file stops being a table. */
  rows: AsyncIterable<Row>;
  close(): Promise<void>;
}

const SEPARATORS = [';', ',', '\t'];
/** A row is never longer than this, so that an unclosed quote does not read the rest of the file into memory. */
const MAXIMUM_ROW_CHARACTERS = 1024 * 1024;
// Excel writes this line, and reads it, if the separator is not the one of its language.
const SEPARATOR_LINE = /^sep=(.)\n/i;

/** Opens a file with a heading line. Recognizes the encoding and the separator unless they are passed. */
export async function openTable(
  path: string,
  given: { encoding?: Encoding | undefined; separator?: string | undefined },
): Promise<Table> {
  await requireNoWorkbook(path);
  const encoding = given.encoding ?? (await detectEncoding(path));
  const pieces = withLineFeeds(readText(path, encoding));
  const first = await readFirstRow(pieces);
  const line = SEPARATOR_LINE.exec(first);
  const head = line === null ? first : first.slice(line[0].length);
  const separator = given.separator ?? line?.[1] ?? detectSeparator(head);
  const rows = readRows(concatenate(head, pieces), separator, line === null ? 0 : 1);
  const header = await rows.next();
  if (header.done)
    throw new CommandError(`The file ${path} is empty. Its first line must have the headings.`);
  const headings = header.value.cells.map((cell) => cell.trim());
  const close = async () => void (await rows.return(undefined));
  return { encoding, separator, header: headings, rows, close };
}

/**
 * Files have CRLF, LF, or CR, and files that were put together have several of them. The parser would take that of the first line
 * for all lines, and count each CRLF in quotes twice.
 */
async function* withLineFeeds(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let endsWithReturn = false;
  for await (const piece of pieces) {
    const rest = endsWithReturn && piece.startsWith('\n') ? piece.slice(1) : piece;
    endsWithReturn = piece.endsWith('\r');
    yield rest.replaceAll(/\r\n?/g, '\n');
  }
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

async function* concatenate(head: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield head;
    yield* rest;
  } finally {
    // Closes the file, also if only the heading was read.
    await rest.return(undefined);
  }
}

/**
 * Reads text whose lines end with LF. The rows before an error come first. Read as a stream, the parser would discard those that
 * it has parsed ahead.
 */
async function* readRows(
  pieces: AsyncIterable<string>,
  separator: string,
  linesBefore: number,
): AsyncGenerator<Row> {
  const parsed: Row[] = [];
  let endOfLast = 0;
  const parser = parse({
    delimiter: separator,
    record_delimiter: '\n',
    max_record_size: MAXIMUM_ROW_CHARACTERS,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    // Spreadsheets write lines of separators below the last row.
    skip_records_with_empty_values: true,
    raw: true,
    on_record(parsedRow: unknown, { lines }) {
      const { record: cells, raw } = parsedRow as { record: string[]; raw: string };
      endOfLast = lines + linesBefore;
      const row: Row = { line: endOfLast - countLineBreaks(cells.join('')), cells };
      if (row.line < endOfLast && hasLooseQuote(raw, separator)) row.looseQuoteUntil = endOfLast;
      parsed.push(row);
      return null;
    },
  });
  // write() and end() pass the error too. Without a listener, it would end the process.
  parser.on('error', () => {});
  let line = linesBefore + 1;
  for await (const piece of pieces) {
    const error = await settled((callback) => parser.write(piece, callback));
    yield* parsed.splice(0);
    if (error) throw unreadableRow(endOfLast);
    line += countLineBreaks(piece);
  }
  const error = await settled((callback) => parser.end(callback));
  if (endOfLast === line) for (const row of parsed.slice(-1)) row.lacksLineBreak = true;
  yield* parsed;
  if (error) throw unreadableRow(endOfLast);
}

/**
 * Whether a cell in quotes has a line break and then a loose quote. The parser takes such a quote for text, as programs write it that do
 * not double quotes. After a line break, it can also be the first quote of a later row, because that of this row is not closed.
 */
function hasLooseQuote(raw: string, separator: string): boolean {
  let isQuoted = false;
  let hasLineBreak = false;
  for (let index = 0; index < raw.length; index++) {
    const character = raw[index]!;
    if (character === '\n') hasLineBreak = true;
    if (character !== '"') continue;
    const [before, after] = [raw[index - 1], raw[index + 1]];
    if (!isQuoted) {
      isQuoted = before === undefined || before === separator || before === '\n';
      hasLineBreak = false;
    } else if (after === '"') index++;
    else if (after === undefined || after === separator || after === '\n') isQuoted = false;
    else if (hasLineBreak) return true;
    else isQuoted = false;
  }
  return false;
}

const countLineBreaks = (text: string) => text.split('\n').length - 1;

type Callback = (error?: Error | null) => void;

const settled = (call: (callback: Callback) => unknown) =>
  new Promise<Error | null | undefined>((resolve) => {
    call(resolve);
  });

function unreadableRow(lineBefore: number): CommandError {
  const row = lineBefore === 0 ? 'The row of headings' : `The row after line ${lineBefore}`;
  return new CommandError(
    `${row} cannot be read: a quote is not closed, or the row has more than ${MAXIMUM_ROW_CHARACTERS} characters. Correct the quotes there.`,
  );
}
