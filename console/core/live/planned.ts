/** Reads something again a while after a change, however many follow, and once more if some followed. */
export class Planned {
  readonly #refresh: () => Promise<void>;
  readonly #delayMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether something has changed since the reading was planned. */
  #isStale = false;

  constructor(refresh: () => Promise<void>, delayMs: number) {
    this.#refresh = refresh;
    this.#delayMs = delayMs;
  }

  plan(): void {
    this.#isStale = true;
    if (this.#timer !== undefined) return;
    this.#isStale = false;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#refresh();
      if (this.#isStale) this.plan();
    }, this.#delayMs);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
