import { structureFault } from './json-structure.ts';
import { throwSyntax } from './streamed-json-error.ts';

const INITIAL_BYTES = 4096;

/**
 * The body without its spilled strings, as written: the only part of a body that is held in memory. A placeholder
 * stands for each spilled string, so the skeleton is well-formed exactly when the body is.
 */
export class JsonSkeleton {
  readonly #maximumBytes: number;
  #buffer = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  #length = 0;
  #placeholderBytes = 0;

  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes;
  }

  get length(): number {
    return this.#length;
  }

  /** Memory that the skeleton occupies, in bytes. At most twice its length, and never less than 4 KiB. */
  get capacity(): number {
    return this.#buffer.length;
  }

  /** How many bytes of the body fit. Placeholders do not count: the sender did not write them. */
  get room(): number {
    return this.#maximumBytes - (this.#length - this.#placeholderBytes);
  }

  /** The caller appends no more of the body than there is room for. */
  append(bytes: Buffer): void {
    const length = this.#length + bytes.length;
    if (length > this.#buffer.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(length, this.#buffer.length * 2));
      this.#buffer.copy(grown, 0, 0, this.#length);
      this.#buffer = grown;
    }
    bytes.copy(this.#buffer, this.#length);
    this.#length = length;
  }

  /** Appends a string of ASCII letters. */
  appendPlaceholder(text: string): void {
    const bytes = Buffer.from(`"${text}"`, 'latin1');
    this.#placeholderBytes += bytes.length;
    this.append(bytes);
  }

  /** The string whose content was written between two offsets, with its escapes resolved. */
  stringBetween(start: number, end: number): string {
    const written = this.#buffer.toString('utf8', start, end);
    if (!written.includes('\\')) return written;
    try {
      return JSON.parse(`"${written}"`) as string;
    } catch {
      throwSyntax();
    }
  }

  /** Throws if it is not UTF-8. A character that is cut off at the end is left out if the body may go on. */
  text({ mayGoOn }: { mayGoOn: boolean }): string {
    // Removes a byte order mark, as RFC 8259 section 8.1 permits. Other operations accept it too.
    const decoder = new TextDecoder('utf-8', { fatal: true });
    return decoder.decode(this.#buffer.subarray(0, this.#length), { stream: mayGoOn });
  }

  hasStructureFault(): boolean {
    return structureFault(this.#buffer.subarray(0, this.#length)) !== undefined;
  }

  parse(): unknown {
    try {
      return JSON.parse(this.text({ mayGoOn: false }));
    } catch {
      // The parser's message quotes the body, so it is not even kept as the cause.
      throwSyntax();
    }
  }
}
