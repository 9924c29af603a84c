import { fileTypeFromBuffer } from 'file-type';

const UNKNOWN = 'application/octet-stream';
// Formats that a browser could run as a page: they are stored as what they are not.
const ACTIVE = /html|svg|xml|javascript/;

/** The media type found in a file's first bytes; the sender's word for it is not asked. */
export async function detectMediaType(head: Uint8Array): Promise<string> {
  const found = await fileTypeFromBuffer(head);
  if (found !== undefined) return ACTIVE.test(found.mime) ? UNKNOWN : found.mime;
  return isPlainText(head) ? 'text/plain' : UNKNOWN;
}

function isPlainText(head: Uint8Array): boolean {
  if (head.length === 0 || head.includes(0)) return false;
  try {
    // The last character may be cut off.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return !/^\s*</.test(text);
  } catch {
    return false;
  }
}
