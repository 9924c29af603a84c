/** Runs once after a change, however many follow it, and again if some have followed. */
export class Paced {
  readonly #run: () => void;
  readonly #delayMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStale = false;

  constructor(run: () => void, delayMs: number) {
    this.#run = run;
    this.#delayMs = delayMs;
  }

  plan(): void {
    this.#isStale = true;
    if (this.#timer !== undefined) return;
    this.#isStale = false;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#run();
      if (this.#isStale) this.plan();
    }, this.#delayMs);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
