/** Writes what has been collected in memory every few seconds, one write after the other. For what a killed process may lose. */
export class PeriodicWrites {
  readonly #write: () => Promise<void>;
  readonly #timer: NodeJS.Timeout;
  #writing: Promise<void> = Promise.resolve();

  /** `write` must not reject. */
  constructor(write: () => Promise<void>, intervalMs: number) {
    this.#write = write;
    this.#timer = setInterval(() => void this.flush(), intervalMs);
    this.#timer.unref();
  }

  /** Writes now, or after the write that is running. Never rejects. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(this.#write);
    return this.#writing;
  }

  /** Writes for the last time. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
