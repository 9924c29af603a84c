/** What is wrong with a long response. The text completes a sentence of the caller. */
export class RecordsFault extends Error {
  /** The response ended before it was complete, for example because the connection broke. */
  readonly isIncomplete: boolean;
  constructor(text: string, { isIncomplete = false } = {}) {
    super(text);
    this.isIncomplete = isIncomplete;
  }
}

/** One record of a long response, and the list that contains it. */
export interface ListedRecord {
  /** The name of the list. Empty if the response itself is the list. */
  list: string;
  record: unknown;
}

// The largest single record. A larger one is an error, so that it cannot fill the memory.
const MAXIMUM_RECORD_BYTES = 64 * 1024 * 1024;

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
 * itself if it is an array and `lists` is `['']`. Holds one record in memory at a time. Rejects everything that
 * JSON.parse rejects. A document that ends early is an error, so that an incomplete list never looks complete.
 */
export async function* readRecords(
  chunks: AsyncIterable<Uint8Array>,
  lists: readonly string[],
  maximumRecordBytes = MAXIMUM_RECORD_BYTES,
): AsyncGenerator<ListedRecord> {
  const reader = new RecordReader(lists, maximumRecordBytes);
  for await (const chunk of chunks) yield* reader.push(chunk);
  reader.end();
}

/** What the next byte at the outermost level can be. */
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
 * Parses only the outermost level. A key, value or element is collected up to the byte that can end it; JSON.parse then
 * parses and checks its content.
 */
class RecordReader {
  readonly #lists: readonly string[];
  readonly #maximumRecordBytes: number;
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

  constructor(lists: readonly string[], maximumRecordBytes: number) {
    this.#lists = lists;
    this.#maximumRecordBytes = maximumRecordBytes;
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
      throw new RecordsFault('the response ended early. The records read so far are not all records.', {
        isIncomplete: true,
      });
    const missing = this.#lists.filter((list) => !this.#seen.has(list));
    if (missing.length > 0) throw new RecordsFault(`the response has no list "${missing.join('", "')}".`);
  }

  /** Consumes a byte of the outermost level. Returns false, and consumes nothing, if it starts something to collect. */
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
    // JSON.parse would ignore the first of the two lists, but its records have already been yielded.
    if (this.#seen.has(name)) throw new RecordsFault(`the response has the list "${name}" twice.`);
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

  /** The index after the last byte of what is being collected, or -1 if it continues in the next chunk. */
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
    if (this.#partBytes > this.#maximumRecordBytes)
      throw new RecordsFault(`a record in the response is longer than ${this.#maximumRecordBytes} bytes.`);
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
      // No cause: its message quotes the response, which contains personal data.
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

function notJson(): RecordsFault {
  return new RecordsFault('the response is not the expected JSON.');
}
