import { lengthOf, truncate } from '../text/truncate.ts';

const MAXIMUM_LENGTH = 255;

/** The name under which a file is stored and offered, without directories, control characters, and problematic endings. */
export function toStoredFileName(name: string | null | undefined): string | null {
  if (name == null) return null;
  const last = name.split(/[/\\]/).at(-1)!;
  const cleaned = shorten(trimEnds(last.replaceAll(/[\p{Cc}\p{Cf}]/gu, ''))).toWellFormed();
  return cleaned === '' ? null : cleaned;
}

const EXTENSION = /\.[\p{L}\p{N}]{1,10}$/u;

/** A name that is too long loses the end of its stem, and keeps its extension. */
function shorten(name: string): string {
  if (truncate(name, MAXIMUM_LENGTH) === name) return name;
  const [extension] = EXTENSION.exec(name) ?? [''];
  return trimEnds(truncate(name, MAXIMUM_LENGTH - lengthOf(extension))) + extension;
}

const TRIMMED = /[\s.]/;

/** Removes spaces and dots at both ends. An expression for the end would try each run of them inside a long name in vain. */
function trimEnds(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && TRIMMED.test(text[start]!)) start++;
  while (end > start && TRIMMED.test(text[end - 1]!)) end--;
  return text.slice(start, end);
}
