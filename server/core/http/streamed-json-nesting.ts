import { StreamedJsonError, throwSyntax } from './streamed-json-error.ts';
import { ANY_INDEX, type PathPattern, type PathSegment } from './streamed-json-path.ts';
import type { JsonSkeleton } from './streamed-json-skeleton.ts';

/** An array or object that is open where the scanner stands. */
interface OpenContainer {
  readonly kind: 'array' | 'object';
  /** The next token that may follow; `value` also stands for the comma after it. An array always expects a value. */
  expects: 'key' | 'colon' | 'value';
  /** Of an array: index of the element that is being read. */
  index: number;
  /** Of an object: offsets into the skeleton of the latest key without its quotes. It is decoded only when needed. */
  keyStart: number;
  keyEnd: number;
  key: string | undefined;
}

/** The arrays and objects that are open where a scanner stands, outermost first. */
export class JsonNesting {
  readonly #skeleton: JsonSkeleton;
  readonly #maximumDepth: number;
  readonly #open: OpenContainer[] = [];
  #rootClosed = false;

  constructor(skeleton: JsonSkeleton, maximumDepth: number) {
    this.#skeleton = skeleton;
    this.#maximumDepth = maximumDepth;
  }

  get innermost(): OpenContainer | undefined {
    return this.#open.at(-1);
  }

  /** Number of arrays and objects that are open. */
  get depth(): number {
    return this.#open.length;
  }

  get isEmpty(): boolean {
    return this.#open.length === 0;
  }

  /** True after the array or object that is the whole body: only white space may follow. */
  get isRootClosed(): boolean {
    return this.#rootClosed;
  }

  open(kind: 'array' | 'object'): void {
    if (this.#open.length >= this.#maximumDepth) {
      throw new StreamedJsonError('tooDeep', 'The body is nested more deeply than allowed.');
    }
    const expects = kind === 'array' ? 'value' : 'key';
    this.#open.push({ kind, expects, index: 0, keyStart: 0, keyEnd: 0, key: undefined });
  }

  close(kind: 'array' | 'object'): void {
    if (this.#open.pop()?.kind !== kind) throwSyntax();
    this.#rootClosed = this.#open.length === 0;
  }

  passColon(): void {
    const innermost = this.innermost;
    if (innermost?.expects !== 'colon') throwSyntax();
    innermost.expects = 'value';
  }

  passComma(): void {
    const innermost = this.innermost;
    if (innermost?.expects !== 'value') throwSyntax();
    if (innermost.kind === 'array') innermost.index += 1;
    else innermost.expects = 'key';
  }

  /** The object's current key. Decoded once and then shared by every path through it, so a huge key is held once. */
  #keyOf(object: OpenContainer): string {
    object.key ??= this.#skeleton.stringBetween(object.keyStart, object.keyEnd);
    return object.key;
  }

  /** Whether the value that is being read is at this place. Compares the innermost names first, because most differ there. */
  isAt(pattern: PathPattern): boolean {
    if (pattern.length !== this.#open.length) return false;
    for (let level = pattern.length - 1; level >= 0; level -= 1) {
      const container = this.#open[level]!;
      const segment = container.kind === 'array' ? ANY_INDEX : this.#keyOf(container);
      if (segment !== pattern[level]) return false;
    }
    return true;
  }

  /** Indexes and keys that lead from the root to the value that is being read. Between two values, to what contains them. */
  path(): PathSegment[] {
    // Where a key is expected, the latest one belongs to a value that was read.
    return this.#open
      .filter(({ expects }) => expects !== 'key')
      .map((container) => (container.kind === 'array' ? container.index : this.#keyOf(container)));
  }
}
