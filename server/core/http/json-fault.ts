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

/** The search takes 15 ms for so many characters, in which the process answers nobody. */
const LONGEST_SEARCHED = 65_536;

/** Undefined if the text is JSON, or too long to be searched. */
export function toJsonFault(text: string): JsonFault | undefined {
  if (isTooLong(text)) return canGoOn(text) ? 'end' : undefined;
  const index = findJsonFault(text);
  if (index === undefined) return undefined;
  return index === text.length ? 'end' : toPlace(text, index);
}

export const isTooLong = (text: string): boolean => text.length > LONGEST_SEARCHED;

export function toPlace(text: string, index: number): Place {
  const lines = text.slice(0, index).split(/\r\n?|\n/);
  return { line: lines.length, column: lines.at(-1)!.length + 1 };
}

/**
 * The index of the first character that JSON.parse cannot read: the length of the text if it ends too early, undefined if the text
 * is JSON. JSON.parse names no position for the most frequent faults, such as a comma before a closing bracket, but it says of each
 * beginning whether only its end is missing. So the longest such beginning is searched for, with about twenty parses.
 */
export function findJsonFault(text: string): number | undefined {
  if (readFault(text) === undefined) return undefined;
  let [shortest, longest] = [0, text.length];
  while (shortest < longest) {
    const middle = Math.ceil((shortest + longest) / 2);
    if (canGoOn(text.slice(0, middle))) shortest = middle;
    else longest = middle - 1;
  }
  return shortest;
}

/** Whether the text is JSON, or the beginning of one. */
export function canGoOn(text: string): boolean {
  const message = readFault(text);
  if (message === undefined || message === 'Unexpected end of JSON input') return true;
  // At the end of the message, because others end with a quote of the text.
  return / at position (\d+) \(line \d+ column \d+\)$/.exec(message)?.[1] === String(text.length);
}

function readFault(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return (error as SyntaxError).message;
  }
}
