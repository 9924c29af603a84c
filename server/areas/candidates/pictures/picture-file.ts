/** `size`: the width and height are not readable. `end`: the file breaks off. */
export type PictureFault = 'size' | 'end';

/** The type of the last chunk of a PNG with its checksum, which is always the same because the chunk is empty. */
const PNG_END = Buffer.from('49454e44ae426082', 'hex');
const JPEG_END = Buffer.from('ffd9', 'hex');
const JPEG_SCAN = 0xda;
/** Tables and extensions among the markers C0 to CF. The others start a frame, which has the size. */
const JPEG_NO_FRAMES = [0xc4, 0xc8, 0xcc];

/**
 * Finds what shows that a file is only a part of a picture. The image itself is not decoded: a decoder costs far more than it
 * protects, and browsers show what they can of a damaged image. Bytes after the end are permitted, because cameras write some.
 */
export async function findPictureFault(
  mimeType: string,
  sizeBytes: number,
  contents: AsyncIterable<Uint8Array>,
): Promise<PictureFault | undefined> {
  const file = new Bytes(contents);
  try {
    if (mimeType === 'image/png') return await pngFault(file);
    return mimeType === 'image/webp' ? await webpFault(file, sizeBytes) : await jpegFault(file);
  } finally {
    await file.close();
  }
}

async function pngFault(file: Bytes): Promise<PictureFault | undefined> {
  // The header chunk comes first: signature, length, name, width, height.
  if (!(await file.fill(24)) || file.text(12, 16) !== 'IHDR') return 'size';
  if (file.uint32(16) === 0 || file.uint32(20) === 0) return 'size';
  return (await file.find(PNG_END)) ? undefined : 'end';
}

async function webpFault(file: Bytes, sizeBytes: number): Promise<PictureFault | undefined> {
  if (!(await file.fill(30)) || !hasWebpSize(file)) return 'size';
  // The length does not count itself and the four bytes before it.
  return file.uint32(4, true) + 8 <= sizeBytes ? undefined : 'end';
}

function hasWebpSize(file: Bytes): boolean {
  switch (file.text(12, 16)) {
    case 'VP8 ':
      return (
        file.text(23, 26) === '\x9d\x01\x2a' &&
        (file.uint16(26, true) & 0x3fff) > 0 &&
        (file.uint16(28, true) & 0x3fff) > 0
      );
    case 'VP8L':
      return file.byte(20) === 0x2f;
    case 'VP8X':
      // Both numbers are stored less one, so any value is a size.
      return true;
    default:
      return false;
  }
}

/** Walks through the segments to the scan. The size of the preview in the segment of the camera does not count. */
async function jpegFault(file: Bytes): Promise<PictureFault | undefined> {
  file.position = 2;
  let hasSize = false;
  while (file.has(4) || (await file.fill(4))) {
    const marker = file.byte(1);
    // Fill bytes, and bytes that do not belong here. Decoders skip them.
    if (file.byte(0) !== 0xff || marker === 0xff || marker === 0) {
      file.position += 1;
      continue;
    }
    if (marker === JPEG_SCAN) break;
    if (marker >= 0xc0 && marker <= 0xcf && !JPEG_NO_FRAMES.includes(marker)) {
      if (!(await file.fill(9))) break;
      hasSize = file.uint16(5) > 0 && file.uint16(7) > 0;
    }
    file.position += 2 + Math.max(2, file.uint16(2));
  }
  if (!hasSize) return 'size';
  // The bytes of a scan never look like a marker, so this is not one by chance.
  return (await file.find(JPEG_END)) ? undefined : 'end';
}

/** Contents as they are read. Keeps one chunk. Offsets count from the position. */
class Bytes {
  /** Can be moved beyond what has been read. */
  position = 0;
  #buffer = Buffer.alloc(0);
  readonly #chunks: AsyncIterator<Uint8Array>;

  constructor(contents: AsyncIterable<Uint8Array>) {
    this.#chunks = contents[Symbol.asyncIterator]();
  }

  has(count: number): boolean {
    return this.#buffer.length - this.position >= count;
  }

  /** Reads until so many bytes follow the position. Returns false if the contents end before. */
  async fill(count: number): Promise<boolean> {
    while (!this.has(count)) {
      const { value, done } = await this.#chunks.next();
      if (done) return false;
      const kept = this.#buffer.subarray(this.position);
      this.position = Math.max(0, this.position - this.#buffer.length);
      this.#buffer = Buffer.concat([kept, value]);
    }
    return true;
  }

  /** Whether the bytes follow anywhere. */
  async find(bytes: Buffer): Promise<boolean> {
    while (await this.fill(bytes.length)) {
      if (this.#buffer.includes(bytes, this.position)) return true;
      this.position = this.#buffer.length - bytes.length + 1;
    }
    return false;
  }

  byte(offset: number): number {
    return this.#buffer[this.position + offset]!;
  }

  uint16(offset: number, isLittleEndian = false): number {
    const at = this.position + offset;
    return isLittleEndian ? this.#buffer.readUInt16LE(at) : this.#buffer.readUInt16BE(at);
  }

  uint32(offset: number, isLittleEndian = false): number {
    const at = this.position + offset;
    return isLittleEndian ? this.#buffer.readUInt32LE(at) : this.#buffer.readUInt32BE(at);
  }

  text(start: number, end: number): string {
    return this.#buffer.toString('latin1', this.position + start, this.position + end);
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
