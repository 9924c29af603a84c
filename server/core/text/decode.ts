/**
 * Decodes UTF-8, or else windows-1252: German text in windows-1252 is practically never valid UTF-8. With `isCut`, the bytes may end
 * within a character of UTF-8, which is then left out.
 */
export function decodeBytes(bytes: Uint8Array, { isCut = false } = {}): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
