import { createHash, type Hash } from 'node:crypto';
import type { Answer } from './sealing-program.ts';
import type { SealingThread, ThreadChannel } from './sealing-thread.ts';

const BUFFER_BYTES = 512 * 1024;
/** Buffers that are hashed while the next one fills. */
const MAXIMUM_UNDER_WAY = 2;

/**
 * The SHA-256 of bytes that arrive in pieces. Those of a large body are hashed in the thread that seals. What is known to fit
 * into one buffer is hashed where it arrives, because that takes less time than to wake the thread.
 */
export class LargeHash {
  readonly #thread: SealingThread;
  readonly #small: Hash | undefined;
  #buffer: Uint8Array<ArrayBuffer> = Buffer.alloc(0);
  #filled = 0;
  #channel: ThreadChannel | undefined;
  /** The oldest first. */
  readonly #underWay: Promise<Answer>[] = [];

  /** `expectedBytes`: how many there are at most, if that is known. */
  constructor(thread: SealingThread, expectedBytes = Infinity) {
    this.#thread = thread;
    if (expectedBytes <= BUFFER_BYTES) this.#small = createHash('sha256');
    else this.#buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  }

  /**
   * Copies the bytes: to move the buffers of a body instead would cost more for a sender whose pieces are small. The caller waits
   * for the promise, if there is one, before the next call. It rejects with SealingThreadError if the thread has ended.
   */
  update(bytes: Uint8Array): Promise<void> | undefined {
    if (this.#small !== undefined) return void this.#small.update(bytes);
    if (this.#filled + bytes.length > BUFFER_BYTES) return this.#updateAndPass(bytes);
    this.#buffer.set(bytes, this.#filled);
    this.#filled += bytes.length;
    return undefined;
  }

  /** In hexadecimal. */
  async digest(): Promise<string> {
    if (this.#small !== undefined) return this.#small.digest('hex');
    this.#channel ??= this.#thread.openHash();
    // A failure of an earlier buffer is one of the channel, so the last one fails too.
    const { sha256 } = await this.#channel.send(this.#buffer, this.#filled, true);
    return sha256!;
  }

  /** Idempotent. Must be called, because the channel keeps the process running. */
  close(): void {
    this.#channel?.close();
  }

  async #updateAndPass(bytes: Uint8Array): Promise<void> {
    for (let position = 0; position < bytes.length; ) {
      if (this.#filled === BUFFER_BYTES) await this.#pass();
      const part = bytes.subarray(position, position + BUFFER_BYTES - this.#filled);
      this.#buffer.set(part, this.#filled);
      this.#filled += part.length;
      position += part.length;
    }
  }

  async #pass(): Promise<void> {
    this.#channel ??= this.#thread.openHash();
    const hashed = this.#channel.send(this.#buffer, this.#filled, false);
    // The next call that waits for it reports a failure. Until then it must not count as unhandled.
    hashed.catch(() => {});
    this.#underWay.push(hashed);
    const isFull = this.#underWay.length > MAXIMUM_UNDER_WAY;
    this.#buffer = isFull ? (await this.#underWay.shift()!).buffer : Buffer.allocUnsafeSlow(BUFFER_BYTES);
    this.#filled = 0;
  }
}
