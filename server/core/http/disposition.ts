import { encodeExtended } from 'content-disposition';

/**
 * Content-Disposition for a download with this file name (RFC 6266): in ASCII for old clients, and the exact name in the
 * extended notation (RFC 8187).
 */
export function attachment(fileName: string): string {
  const ascii = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_');
  return `attachment; filename="${ascii}"; filename*=${encodeExtended(fileName)}`;
}
