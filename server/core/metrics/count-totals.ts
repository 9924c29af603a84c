/** What a counter or a histogram of a process has counted since the process last reported it. */
export interface Counted {
  name: string;
  help: string;
  type: 'counter' | 'histogram';
  /** Only of series that are new or have risen. A series is its name and labels as JSON. */
  increases: [series: string, increase: number][];
}

/**
 * What all processes of a service have counted, including those that have ended: to Prometheus, a counter that falls is one that
 * began again, and everything it still shows would have happened a second time. Only increases are added, so the size is that of
 * one process, however many end. Without prom-client, which is too large for a process that only supervises.
 */
export class CountTotals {
  readonly #metrics = new Map<string, Omit<Counted, 'increases'> & { series: Map<string, number> }>();

  add(counted: readonly Counted[]): void {
    for (const { increases, ...metric } of counted) {
      const known = this.#metrics.get(metric.name) ?? { ...metric, series: new Map<string, number>() };
      this.#metrics.set(metric.name, known);
      for (const [series, increase] of increases)
        known.series.set(series, (known.series.get(series) ?? 0) + increase);
    }
  }

  /** In the format that prom-client merges. */
  toMetrics(): object[] {
    return [...this.#metrics.values()].map(({ series, ...metric }) => ({
      ...metric,
      aggregator: 'sum',
      values: [...series].map(([text, value]) => {
        const [metricName, labels] = JSON.parse(text);
        return { metricName, labels, value };
      }),
    }));
  }
}
