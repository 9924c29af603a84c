const SAMPLE_MS = 1000;
/** After this many requests, caches are filled and code is compiled. */
const WARM_UP_REQUESTS = 100_000;
const PERMITTED_GROWTH = 1.1;
const POINTS = 12;
/** Memory rises and falls with garbage collections, so a point of the curve is a median. */
const MEDIAN_OF = 15;

/** The memory of the service during a run. */
export class MemoryCurve {
  readonly #measure: () => Promise<number>;
  readonly #requests: number;
  readonly #samples: { sent: number; memory: number }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #measuring: Promise<void> = Promise.resolve();

  constructor(measure: () => Promise<number>, requests: number) {
    this.#measure = measure;
    this.#requests = requests;
  }

  start(sent: () => number): void {
    this.#timer = setInterval(() => {
      this.#measuring = this.#measuring.then(async () => {
        this.#samples.push({ sent: sent(), memory: Math.round(await this.#measure()) });
      });
    }, SAMPLE_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#measuring;
  }

  get latest(): number {
    return this.#samples.at(-1)?.memory ?? 0;
  }

  describe(): string {
    const step = Math.max(Math.ceil(this.#samples.length / POINTS), 1);
    const points = this.#samples.filter((_, index) => index % step === step - 1);
    return `memory, MiB after requests: ${points.map(({ sent, memory }) => `${memory} after ${sent}`).join(', ')}`;
  }

  /** Empty for a run that ends before the memory could grow. */
  faults(): string[] {
    if (this.#requests < WARM_UP_REQUESTS * 1.5) return [];
    const warm = this.#samples.findIndex(({ sent }) => sent >= WARM_UP_REQUESTS);
    if (warm === -1) return [];
    const before = median(this.#samples.slice(warm, warm + MEDIAN_OF));
    const after = median(this.#samples.slice(-MEDIAN_OF));
    console.log(`memory: ${before} MiB after ${WARM_UP_REQUESTS} requests, ${after} MiB at the end`);
    return after > before * PERMITTED_GROWTH
      ? [`memory has grown from ${before} MiB to ${after} MiB since ${WARM_UP_REQUESTS} requests`]
      : [];
  }
}

function median(samples: readonly { memory: number }[]): number {
  return samples.map(({ memory }) => memory).sort((a, b) => a - b)[Math.floor(samples.length / 2)] ?? 0;
}
