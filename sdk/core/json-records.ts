import { ConnectionError, StellwerkError } from './errors.ts';

/** One record of a long answer, and the list of the answer it stands in. */
export interface ListedRecord {
  /** Name of the list; empty where the answer itself is the list. */
  list: string;
  record: unknown;
}

// Longest single record; what is longer ends the reading instead of filling the memory.
const RECORD_BYTES = 64 * 1024 * 1024;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Reads a JSON document record by record: the elements of the top-level arrays named in `lists`, or of the document
 * itself where it is an array and `lists` is `['']`. Holds one record at a time. What is not JSON is refused as
 * JSON.parse refuses it, and a document that ends early is an error, so that a part is never taken for the whole.
 */
export async function* readRecords(
  chunks: AsyncIterable<Uint8Array>,
  lists: readonly string[],
  recordBytes = RECORD_BYTES,
): AsyncGenerator<ListedRecord> {
  const reader = new RecordReader(lists, recordBytes);
  for await (const chunk of chunks) yield* reader.push(chunk);
  reader.end();
}

/** What the next byte of the outermost level may be. */
type Expecting =
  | 'document'
  | 'firstKey'
  | 'key'
  | 'colon'
  | 'value'
  | 'afterValue'
  | 'firstElement'
  | 'element'
  | 'afterElement'
  | 'nothing';

/**
 * Follows only the outermost level. A key, value or element is collected up to the byte that can end it and left to
 * JSON.parse, which judges what is inside.
 */
class RecordReader {
  readonly #lists: readonly string[];
  readonly #recordBytes: number;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  readonly #seen = new Set<string>();
  #expecting: Expecting = 'document';
  #key = '';
  /** The list whose elements are being read. */
  #list = '';

  #collecting: 'key' | 'value' | 'element' | undefined;
  #parts: Uint8Array[] = [];
  #partBytes = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  constructor(lists: readonly string[], recordBytes: number) {
    this.#lists = lists;
    this.#recordBytes = recordBytes;
  }

  *push(chunk: Uint8Array): Generator<ListedRecord> {
    let at = 0;
    while (at < chunk.length) {
      if (this.#collecting === undefined) {
        if (this.#step(chunk[at]!)) at++;
        continue;
      }
      const end = this.#findEnd(chunk, at);
      if (end === -1) {
        this.#keep(chunk.slice(at));
        return;
      }
      const isElement = this.#collecting === 'element';
      const value = this.#take(chunk.subarray(at, end));
      at = end;
      if (isElement) yield { list: this.#list, record: value };
    }
  }

  end(): void {
    if (this.#expecting !== 'nothing')
      throw new ConnectionError('The answer ended in the middle: what was read of it is not all.');
    const missing = this.#lists.filter((list) => !this.#seen.has(list));
    if (missing.length > 0) throw new StellwerkError(`The answer has no list "${missing.join('", "')}".`);
  }

  /** Takes a byte of the outermost level; false when it is the first of something to collect, and not yet taken. */
  #step(byte: number): boolean {
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return true;
    switch (this.#expecting) {
      case 'document':
        if (byte === OPEN_OBJECT) this.#expecting = 'firstKey';
        else if (byte === OPEN_ARRAY && this.#lists.includes('')) this.#openList('');
        else throw notJson();
        return true;
      case 'firstKey':
      case 'key':
        if (byte === QUOTE) return this.#collect('key');
        if (byte !== CLOSE_OBJECT || this.#expecting === 'key') throw notJson();
        this.#expecting = 'nothing';
        return true;
      case 'colon':
        if (byte !== COLON) throw notJson();
        this.#expecting = 'value';
        return true;
      case 'value':
        if (byte !== OPEN_ARRAY || !this.#lists.includes(this.#key)) return this.#collect('value');
        this.#openList(this.#key);
        return true;
      case 'afterValue':
        if (byte === COMMA) this.#expecting = 'key';
        else if (byte === CLOSE_OBJECT) this.#expecting = 'nothing';
        else throw notJson();
        return true;
      case 'firstElement':
      case 'element':
        if (byte !== CLOSE_ARRAY || this.#expecting === 'element') return this.#collect('element');
        this.#closeList();
        return true;
      case 'afterElement':
        if (byte === COMMA) this.#expecting = 'element';
        else if (byte === CLOSE_ARRAY) this.#closeList();
        else throw notJson();
        return true;
      case 'nothing':
        throw notJson();
    }
  }

  #openList(name: string): void {
    // JSON.parse would drop the first of the two, whose records are out already.
    if (this.#seen.has(name)) throw new StellwerkError(`The answer has the list "${name}" twice.`);
    this.#seen.add(name);
    this.#list = name;
    this.#expecting = 'firstElement';
  }

  #closeList(): void {
    this.#expecting = this.#list === '' ? 'nothing' : 'afterValue';
  }

  #collect(what: 'key' | 'value' | 'element'): false {
    this.#collecting = what;
    return false;
  }

  /** Place behind the last byte of what is being collected; -1 when it goes on in the next chunk. */
  #findEnd(chunk: Uint8Array, from: number): number {
    let depth = this.#depth;
    let isInString = this.#isInString;
    let isEscaped = this.#isEscaped;
    const isKey = this.#collecting === 'key';
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) {
          isInString = false;
          if (isKey) return at + 1;
        }
      } else if (byte === QUOTE) isInString = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth++;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        if (depth === 0) return at;
        depth--;
      } else if (byte === COMMA && depth === 0) return at;
    }
    this.#depth = depth;
    this.#isInString = isInString;
    this.#isEscaped = isEscaped;
    return -1;
  }

  #keep(part: Uint8Array): void {
    this.#partBytes += part.length;
    if (this.#partBytes > this.#recordBytes)
      throw new StellwerkError(`A record of the answer is longer than ${this.#recordBytes} bytes.`);
    this.#parts.push(part);
  }

  /** The value that ends with this part. */
  #take(last: Uint8Array): unknown {
    let bytes = last;
    if (this.#parts.length > 0) {
      this.#keep(last);
      bytes = Buffer.concat(this.#parts);
    }
    let value: unknown;
    try {
      value = JSON.parse(this.#decoder.decode(bytes));
    } catch {
      // Without the cause: its message repeats the text, and the text is somebody's data.
      throw notJson();
    }
    if (this.#collecting === 'key') this.#key = value as string;
    this.#expecting =
      this.#collecting === 'key' ? 'colon' : this.#collecting === 'value' ? 'afterValue' : 'afterElement';
    this.#collecting = undefined;
    this.#parts = [];
    this.#partBytes = 0;
    this.#depth = 0;
    this.#isInString = false;
    this.#isEscaped = false;
    return value;
  }
}

function notJson(): StellwerkError {
  return new StellwerkError('The answer is not the JSON it should be.');
}
