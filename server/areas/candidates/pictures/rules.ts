// An animated PNG counts as a PNG. Decoders without support for the animation show its first image.
const MEDIA_TYPES: Record<string, string> = {
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  'image/apng': 'image/png',
  'image/webp': 'image/webp',
};

/** The media type detected from the first bytes, or undefined if it is not accepted. Ignores the type in the request. */
export async function detectPicture(head: Uint8Array): Promise<string | undefined> {
  // Loaded with the first file, because it has a parser for every format.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head);
  return found === undefined ? undefined : MEDIA_TYPES[found.mime];
}
