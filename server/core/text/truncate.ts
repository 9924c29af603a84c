/**
 * The first characters of a text, counted as the schemas and PostgreSQL count them. `slice` counts UTF-16 code units: it would cut
 * an emoji in half, and two texts that differ only there would be stored as the same.
 */
export function truncate(text: string, maximumLength: number): string {
  if (text.length <= maximumLength) return text;
  let end = 0;
  for (let length = 0; length < maximumLength && end < text.length; length += 1)
    end += text.codePointAt(end)! > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

/** Whether a text has more characters than `maximumLength`, counted like `truncate`. */
export function isLongerThan(text: string, maximumLength: number): boolean {
  return truncate(text, maximumLength).length < text.length;
}
