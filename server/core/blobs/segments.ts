import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { KEY_BYTES, TAG_BYTES } from '../crypto/sealing.ts';

// How the contents of a blob are divided and sealed. Used by the main thread and by the thread that seals.

/** Contents of one segment of a new blob. See docs/adr/0025-uploads.md. */
export const SEGMENT_BYTES = 512 * 1024;
/** Contents of one segment of a blob whose wrapped key does not say how large they are. */
const FIRST_SEGMENT_BYTES = 64 * 1024;
const MAXIMUM_SEGMENT_BYTES = 4 * 1024 * 1024;

const NONCE_BYTES = 12;
const COUNTER_OFFSET = 7;
const LAST_FLAG_OFFSET = 11;
const SEGMENT_LENGTH_BYTES = 4;

/** What is needed to open a blob, and what its wrapped key contains. */
export interface DataKey {
  key: Buffer;
  segmentBytes: number;
}

/** The key, and in 4 bytes the size of the segments, so that nobody without the master key can change it. */
export function encodeDataKey({ key, segmentBytes }: DataKey): Buffer {
  const length = Buffer.alloc(SEGMENT_LENGTH_BYTES);
  length.writeUInt32BE(segmentBytes);
  return Buffer.concat([key, length]);
}

/** Also decodes what the first version wrote, which is the key alone. Undefined if it is neither. */
export function decodeDataKey(bytes: Buffer): DataKey | undefined {
  const key = bytes.subarray(0, KEY_BYTES);
  if (bytes.length === KEY_BYTES) return { key, segmentBytes: FIRST_SEGMENT_BYTES };
  if (bytes.length !== KEY_BYTES + SEGMENT_LENGTH_BYTES) return undefined;
  const segmentBytes = bytes.readUInt32BE(KEY_BYTES);
  return segmentBytes > 0 && segmentBytes <= MAXIMUM_SEGMENT_BYTES ? { key, segmentBytes } : undefined;
}

/** Seals the segments of one blob in their order, and hashes its contents. */
export class SegmentSealer {
  readonly #key: Uint8Array;
  readonly #hash = createHash('sha256');
  #index = 0;

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  /** Replaces the first `length` bytes of the buffer by the sealed ones, which are TAG_BYTES longer. */
  seal(buffer: Uint8Array, length: number, isLast: boolean): void {
    this.#hash.update(buffer.subarray(0, length));
    const cipher = createCipheriv('aes-256-gcm', this.#key, toNonce(this.#index, isLast), {
      authTagLength: TAG_BYTES,
    });
    const sealed = cipher.update(buffer.subarray(0, length));
    buffer.set(sealed);
    // Node returns what it encrypts in a new buffer. Its memory is freed at once. Otherwise V8 would stop the thread to collect
    // garbage for every second upload of 20 MiB. Compared, because freeing a buffer that others share would damage their bytes.
    if (sealed.length === sealed.buffer.byteLength) sealed.buffer.transfer(0);
    cipher.final();
    buffer.set(cipher.getAuthTag(), length);
    this.#index += 1;
  }

  /** SHA-256 of the contents, in hexadecimal. Call it once, after the last segment. */
  digest(): string {
    return this.#hash.digest('hex');
  }
}

/** The contents of a sealed segment, or undefined if it is not authentic. */
export function openSegment(
  sealed: Buffer,
  key: Buffer,
  { index, isLast }: { index: number; isLast: boolean },
): Buffer | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, toNonce(index, isLast), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const content = decipher.update(sealed.subarray(0, -TAG_BYTES));
  try {
    decipher.final();
  } catch {
    return undefined;
  }
  return content;
}

/** Throws a RangeError at 2^32 segments, because a number must never be reused. */
function toNonce(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUInt32BE(index, COUNTER_OFFSET);
  nonce[LAST_FLAG_OFFSET] = isLast ? 1 : 0;
  return nonce;
}
