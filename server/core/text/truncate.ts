// Characters are counted as the schemas and PostgreSQL count them. `slice` and `length` count UTF-16 code units, of which an emoji has
// two: they cut it in half, and two texts that differ only there are stored as the same.

/** The first characters of a text. */
export function truncate(text: string, maximumLength: number): string {
  if (text.length <= maximumLength) return text;
  let end = 0;
  for (let length = 0; length < maximumLength && end < text.length; length += 1) end += unitsAt(text, end);
  return text.slice(0, end);
}

/** The number of characters of a text. */
export function lengthOf(text: string): number {
  let length = 0;
  for (let index = 0; index < text.length; index += unitsAt(text, index)) length += 1;
  return length;
}

function unitsAt(text: string, index: number): number {
  return text.codePointAt(index)! > 0xffff ? 2 : 1;
}
