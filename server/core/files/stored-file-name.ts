import { truncate } from '../text/truncate.ts';

const MAXIMUM_LENGTH = 255;

/** The name under which a file is stored and offered, without directories, control characters, and problematic endings. */
export function toStoredFileName(name: string | null | undefined): string | null {
  if (name == null) return null;
  const last = name.split(/[/\\]/).at(-1)!;
  const cleaned = truncate(trimEnds(last.replaceAll(/[\p{Cc}\p{Cf}]/gu, '')), MAXIMUM_LENGTH).toWellFormed();
  return cleaned === '' ? null : cleaned;
}

const TRIMMED = /[\s.]/;

/** Removes spaces and dots at both ends. An expression for the end would try each run of them inside a long name in vain. */
function trimEnds(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && TRIMMED.test(text[start]!)) start++;
  while (end > start && TRIMMED.test(text[end - 1]!)) end--;
  return text.slice(start, end);
}
