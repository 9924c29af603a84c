import { setTimeout as delay } from 'node:timers/promises';

const FIRST_DELAY_MS = 1000;
const MAXIMUM_DELAY_MS = 30_000;
/** A database that runs this long has recovered, so the next restart does not wait. */
const RECOVERED_MS = 60_000;

/** Restarts the embedded database as often as it exits: at once, and with growing delays if it exits soon again. */
export class DatabaseRestarts {
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #failures = 0;
  #startedAtMs = -Infinity;

  /** Repeats `start` until it succeeds. Calls run one after another. */
  run(
    start: () => Promise<void>,
    onFailure: (failure: { error: unknown; delayMs: number }) => void,
  ): Promise<void> {
    if (Date.now() - this.#startedAtMs > RECOVERED_MS) this.#failures = 0;
    this.#running = this.#running.then(() => this.#repeat(start, onFailure));
    return this.#running;
  }

  /** Waits for a start that is running. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #repeat(
    start: () => Promise<void>,
    onFailure: (failure: { error: unknown; delayMs: number }) => void,
  ): Promise<void> {
    const { signal } = this.#stopping;
    let delayMs = this.#nextDelay();
    for (;;) {
      await delay(delayMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      try {
        await start();
        this.#startedAtMs = Date.now();
        return;
      } catch (error) {
        delayMs = this.#nextDelay();
        onFailure({ error, delayMs });
      }
    }
  }

  /** 0, then 1 s, 2 s, 4 s, … */
  #nextDelay(): number {
    const delayMs = this.#failures === 0 ? 0 : FIRST_DELAY_MS * 2 ** Math.min(this.#failures - 1, 10);
    this.#failures += 1;
    return Math.min(MAXIMUM_DELAY_MS, delayMs);
  }
}
