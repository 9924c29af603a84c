import { createHash } from 'node:crypto';
import type { Answer } from './sealing-program.ts';
import type { SealingThread, ThreadChannel } from './sealing-thread.ts';

const BUFFER_BYTES = 512 * 1024;
/** Most bodies are smaller than a buffer, so the first one begins with this size. */
const FIRST_BUFFER_BYTES = 64 * 1024;
/** Buffers that are hashed while the next one fills. */
const MAXIMUM_UNDER_WAY = 2;

/**
 * The SHA-256 of bytes that arrive in pieces. Those of a large body are hashed in the thread that seals. What fits into one buffer
 * is hashed at once, because that takes less time than to wake the thread.
 */
export class LargeHash {
  readonly #thread: SealingThread;
  #buffer: Uint8Array<ArrayBuffer> = Buffer.allocUnsafeSlow(FIRST_BUFFER_BYTES);
  #filled = 0;
  #channel: ThreadChannel | undefined;
  /** The oldest first. */
  readonly #underWay: Promise<Answer>[] = [];

  constructor(thread: SealingThread) {
    this.#thread = thread;
  }

  /**
   * Copies the bytes: to move the buffers of a body instead would cost more for a sender whose pieces are small. The caller waits
   * for the promise, if there is one, before the next call. It rejects with SealingThreadError if the thread has ended.
   */
  update(bytes: Uint8Array): Promise<void> | undefined {
    if (this.#filled + bytes.length > this.#buffer.length) return this.#updateAndPass(bytes);
    this.#buffer.set(bytes, this.#filled);
    this.#filled += bytes.length;
    return undefined;
  }

  /** In hexadecimal. */
  async digest(): Promise<string> {
    const rest = this.#buffer.subarray(0, this.#filled);
    if (this.#channel === undefined) return createHash('sha256').update(rest).digest('hex');
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
      else if (this.#filled === this.#buffer.length) this.#grow();
      const part = bytes.subarray(position, position + this.#buffer.length - this.#filled);
      this.#buffer.set(part, this.#filled);
      this.#filled += part.length;
      position += part.length;
    }
  }

  #grow(): void {
    const larger = Buffer.allocUnsafeSlow(BUFFER_BYTES);
    larger.set(this.#buffer);
    this.#buffer = larger;
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
