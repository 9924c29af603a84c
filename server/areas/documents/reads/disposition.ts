import { encodeExtended } from 'content-disposition';

/**
 * Content-Disposition that offers contents for saving under this name (RFC 6266): in ASCII for old readers, and exactly
 * in the extended notation of RFC 8187, formerly RFC 5987.
 */
export function attachment(fileName: string): string {
  const ascii = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_');
  return `attachment; filename="${ascii}"; filename*=${encodeExtended(fileName)}`;
}
