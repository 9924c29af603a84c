import { fileTypeFromBuffer } from 'file-type';

// An animated PNG is a PNG whose first image stands for the rest.
const MEDIA_TYPES: Record<string, string> = {
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  'image/apng': 'image/png',
  'image/webp': 'image/webp',
};

/** The media type found in the first bytes; undefined when they are no picture that is taken. What the sender says is not asked. */
export async function detectPicture(head: Uint8Array): Promise<string | undefined> {
  const found = await fileTypeFromBuffer(head);
  return found === undefined ? undefined : MEDIA_TYPES[found.mime];
}
