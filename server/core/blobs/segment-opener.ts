import { TAG_BYTES } from '../crypto/sealing.ts';
import { BlobDamagedError } from './sealed-blob.ts';
import { type DataKey, openSegment } from './segments.ts';
import type { ByteRange } from './store.ts';

interface OpenedSegment {
  content: Buffer;
  /** Where it begins in the contents of the blob. */
  offset: number;
}

/** Opens consecutive segments of a blob from its stored bytes, which come in chunks of any size. Keeps one sealed segment. */
export class SegmentOpener {
  /** The stored bytes that it needs. */
  readonly storedRange: ByteRange;
  readonly #blob: { key: string; sizeBytes: number };
  readonly #dataKey: DataKey;
  readonly #lastIndex: number;
  readonly #finalIndex: number;
  readonly #sealed: Buffer;
  #index: number;
  #filled = 0;

  /** `range` is of the contents. The segments that have its bytes are opened whole. */
  constructor(
    blob: { key: string; sizeBytes: number },
    dataKey: DataKey,
    { start, end }: ByteRange = { start: 0, end: blob.sizeBytes - 1 },
  ) {
    this.#blob = blob;
    this.#dataKey = dataKey;
    const { segmentBytes } = dataKey;
    const sealedBytes = segmentBytes + TAG_BYTES;
    this.#lastIndex = Math.max(0, Math.ceil(blob.sizeBytes / segmentBytes) - 1);
    this.#finalIndex = Math.max(0, Math.floor(end / segmentBytes));
    this.#index = Math.floor(start / segmentBytes);
    this.#sealed = Buffer.allocUnsafeSlow(Math.min(sealedBytes, blob.sizeBytes + TAG_BYTES));
    this.storedRange = {
      start: this.#index * sealedBytes,
      // One byte past the last segment, to detect appended bytes.
      end: (this.#finalIndex + 1) * sealedBytes - (this.#finalIndex === this.#lastIndex ? 0 : 1),
    };
  }

  /** Yields the segments that the chunk completes, each authenticated. Throws BlobDamagedError. */
  *open(chunk: Buffer): Generator<OpenedSegment> {
    const { key, segmentBytes } = this.#dataKey;
    for (let position = 0; position < chunk.length; ) {
      if (this.#index > this.#finalIndex) throw new BlobDamagedError(this.#blob.key, 'length');
      const offset = this.#index * segmentBytes;
      const isLast = this.#index === this.#lastIndex;
      const length = TAG_BYTES + (isLast ? this.#blob.sizeBytes - offset : segmentBytes);
      const copied = chunk.copy(this.#sealed, this.#filled, position, position + length - this.#filled);
      position += copied;
      this.#filled += copied;
      if (this.#filled < length) continue;
      const content = openSegment(this.#sealed.subarray(0, length), key, { index: this.#index, isLast });
      if (content === undefined) throw new BlobDamagedError(this.#blob.key, 'segment');
      yield { content, offset };
      this.#filled = 0;
      this.#index += 1;
    }
  }

  /** Call it after the last chunk. Throws BlobDamagedError if bytes are missing. */
  end(): void {
    if (this.#index <= this.#finalIndex) throw new BlobDamagedError(this.#blob.key, 'length');
  }
}
