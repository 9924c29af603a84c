import { countGarbage } from '../garbage.ts';
import type { CopyWriter, Send } from './copy-out.ts';
import type { JsonColumn, JsonKind } from './json-columns.ts';
import {
  LONGEST_ESCAPE_BYTES,
  LONGEST_VALUE_BYTES,
  readInteger,
  writeBoolean,
  writeBytes,
  writeInteger,
  writeNull,
  writeText,
  writeTime,
  writeUuid,
} from './json-values.ts';

/** How rows become JSON. */
export interface JsonShape {
  /**
   * The names of the lists of an object. If there are several, each row begins with an integer, the index of its list, by which
   * the rows are sorted. Without a list, the response is an array.
   */
  lists: readonly string[];
  /** The properties of an item. Without, the row has the JSON text of the item. */
  columns?: readonly JsonColumn[];
}

const OUT_BYTES = 64 * 1024;
/** For what a few rows need beside the bytes that arrive. */
const SPARE_BYTES = 1024;
/** Before the first row: a signature, flags, and the length of an extension that PostgreSQL does not use. */
const FORMAT_HEADER_BYTES = 19;
/** Of the number of values in a row, which is negative after the last row. */
const COUNT_BYTES = 2;
/** Of the length of a value, which is negative for NULL. */
const LENGTH_BYTES = 4;
const INTEGER_BYTES = 4;
const COMMA = ','.charCodeAt(0);
const ITEM: readonly JsonColumn[] = [{ name: '', kind: 'json', sql: '' }];

/** Writes the rows of a COPY in the binary format as JSON, with a line feed after each item. */
export class JsonRows implements CopyWriter {
  readonly #isArray: boolean;
  readonly #lists: readonly string[];
  readonly #kinds: readonly JsonKind[];
  /** What precedes each value, and what ends the item. */
  readonly #names: readonly Buffer[];
  readonly #itemEnd: Buffer;
  /** How many bytes a row needs beside those that arrive, and how much longer these become at most. */
  readonly #fixedBytes: number;
  readonly #factor: number;
  #out: Buffer = Buffer.alloc(0);
  /** Where what has not been sent begins, and where it ends. */
  #start = 0;
  #end = 0;
  #isFirst = true;
  /** The list of the last row. */
  #list = -1;

  constructor({ lists, columns }: JsonShape) {
    this.#isArray = lists.length === 0;
    this.#lists = this.#isArray ? ['['] : lists.map((name) => `"${name}":[`);
    this.#kinds = (columns ?? ITEM).map(({ kind }) => kind);
    this.#names = columns?.map(({ name }, index) => Buffer.from(`${index === 0 ? '{' : ','}"${name}":`)) ?? [
      Buffer.alloc(0),
    ];
    this.#itemEnd = Buffer.from(columns === undefined ? '\n' : '}\n');
    this.#fixedBytes =
      this.#names.reduce((sum, { length }) => sum + length + LONGEST_VALUE_BYTES, 0) +
      this.#between(-1, this.#lists.length).length;
    this.#factor = this.#kinds.includes('text') ? LONGEST_ESCAPE_BYTES : 1;
  }

  take(bytes: Buffer, from: number, to: number, send: Send): void {
    let at = from;
    if (this.#isFirst) at += FORMAT_HEADER_BYTES;
    this.#isFirst = false;
    if (at >= to || bytes[at]! > 0x7f) return;
    at += COUNT_BYTES;
    this.#reserve((to - at) * this.#factor, bytes.length - at, send);
    const out = this.#out;
    let end = this.#end;
    let list = 0;
    if (this.#lists.length > 1) {
      list = readInteger(bytes, at + LENGTH_BYTES);
      at += LENGTH_BYTES + INTEGER_BYTES;
    }
    if (list === this.#list) out[end++] = COMMA;
    else end += out.write(this.#between(this.#list, list), end);
    this.#list = list;
    for (let index = 0; index < this.#kinds.length; index++) {
      end = writeBytes(out, end, this.#names[index]!);
      const length = readInteger(bytes, at);
      at += LENGTH_BYTES;
      if (length < 0) {
        end = writeNull(out, end);
        continue;
      }
      end = writeValue(this.#kinds[index]!, out, end, bytes, at, at + length);
      at += length;
    }
    this.#end = writeBytes(out, end, this.#itemEnd);
  }

  flush(send: Send): void {
    if (this.#end === this.#start) return;
    send(this.#out.subarray(this.#start, this.#end));
    this.#start = this.#end;
  }

  end(send: Send): void {
    this.#reserve(0, 0, send);
    this.#end += this.#out.write(this.#between(this.#list, this.#lists.length), this.#end);
    this.flush(send);
  }

  /** Makes room for a row. `arrivedBytes` have arrived, with this row and those behind it. */
  #reserve(rowBytes: number, arrivedBytes: number, send: Send): void {
    const bytes = this.#fixedBytes + rowBytes;
    if (this.#end + bytes <= this.#out.length) return;
    this.flush(send);
    // Most windows are short, and arrive as a whole.
    const wanted = Math.min(arrivedBytes + SPARE_BYTES, OUT_BYTES);
    this.#out = Buffer.allocUnsafeSlow(Math.max(bytes, wanted));
    countGarbage(this.#out.length);
    this.#start = 0;
    this.#end = 0;
  }

  /** The text between the last item of list `from` and the first of list `to`. -1 and the number of lists are the ends. */
  #between(from: number, to: number): string {
    const [open, close] = this.#isArray ? ['', ''] : ['{', '}'];
    let text = from === -1 ? open : ']';
    for (let list = from + 1; list < this.#lists.length && list <= to; list++)
      text += `${list === 0 ? '' : ','}${this.#lists[list]}${list === to ? '' : ']'}`;
    return to === this.#lists.length ? text + close : text;
  }
}

function writeValue(
  kind: JsonKind,
  out: Buffer,
  at: number,
  bytes: Buffer,
  from: number,
  to: number,
): number {
  switch (kind) {
    case 'integer':
      return writeInteger(out, at, bytes, from);
    case 'uuid':
      return writeUuid(out, at, bytes, from);
    case 'text':
      return writeText(out, at, bytes, from, to);
    case 'boolean':
      return writeBoolean(out, at, bytes, from);
    case 'time':
      return writeTime(out, at, bytes, from);
    case 'json':
      return at + bytes.copy(out, at, from, to);
  }
}
