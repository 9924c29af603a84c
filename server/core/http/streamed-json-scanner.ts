import {
  BACKSLASH,
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COLON,
  COMMA,
  isWhiteSpace,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTE,
} from './json-bytes.ts';
import { StreamedJsonError, throwSyntax } from './streamed-json-error.ts';
import { JsonNesting } from './streamed-json-nesting.ts';
import { ANY_INDEX, type PathPattern, type PathSegment, toPath } from './streamed-json-path.ts';
import type { JsonSkeleton } from './streamed-json-skeleton.ts';

/** Where the scanner stands between two bytes. Kept from one chunk to the next. */
type ScannerState = 'betweenTokens' | 'inString' | 'afterBackslash';

/** Why a scan stopped, and the position in the chunk at which the body goes on. */
interface ScanStop {
  /** `spilledString`: the opening quote of a string to spill was passed and `position` is its first byte. */
  reason: 'chunkEnd' | 'spilledString';
  position: number;
}

/** `\u0041` is the longest way to write one byte of a key. */
const MAXIMUM_BYTES_PER_KEY_BYTE = 6;

/**
 * Copies a body into a skeleton, chunk by chunk, and stops at each string to spill. It distinguishes strings, keys and
 * nesting, and leaves every other rule of the grammar to JSON.parse, which reads the skeleton afterwards.
 */
export class JsonScanner {
  readonly #skeleton: JsonSkeleton;
  readonly #nesting: JsonNesting;
  readonly #spill: readonly PathPattern[];
  readonly #spillDepths: ReadonlySet<number>;
  readonly #longestSpillKeyBytes: number;
  #state: ScannerState = 'betweenTokens';
  #isKey = false;
  /** Position in the current chunk up to which the skeleton has it. */
  #copied = 0;

  constructor(
    skeleton: JsonSkeleton,
    { spill, maximumDepth }: { spill: readonly PathPattern[]; maximumDepth: number },
  ) {
    this.#skeleton = skeleton;
    this.#nesting = new JsonNesting(skeleton, maximumDepth);
    this.#spill = spill;
    this.#spillDepths = new Set(spill.map(({ length }) => length));
    const keyBytes = spill.map((pattern) => {
      const last = pattern.at(-1);
      return last === undefined || last === ANY_INDEX ? 0 : Buffer.byteLength(last);
    });
    this.#longestSpillKeyBytes = Math.max(0, ...keyBytes) * MAXIMUM_BYTES_PER_KEY_BYTE;
  }

  /** True where the body may end: outside strings and with every array and object closed. */
  get isComplete(): boolean {
    return this.#state === 'betweenTokens' && this.#nesting.isEmpty;
  }

  /** Where the scanner stands, as keys and indexes from the root. */
  path(): PathSegment[] {
    return this.#nesting.path();
  }

  /**
   * Scans from `start` to the end of the chunk or to the next string to spill. Throws StreamedJsonError. The caller
   * appends a placeholder to the skeleton for a spilled string and continues after its closing quote.
   */
  scan(sent: Buffer, start: number): ScanStop {
    this.#copied = start;
    // Stops where the skeleton is full, so that the error names the property that did not fit.
    const chunk = sent.subarray(0, start + this.#skeleton.room);
    const end = chunk.length;
    let position = start;
    while (position < end) {
      if (this.#state !== 'betweenTokens') {
        position = this.#passString(chunk, position);
        continue;
      }
      const byte = chunk[position]!;
      position += 1;
      if (isWhiteSpace(byte)) continue;
      try {
        if (this.#nesting.isRootClosed) throwSyntax();
        if (byte !== QUOTE) this.#passStructure(byte);
        else if (this.#isSpilled(chunk, position - 1)) return { reason: 'spilledString', position };
        else this.#openString(position);
      } catch (error) {
        // The skeleton then ends with what cannot be read, so that its place can be found.
        this.#copyUpTo(chunk, position);
        throw error;
      }
    }
    this.#copyUpTo(chunk, end);
    if (end < sent.length) {
      throw new StreamedJsonError('tooLarge', 'The body without its Base64 values is larger than allowed.', {
        limit: 'skeleton',
        path: toPath(this.path()),
      });
    }
    return { reason: 'chunkEnd', position: end };
  }

  /** Returns the position after the closing quote, or the chunk's end when the string goes on in the next chunk. */
  #passString(chunk: Buffer, start: number): number {
    for (let position = start; position < chunk.length; position += 1) {
      const byte = chunk[position]!;
      if (this.#state === 'afterBackslash') this.#state = 'inString';
      else if (byte === BACKSLASH) this.#state = 'afterBackslash';
      else if (byte === QUOTE) {
        this.#closeString(position);
        return position + 1;
      }
    }
    return chunk.length;
  }

  /** Numbers and the literals true, false and null change nothing here. */
  #passStructure(byte: number): void {
    if (byte === OPENING_BRACE) this.#nesting.open('object');
    else if (byte === OPENING_BRACKET) this.#nesting.open('array');
    else if (byte === CLOSING_BRACE) this.#nesting.close('object');
    else if (byte === CLOSING_BRACKET) this.#nesting.close('array');
    else if (byte === COLON) this.#nesting.passColon();
    else if (byte === COMMA) this.#nesting.passComma();
  }

  /** Whether the string with this opening quote is at a place to spill. If so, the chunk is copied up to it. */
  #isSpilled(chunk: Buffer, quote: number): boolean {
    const innermost = this.#nesting.innermost;
    if (innermost?.expects !== 'value' || !this.#spillDepths.has(this.#nesting.depth)) return false;
    if (innermost.keyEnd - innermost.keyStart > this.#longestSpillKeyBytes) return false;
    this.#copyUpTo(chunk, quote);
    return this.#spill.some((pattern) => this.#nesting.isAt(pattern));
  }

  #openString(contentStart: number): void {
    const innermost = this.#nesting.innermost;
    if (innermost?.expects === 'colon') throwSyntax();
    this.#isKey = innermost?.expects === 'key';
    if (innermost?.expects === 'key') {
      innermost.keyStart = this.#skeletonOffset(contentStart);
      innermost.key = undefined;
    }
    this.#state = 'inString';
  }

  #closeString(contentEnd: number): void {
    this.#state = 'betweenTokens';
    if (!this.#isKey) return;
    const object = this.#nesting.innermost!;
    object.keyEnd = this.#skeletonOffset(contentEnd);
    object.expects = 'colon';
  }

  #copyUpTo(chunk: Buffer, position: number): void {
    this.#skeleton.append(chunk.subarray(this.#copied, position));
    this.#copied = position;
  }

  /** Where a position of the current chunk is, or will be, in the skeleton. */
  #skeletonOffset(position: number): number {
    return this.#skeleton.length + position - this.#copied;
  }
}
