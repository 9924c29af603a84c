/**
 * Reads something again a while after a change, however many follow, and once more if some followed. It never reads twice at a time: the
 * reads would overtake or cancel each other.
 */
export class Planned {
  readonly #refresh: () => Promise<unknown>;
  readonly #delayMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isReading = false;
  /** Whether something has changed since the reading was planned. */
  #isStale = false;

  constructor(refresh: () => Promise<unknown>, delayMs: number) {
    this.#refresh = refresh;
    this.#delayMs = delayMs;
  }

  plan(): void {
    if (this.#timer !== undefined || this.#isReading) this.#isStale = true;
    else this.#timer = setTimeout(() => void this.#read(), this.#delayMs);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isStale = false;
  }

  async #read(): Promise<void> {
    this.#timer = undefined;
    this.#isReading = true;
    await this.#refresh().catch(() => {});
    this.#isReading = false;
    if (!this.#isStale) return;
    this.#isStale = false;
    this.plan();
  }
}
