import type { Fault } from './errors.ts';
import { MAXIMUM_DEPTH, MAXIMUM_PARTS, SHORT_BODY_BYTES } from './limits.ts';

const QUOTE = 0x22;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

export const TOO_DEEP: Fault = {
  property: '',
  code: 'format',
  message: `The body must not be nested more than ${MAXIMUM_DEPTH} levels deep.`,
};

export const TOO_MANY_PARTS: Fault = {
  property: '',
  code: 'length',
  message: `The body has too many properties, objects, and lists. Above ${SHORT_BODY_BYTES.toLocaleString('en')} bytes, it must have at most ${MAXIMUM_PARTS.toLocaleString('en')} in total. Omit properties that the operation does not have, or send several requests.`,
};

/**
 * Finds out whether a JSON text has more properties, objects, and lists than a body may have, or more levels. Before JSON.parse, because to
 * parse and check a body of 4 MiB with 300,000 properties, a million empty objects, or two million levels blocks the process for
 * seconds. To count takes milliseconds, and nothing for a short body, which cannot have enough of them to matter. Values of lists that
 * are neither objects nor lists are cheap, so they do not count. Leaves text that is not JSON to JSON.parse.
 */
export function structureFault(text: Buffer): Fault | undefined {
  const { length } = text;
  if (length <= SHORT_BODY_BYTES) return undefined;
  let [parts, depth] = [0, 0];
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
      case OPENING_BRACKET:
      case OPENING_BRACE:
        parts += 1;
        depth += 1;
        if (depth > MAXIMUM_DEPTH) return TOO_DEEP;
        break;
      case CLOSING_BRACKET:
      case CLOSING_BRACE:
        depth -= 1;
    }
    if (parts > MAXIMUM_PARTS) return TOO_MANY_PARTS;
  }
  return undefined;
}
