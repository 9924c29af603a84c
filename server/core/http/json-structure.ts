import type { Fault } from './errors.ts';
import { MAXIMUM_DEPTH, MAXIMUM_PARTS, SHORT_BODY_BYTES } from './limits.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Between the values of a JSON text. */
const BLANKS: ReadonlySet<number> = new Set(Buffer.from(' \t\r\n'));

export const TOO_DEEP: Fault = {
  property: '',
  code: 'format',
  message: `The body must not be nested more than ${MAXIMUM_DEPTH} levels deep.`,
};

export const TOO_MANY_PARTS: Fault = {
  property: '',
  code: 'length',
  message: `The body has too many properties, objects, lists, and entries of lists. Above ${SHORT_BODY_BYTES.toLocaleString('en')} bytes, it must have at most ${MAXIMUM_PARTS.toLocaleString('en')} in total. Omit properties that the operation does not have, or send several requests.`,
};

/**
 * Finds out whether a JSON text has more properties, objects, lists, and other entries of lists than a body may have, or more levels. Before
 * JSON.parse, because to parse and check a body of 4 MiB with 300,000 properties, a million empty objects or texts, or two million levels
 * blocks the process for seconds. To count takes milliseconds, and nothing for a short body, which cannot have enough of them to matter.
 * Leaves text that is not JSON to JSON.parse.
 */
export function structureFault(text: Buffer): Fault | undefined {
  const { length } = text;
  if (length <= SHORT_BODY_BYTES) return undefined;
  let [parts, depth] = [0, 0];
  /** Whether what is open at a depth is a list. */
  const isList: boolean[] = [];
  for (let at = 0; at < length; at += 1) {
    switch (text[at]) {
      case QUOTE:
        at += 1;
        // A backslash is never the end of a text, nor is what follows it.
        while (at < length && text[at] !== QUOTE) at += text[at] === BACKSLASH ? 2 : 1;
        break;
      case COLON:
        parts += 1;
        break;
      case COMMA:
        if (isList[depth] && !opensAfter(text, at)) parts += 1;
        break;
      case OPENING_BRACKET:
      case OPENING_BRACE:
        parts += 1;
        depth += 1;
        if (depth > MAXIMUM_DEPTH) return TOO_DEEP;
        isList[depth] = text[at] === OPENING_BRACKET;
        break;
      case CLOSING_BRACKET:
      case CLOSING_BRACE:
        depth -= 1;
    }
    if (parts > MAXIMUM_PARTS) return TOO_MANY_PARTS;
  }
  return undefined;
}

/** Whether the next value is an object or a list, which counts by itself. */
function opensAfter(text: Buffer, comma: number): boolean {
  let at = comma + 1;
  while (BLANKS.has(text[at]!)) at += 1;
  return text[at] === OPENING_BRACKET || text[at] === OPENING_BRACE;
}
