/**
 * Content-Disposition that offers contents for saving under this name (RFC 6266): in ASCII for old readers, and exactly
 * in the extended notation of RFC 8187, formerly RFC 5987.
 */
export function attachment(fileName: string): string {
  const ascii = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_');
  const exact = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`;
}
