import { createHash } from 'node:crypto';

export const MAXIMUM_LOGO_BYTES = 256 * 1024;
export const MAXIMUM_LOGO_PIXELS = 4000;

export interface Logo {
  bytes: Buffer;
  type: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
  /** Hexadecimal. */
  sha256: string;
}

type Size = Pick<Logo, 'type' | 'width' | 'height'>;

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Without the blanks at the end: a second part that matches blanks would make the time quadratic. */
const BASE64 = /^(?:data:[^,]{0,200};base64,)?([A-Za-z0-9+/\s]+={0,2})$/;

/** Decodes Base64, with or without the prefix of a data URL. Returns undefined for other text. */
export function decodeBase64(text: string): Buffer | undefined {
  const match = BASE64.exec(text.trimEnd());
  return match === null ? undefined : Buffer.from(match[1]!, 'base64');
}

/**
 * Reads the type and size of an image from its contents. Returns undefined for anything but PNG and JPEG. SVG is not among
 * them, because it can contain scripts.
 */
export function readLogo(bytes: Buffer): Logo | undefined {
  const size = pngSize(bytes) ?? jpegSize(bytes);
  if (size === undefined || size.width === 0 || size.height === 0) return undefined;
  return { bytes, ...size, sha256: createHash('sha256').update(bytes).digest('hex') };
}

function pngSize(bytes: Buffer): Size | undefined {
  // The header chunk comes first: length, name, width, height.
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return undefined;
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Walks through the segments to the one that starts a frame (SOF). */
function jpegSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let position = 2;
  while (position + 9 <= bytes.length && bytes[position] === 0xff) {
    const marker = bytes[position + 1]!;
    if (marker === 0xff) {
      position += 1;
      continue;
    }
    // C4, C8, and CC are tables and extensions, not frames.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return {
        type: 'image/jpeg',
        height: bytes.readUInt16BE(position + 5),
        width: bytes.readUInt16BE(position + 7),
      };
    position += 2 + Math.max(2, bytes.readUInt16BE(position + 2));
  }
  return undefined;
}
