import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { Answer, Beginning, Order } from './sealing-program.ts';

/** The thread that sealed a blob or hashed a body has ended before that was complete. */
class SealingThreadError extends Error {
  override readonly name = 'SealingThreadError';
  constructor() {
    super('The thread that seals blobs has ended.');
  }
}

/**
 * The thread that hashes and seals large blobs, and hashes large bodies, so that other requests do not wait for it. It is started
 * by the first of them and does not keep the process running. If it ends, what it was working on fails, and the next blob or body
 * starts another thread.
 */
export class SealingThread {
  readonly #onFailure: (error: unknown) => void;
  #worker: Worker | undefined;

  constructor({ onFailure }: { onFailure: (error: unknown) => void }) {
    this.#onFailure = onFailure;
  }

  /** Begins a blob: the channel seals the buffers. The caller must close it. */
  open(key: Uint8Array): ThreadChannel {
    return this.#begin(new Uint8Array(key));
  }

  /** Begins a hash: the channel leaves the buffers as they are. The caller must close it. */
  openHash(): ThreadChannel {
    return this.#begin(undefined);
  }

  /** Ends the thread. What is not complete fails. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #begin(key: Beginning['key']): ThreadChannel {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    return new ThreadChannel(worker, key, () => this.#forget(worker));
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

/** Seals or hashes one sequence of bytes in the thread. Its port keeps the process running until it is closed. */
export class ThreadChannel {
  readonly #port: MessagePort;
  /** One for each buffer that the thread has, in their order. */
  readonly #waiting: PromiseWithResolvers<Answer>[] = [];
  #isClosed = false;

  /** `onEnd` is called if the thread ends, which can be before its `exit` event. The key moves to the thread. */
  constructor(worker: Worker, key: Beginning['key'], onEnd: () => void) {
    const { port1, port2 } = new MessageChannel();
    const beginning: Beginning = { port: port2, key };
    worker.postMessage(beginning, key === undefined ? [port2] : [port2, key.buffer]);
    this.#port = port1;
    port1.on('message', (answer: Answer) => this.#waiting.shift()?.resolve(answer));
    // Also when the thread ends, because its end of the channel is closed then.
    port1.once('close', () => {
      if (!this.#isClosed) onEnd();
      this.#isClosed = true;
      for (const { reject } of this.#waiting.splice(0)) reject(new SealingThreadError());
    });
  }

  /** Moves the buffer to the thread and back. Rejects with SealingThreadError if the thread has ended. */
  send(buffer: Uint8Array<ArrayBuffer>, length: number, isLast: boolean): Promise<Answer> {
    // The port would drop the message without an error.
    if (this.#isClosed) return Promise.reject(new SealingThreadError());
    const waiting = Promise.withResolvers<Answer>();
    this.#waiting.push(waiting);
    const order: Order = { buffer, length, isLast };
    this.#port.postMessage(order, [buffer.buffer]);
    return waiting.promise;
  }

  close(): void {
    this.#isClosed = true;
    this.#port.close();
  }
}
