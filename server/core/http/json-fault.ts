/** A place in a text. Both count from 1. Columns are UTF-16 code units, as in the messages of most parsers. */
interface Place {
  line: number;
  column: number;
}

/** Why a body is not JSON: the first place that cannot be read, or it ends too early, or it is not UTF-8. */
export type JsonFault = Place | 'end' | 'encoding';

const MESSAGE = 'The body is not valid JSON in UTF-8';

/** The message for a body that is not JSON. It never quotes the body. */
export function describeJsonFault(fault: JsonFault | undefined): string {
  if (fault === undefined) return `${MESSAGE}.`;
  if (fault === 'end') return `${MESSAGE}: it ends too early. Send all of it.`;
  if (fault === 'encoding') return `${MESSAGE}: it has another encoding. Encode it in UTF-8.`;
  return `${MESSAGE}: line ${fault.line}, column ${fault.column} cannot be read.`;
}

/** Undefined if the text is JSON. */
export function toJsonFault(text: string): JsonFault | undefined {
  const index = findJsonFault(text);
  if (index === undefined) return undefined;
  return index === text.length ? 'end' : toPlace(text, index);
}

export function toPlace(text: string, index: number): Place {
  const lines = text.slice(0, index).split(/\r\n?|\n/);
  return { line: lines.length, column: lines.at(-1)!.length + 1 };
}

/**
 * The index of the first character that JSON.parse cannot read: the length of the text if it ends too early, undefined if the
 * text is JSON. JSON.parse names no position for the most frequent faults, such as a comma before a closing bracket.
 */
export function findJsonFault(text: string): number | undefined {
  return new FaultFinder(text).find();
}

type Expected = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd';

const WHITE_SPACE = /[\t\n\r ]*/y;
const DIGITS = /\d*/y;
// JSON permits the control characters from U+007F on.
const PLAIN_TEXT = /[^"\\[\p{Cc}--[\u007f-\u009f]]]*/vy;
const LITERALS: Readonly<Record<string, string>> = { t: 'true', f: 'false', n: 'null' };

/** Passes the tokens of a text. Each method returns false where it cannot go on, and stays there. */
class FaultFinder {
  readonly #text: string;
  readonly #open: ('array' | 'object')[] = [];
  #at = 0;
  #expected: Expected = 'value';

  constructor(text: string) {
    this.#text = text;
  }

  find(): number | undefined {
    do {
      this.#passAll(WHITE_SPACE);
      if (this.#at < this.#text.length) continue;
      return this.#expected === 'commaOrEnd' && this.#open.length === 0 ? undefined : this.#at;
    } while (this.#passToken());
    return this.#at;
  }

  #passToken(): boolean {
    const character = this.#text[this.#at]!;
    switch (this.#expected) {
      case 'colon':
        return this.#pass(/:/, 'value');
      case 'keyOrEnd':
        return character === '}' ? this.#close() : this.#passString('colon');
      case 'key':
        return this.#passString('colon');
      case 'valueOrEnd':
        return character === ']' ? this.#close() : this.#passValue(character);
      case 'value':
        return this.#passValue(character);
      case 'commaOrEnd': {
        const innermost = this.#open.at(-1);
        if (innermost === undefined) return false;
        if (character === ',') return this.#pass(/,/, innermost === 'array' ? 'value' : 'key');
        return character === (innermost === 'array' ? ']' : '}') && this.#close();
      }
    }
  }

  #passValue(character: string): boolean {
    if (character === '"') return this.#passString('commaOrEnd');
    if (character === '{' || character === '[') {
      this.#open.push(character === '[' ? 'array' : 'object');
      return this.#pass(/./, character === '[' ? 'valueOrEnd' : 'keyOrEnd');
    }
    this.#expected = 'commaOrEnd';
    const literal = LITERALS[character];
    if (literal === undefined) return this.#passNumber();
    return [...literal].every((letter) => this.#text[this.#at] === letter && this.#pass(/./));
  }

  #close(): boolean {
    this.#open.pop();
    return this.#pass(/./, 'commaOrEnd');
  }

  #passString(next: Expected): boolean {
    if (!this.#pass(/"/)) return false;
    for (;;) {
      this.#passAll(PLAIN_TEXT);
      if (!this.#pass(/\\/)) return this.#pass(/"/, next);
      if (!this.#passEscape()) return false;
    }
  }

  #passEscape(): boolean {
    if (!this.#pass(/u/)) return this.#pass(/["\\/bfnrt]/);
    return [1, 2, 3, 4].every(() => this.#pass(/[\da-f]/i));
  }

  #passNumber(): boolean {
    this.#pass(/-/);
    // A number that begins with 0 has no further digits.
    if (!this.#pass(/0/) && !this.#passDigits()) return false;
    if (this.#pass(/\./) && !this.#passDigits()) return false;
    if (!this.#pass(/e/i)) return true;
    this.#pass(/[+-]/);
    return this.#passDigits();
  }

  #passDigits(): boolean {
    return this.#passAll(DIGITS);
  }

  /** Whether there was one. The expression is sticky and matches the empty text. */
  #passAll(wanted: RegExp): boolean {
    const start = this.#at;
    wanted.lastIndex = start;
    wanted.test(this.#text);
    this.#at = wanted.lastIndex;
    return this.#at > start;
  }

  #pass(wanted: RegExp, next = this.#expected): boolean {
    const character = this.#text[this.#at];
    if (character === undefined || !wanted.test(character)) return false;
    this.#at += 1;
    this.#expected = next;
    return true;
  }
}
