const SAMPLE_MS = 1000;
/** After this many requests, caches are filled and code is compiled. */
const WARM_UP_REQUESTS = 100_000;
const PERMITTED_GROWTH = 1.1;

/** How to measure the memory of all processes of a service, in MiB. */
export interface MemoryMeasure {
  resident(): Promise<number>;
  /**
   * After all processes have collected their garbage, while no request is in progress: those would count with their number and
   * size. This is what a leak makes grow.
   */
  residentWithoutGarbage(): Promise<number>;
}

interface Sample {
  sent: number;
  memory: number;
}

/** The memory of the service during a run. */
export class MemoryCurve {
  readonly #measure: MemoryMeasure;
  #latest = 0;
  #peak = 0;
  readonly #withoutGarbage: Sample[] = [];
  #timer: NodeJS.Timeout | undefined;
  #measuring: Promise<void> = Promise.resolve();

  constructor(measure: MemoryMeasure) {
    this.#measure = measure;
  }

  start(sent: () => number): void {
    this.#timer = setInterval(() => {
      this.#measuring = this.#measuring.then(async () => {
        this.#latest = Math.round(await this.#measure.resident());
        this.#peak = Math.max(this.#peak, this.#latest);
        // After the first 100,000 requests, the next 100,000, and so on.
        if (sent() < (this.#withoutGarbage.length + 1) * WARM_UP_REQUESTS) return;
        const memory = Math.round(await this.#measure.residentWithoutGarbage());
        this.#withoutGarbage.push({ sent: sent(), memory });
      });
    }, SAMPLE_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#measuring;
  }

  get latest(): number {
    return this.#latest;
  }

  describe(): string {
    const points = this.#withoutGarbage.map(({ sent, memory }) => `${memory} after ${sent}`);
    return `memory without garbage, MiB after requests: ${points.join(', ') || 'not measured'}; peak with garbage: ${this.#peak} MiB`;
  }

  /** Empty for a run that ends before the memory could grow. */
  faults(): string[] {
    const [first] = this.#withoutGarbage;
    const last = this.#withoutGarbage.at(-1);
    if (first === undefined || last === undefined || last.memory <= first.memory * PERMITTED_GROWTH)
      return [];
    return [
      `memory has grown from ${first.memory} MiB after ${first.sent} requests to ${last.memory} MiB after ${last.sent}`,
    ];
  }
}
