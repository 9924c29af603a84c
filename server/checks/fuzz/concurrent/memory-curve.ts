const SAMPLE_MS = 1000;
/** After this many requests, caches are filled and code is compiled. */
const WARM_UP_REQUESTS = 100_000;
const PERMITTED_GROWTH = 1.1;

/** How to measure the memory of all processes of a service, in MiB. */
export interface MemoryMeasure {
  resident(): Promise<number>;
  /**
   * After all processes have collected their garbage, while no request is in progress: those would count with their number and
   * size. `inUse` is what a leak makes grow: objects, and memory outside of the heap that they hold. `resident` also counts what
   * the allocators keep for later, which goes up and down by a tenth.
   */
  withoutGarbage(): Promise<{ inUse: number; resident: number }>;
}

interface Sample {
  sent: number;
  inUse: number;
  resident: number;
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
        const { inUse, resident } = await this.#measure.withoutGarbage();
        this.#withoutGarbage.push({
          sent: sent(),
          inUse: Math.round(inUse),
          resident: Math.round(resident),
        });
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
    const points = this.#withoutGarbage.map(
      ({ sent, inUse, resident }) => `${inUse} of ${resident} after ${sent}`,
    );
    return `memory in use of resident memory, without garbage, MiB after requests: ${points.join(', ') || 'not measured'}; peak with garbage: ${this.#peak} MiB`;
  }

  /** Empty for a run that ends before the memory could grow. */
  faults(): string[] {
    const [first] = this.#withoutGarbage;
    const last = this.#withoutGarbage.at(-1);
    if (first === undefined || last === undefined) return [];
    return (['inUse', 'resident'] as const)
      .filter((name) => this.#typicalEnd(name) > first[name] * PERMITTED_GROWTH)
      .map(
        (name) =>
          `${name}: memory has grown from ${first[name]} MiB after ${first.sent} requests to ${this.#typicalEnd(name)} MiB at the end`,
      );
  }

  /** The median of the last three measurements. */
  #typicalEnd(name: 'inUse' | 'resident'): number {
    const last = this.#withoutGarbage.slice(-3).map((sample) => sample[name]);
    return last.sort((a, b) => a - b)[last.length >> 1]!;
  }
}
