import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { BlobOrder, SealedSegment, SegmentOrder } from './sealing-program.ts';

/** The thread that sealed a blob has ended before the blob was complete. */
export class SealingThreadError extends Error {
  override readonly name = 'SealingThreadError';
  constructor() {
    super('The thread that seals blobs has ended.');
  }
}

/**
 * The thread that hashes and seals large blobs, so that other requests do not wait for it. It is started by the first of them
 * and does not keep the process running. If it ends, the blobs that it was sealing fail, and the next one starts another thread.
 */
export class SealingThread {
  readonly #onFailure: (error: unknown) => void;
  #worker: Worker | undefined;

  constructor({ onFailure }: { onFailure: (error: unknown) => void }) {
    this.#onFailure = onFailure;
  }

  /** Begins a blob. The caller must close it. */
  open(key: Uint8Array): ThreadSealer {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    return new ThreadSealer(worker, key, () => this.#forget(worker));
  }

  /** Ends the thread. Blobs that are not complete fail. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./sealing-program.ts', import.meta.url), { execArgv: [] });
    worker.on('error', this.#onFailure);
    worker.once('exit', () => this.#forget(worker));
    worker.unref();
    return worker;
  }

  #forget(worker: Worker): void {
    if (this.#worker === worker) this.#worker = undefined;
  }
}

/** Seals one blob in the thread. Its port keeps the process running until it is closed. */
export class ThreadSealer {
  readonly #port: MessagePort;
  /** One for each segment that the thread has, in their order. */
  readonly #waiting: PromiseWithResolvers<SealedSegment>[] = [];
  #isClosed = false;

  /** `onEnd` is called if the thread ends, which can be before its `exit` event. */
  constructor(worker: Worker, key: Uint8Array, onEnd: () => void) {
    const { port1, port2 } = new MessageChannel();
    const order: BlobOrder = { port: port2, key: new Uint8Array(key) };
    worker.postMessage(order, [port2, order.key.buffer]);
    this.#port = port1;
    port1.on('message', (sealed: SealedSegment) => this.#waiting.shift()?.resolve(sealed));
    // Also when the thread ends, because its end of the channel is closed then.
    port1.once('close', () => {
      if (!this.#isClosed) onEnd();
      this.#isClosed = true;
      for (const { reject } of this.#waiting.splice(0)) reject(new SealingThreadError());
    });
  }

  /** Moves the buffer to the thread and back. Rejects with SealingThreadError if the thread has ended. */
  seal(buffer: Uint8Array<ArrayBuffer>, length: number, isLast: boolean): Promise<SealedSegment> {
    // The port would drop the message without an error.
    if (this.#isClosed) return Promise.reject(new SealingThreadError());
    const waiting = Promise.withResolvers<SealedSegment>();
    this.#waiting.push(waiting);
    const order: SegmentOrder = { buffer, length, isLast };
    this.#port.postMessage(order, [buffer.buffer]);
    return waiting.promise;
  }

  close(): void {
    this.#isClosed = true;
    this.#port.close();
  }
}
