import { type MetricObject, Registry } from 'prom-client';
import type { Counted } from './count-totals.ts';

/** A process that dies takes what it has counted in this time with it. */
const INTERVAL_MS = 5000;

// Those of prom-client's types are numbers, which it does not use.
const typeOf = ({ type }: MetricObject) => type as unknown as 'counter' | 'histogram' | 'gauge';

/** Reports what a process counts to whoever adds it up over the processes (CountTotals). */
export class CountReports {
  readonly #registry: Registry;
  readonly #send: (counted: Counted[]) => void;
  readonly #reported = new Map<string, number>();
  #last: Promise<void> = Promise.resolve();

  constructor(registry: Registry, send: (counted: Counted[]) => void) {
    this.#registry = registry;
    this.#send = send;
  }

  /** Reports regularly, for as long as the process lives. */
  start(): void {
    // The next report contains what a failed one would have.
    setInterval(() => this.report().catch(() => {}), INTERVAL_MS).unref();
  }

  /** Reports everything that is counted until now. One after another: two at a time would report the same increases. */
  report(): Promise<void> {
    const report = this.#last.then(() => this.#report());
    this.#last = report.catch(() => {});
    return report;
  }

  /** What describes the present of the process, and ends with it. */
  readGauges(): Promise<object[]> {
    return this.#read((metric) => typeOf(metric) === 'gauge');
  }

  async #report(): Promise<void> {
    // Without gauges: reading some of them takes a query.
    const metrics = await this.#read((metric) => typeOf(metric) !== 'gauge');
    const counted = metrics.flatMap((metric): Counted[] => {
      const { name, help, values } = metric;
      const increases = values.flatMap((value) => this.#increaseOf(name, value));
      return increases.length === 0
        ? []
        : [{ name, help, type: typeOf(metric) as Counted['type'], increases }];
    });
    if (counted.length > 0) this.#send(counted);
  }

  #increaseOf(
    name: string,
    { metricName = name, labels, value }: { metricName?: string; labels: object; value: number },
  ): Counted['increases'] {
    const series = JSON.stringify([metricName, labels]);
    const before = this.#reported.get(series);
    if (value === before) return [];
    this.#reported.set(series, value);
    return [[series, value - (before ?? 0)]];
  }

  #read(isWanted: (metric: MetricObject) => boolean) {
    const wanted = new Registry();
    for (const metric of this.#registry.getMetricsAsArray())
      if (isWanted(metric)) wanted.registerMetric(metric as never);
    return wanted.getMetricsAsJSON();
  }
}
