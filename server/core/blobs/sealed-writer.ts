import { TAG_BYTES } from '../crypto/sealing.ts';
import { BlobTooLargeError, type FinishedSealedBlob } from './sealed-blob.ts';
import type { Answer } from './sealing-program.ts';
import type { SealingThread, ThreadChannel } from './sealing-thread.ts';
import { type DataKey, SegmentSealer } from './segments.ts';
import type { BlobWriter } from './store.ts';

/** Enough for every signature that file type detection checks. */
const HEAD_BYTES = 4100;
/** Most files are smaller than a segment, so the first buffer begins with this size. */
const FIRST_BUFFER_BYTES = 64 * 1024;
/** Segments that are sealed and stored while the next one fills. */
const MAXIMUM_UNDER_WAY = 2;

interface WriterOptions {
  writer: BlobWriter;
  thread: SealingThread;
  dataKey: DataKey;
  description: Pick<FinishedSealedBlob, 'key' | 'wrappedKey' | 'masterKeyId' | 'wrapWith'>;
  maximumBytes: number;
}

/**
 * Seals one blob while its contents arrive. Implements the SpillSink of the body reader. At most three segments are in memory.
 * A blob of a single segment is sealed at once, because that takes less time than to wake the thread.
 */
export class SealedBlobWriter {
  readonly #options: WriterOptions;
  /** The segment that fills, with room for its tag. */
  #buffer: Uint8Array<ArrayBuffer>;
  #filled = 0;
  #sealer: ThreadChannel | undefined;
  /** Segments that are being sealed and stored, the oldest first. Each resolves to its buffer, and waits for the previous one. */
  readonly #underWay: Promise<Answer>[] = [];
  #sizeBytes = 0;
  #head = Buffer.alloc(0);
  #isBusy = false;
  #isClosed = false;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#buffer = allocate(Math.min(FIRST_BUFFER_BYTES, options.dataKey.segmentBytes));
  }

  /** Copies the chunk. Rejects with BlobTooLargeError beyond the maximum, after everything written has been removed. */
  async write(chunk: Uint8Array): Promise<void> {
    this.#begin();
    const { maximumBytes, dataKey } = this.#options;
    this.#sizeBytes += chunk.length;
    if (this.#sizeBytes > maximumBytes) {
      await this.abort();
      throw new BlobTooLargeError(maximumBytes);
    }
    if (this.#head.length < HEAD_BYTES) {
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, HEAD_BYTES - this.#head.length)]);
    }
    for (let position = 0; position < chunk.length; ) {
      // Seal a full segment only once more data follows, because the last one is sealed differently.
      if (this.#filled === dataKey.segmentBytes) await this.#passSegment();
      else if (this.#filled === this.#buffer.length - TAG_BYTES) this.#grow();
      const part = chunk.subarray(position, position + this.#buffer.length - TAG_BYTES - this.#filled);
      this.#buffer.set(part, this.#filled);
      this.#filled += part.length;
      position += part.length;
    }
    this.#isBusy = false;
  }

  /** Makes the blob visible and durable. If it rejects, the caller must abort. */
  async end(): Promise<FinishedSealedBlob> {
    this.#begin();
    const { writer, description } = this.#options;
    const sha256 = this.#sealer === undefined ? await this.#sealHere() : await this.#sealLast(this.#sealer);
    await writer.commit();
    this.#close();
    return { ...description, sizeBytes: this.#sizeBytes, sha256, head: this.#head };
  }

  /** Removes what was written. Does nothing after `end` or when called again. */
  async abort(): Promise<void> {
    if (this.#isClosed) return;
    this.#close();
    // The store takes one call at a time.
    await Promise.allSettled(this.#underWay);
    await this.#options.writer.abort();
  }

  #close(): void {
    this.#isClosed = true;
    this.#options.dataKey.key.fill(0);
    this.#sealer?.close();
  }

  /** Overlapping calls would mix their bytes. */
  #begin(): void {
    if (this.#isClosed) throw new Error('The blob writer is closed.');
    if (this.#isBusy) throw new Error('The previous call of the blob writer is still running or has failed.');
    this.#isBusy = true;
  }

  #grow(): void {
    const larger = allocate(this.#options.dataKey.segmentBytes);
    larger.set(this.#buffer.subarray(0, this.#filled));
    this.#buffer = larger;
  }

  /** Passes the full segment to the thread and continues with another buffer, once one is free. */
  async #passSegment(): Promise<void> {
    const { thread, dataKey } = this.#options;
    this.#sealer ??= thread.open(dataKey.key);
    const stored = this.#sealAndStore(this.#sealer, false);
    // The next call that waits for it reports a failure. Until then it must not count as unhandled.
    stored.catch(() => {});
    this.#underWay.push(stored);
    const isFull = this.#underWay.length > MAXIMUM_UNDER_WAY;
    this.#buffer = isFull ? (await this.#underWay.shift()!).buffer : allocate(dataKey.segmentBytes);
    this.#filled = 0;
  }

  async #sealLast(sealer: ThreadChannel): Promise<string> {
    const stored = this.#sealAndStore(sealer, true);
    this.#underWay.push(stored);
    return (await stored).sha256!;
  }

  async #sealAndStore(sealer: ThreadChannel, isLast: boolean): Promise<Answer> {
    const length = this.#filled;
    const previous = this.#underWay.at(-1);
    const sealing = sealer.send(this.#buffer, length, isLast);
    // If the previous segment fails, nobody waits for this one.
    sealing.catch(() => {});
    await previous;
    const sealed = await sealing;
    await this.#options.writer.write(sealed.buffer.subarray(0, length + TAG_BYTES));
    return sealed;
  }

  async #sealHere(): Promise<string> {
    const { writer, dataKey } = this.#options;
    const sealer = new SegmentSealer(dataKey.key);
    sealer.seal(this.#buffer, this.#filled, true);
    await writer.write(this.#buffer.subarray(0, this.#filled + TAG_BYTES));
    return sealer.digest();
  }
}

function allocate(contentBytes: number): Uint8Array<ArrayBuffer> {
  return Buffer.allocUnsafeSlow(contentBytes + TAG_BYTES);
}
