const MAXIMUM_LENGTH = 255;

/** The name under which a file is stored and offered, without directories, control characters, and problematic endings. */
export function toStoredFileName(name: string | null | undefined): string | null {
  if (name == null) return null;
  const last = name.split(/[/\\]/).at(-1)!;
  const cleaned = last
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/^[\s.]+|[\s.]+$/g, '')
    .slice(0, MAXIMUM_LENGTH)
    .toWellFormed();
  return cleaned === '' ? null : cleaned;
}
