/** If it is still behind after so many reads, each twice as long after the one before, it waits for the next change or list. */
const REPEATS = 8;

/**
 * Reads something again a while after a change, however many follow, and once more if some followed. As long as what was read is behind
 * the changes, it reads on with growing delays. It never reads twice at a time: the reads would overtake or cancel each other.
 */
export class Planned {
  readonly #refresh: () => Promise<unknown>;
  readonly #delayMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isReading = false;
  /** Whether something has changed since the reading was planned. */
  #isStale = false;
  /** Whether something that was read since the reading began is behind the changes. */
  #isBehind = false;
  #repeats = 0;

  constructor(refresh: () => Promise<unknown>, delayMs: number) {
    this.#refresh = refresh;
    this.#delayMs = delayMs;
  }

  plan(): void {
    if (this.#isReading || (this.#timer !== undefined && this.#repeats === 0)) this.#isStale = true;
    else this.#start(0);
  }

  /** What was read, by this or by a page that was opened, is behind the changes. */
  readOn(): void {
    if (this.#isReading) this.#isBehind = true;
    else if (this.#timer === undefined) this.#start(0);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isStale = false;
  }

  #start(repeats: number): void {
    clearTimeout(this.#timer);
    this.#repeats = repeats;
    this.#timer = setTimeout(() => void this.#read(), this.#delayMs * 2 ** repeats);
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    this.#isBehind = false;
    await this.#refresh().catch(() => {});
    this.#isReading = false;
    // It was cancelled meanwhile.
    if (this.#timer === undefined && !this.#isStale) return;
    this.#timer = undefined;
    if (this.#isStale) {
      this.#isStale = false;
      this.#start(0);
    } else if (this.#isBehind && this.#repeats < REPEATS) this.#start(this.#repeats + 1);
  }
}
