/** What the viewer needs to know about a document. */
export interface Viewable {
  id: number;
  originalFileName: string | null;
  mimeType: string;
  sizeBytes: number;
}

export type Kind = 'pdf' | 'image' | 'text' | 'tooLarge' | 'other';

/** Formats that every browser draws. */
const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp', 'image/avif']);
/** A longer text would block the page while it is laid out. */
const MAXIMUM_TEXT_BYTES = 2_000_000;

/** How the document is shown. The service has detected the media type from the contents. */
export function kindOf({ mimeType, sizeBytes }: Viewable): Kind {
  if (mimeType === 'application/pdf') return 'pdf';
  if (IMAGES.has(mimeType)) return 'image';
  if (mimeType !== 'text/plain') return 'other';
  return sizeBytes > MAXIMUM_TEXT_BYTES ? 'tooLarge' : 'text';
}

/** The text of a file in one of the encodings that editors write. */
export function decodeText(bytes: ArrayBuffer): string {
  const head = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
