import { Histogram, type HistogramConfiguration } from 'prom-client';

interface Series {
  labels: Readonly<Record<string, string>>;
  /** How many values are at most each bound and above the one before it. */
  counts: number[];
  count: number;
  sum: number;
}

type Options = HistogramConfiguration<'operation' | 'status'> & { buckets: number[] };

/**
 * A histogram that finds a series once, not with each value. The one of prom-client checks and concatenates the labels each time,
 * which takes longer than to count. Only what `seriesOf` counts is reported: what `observe` of prom-client would count is not.
 */
export class Durations extends Histogram<'operation' | 'status'> {
  readonly #options: Options;
  readonly #series = new Map<string, Series>();

  constructor(options: Options) {
    super(options);
    this.#options = options;
  }

  /** Returns the function that counts a value. It is the same series for the same labels. */
  seriesOf(operation: string, status: number): (value: number) => void {
    const bounds = this.#options.buckets;
    const key = `${status} ${operation}`;
    const series: Series = this.#series.get(key) ?? {
      labels: { operation, status: String(status) },
      counts: bounds.map(() => 0),
      count: 0,
      sum: 0,
    };
    this.#series.set(key, series);
    const { counts } = series;
    return (value) => {
      series.count += 1;
      series.sum += value;
      for (let index = 0; index < bounds.length; index++) {
        if (value > bounds[index]!) continue;
        counts[index]! += 1;
        return;
      }
    };
  }

  /**
   * What `get` and the registry of prom-client 15 ask for. It is not in its types, so a new version can ask for something else:
   * durations.test.ts compares the text and the sum over processes with its own histogram.
   */
  async getForPromString(): Promise<object> {
    const { name, help } = this.#options;
    // A series without a value is not reported.
    const used = [...this.#series.values()].filter(({ count }) => count > 0);
    const values = used.flatMap((series) => this.#valuesOf(series));
    return { name, help, type: 'histogram', aggregator: 'sum', values };
  }

  #valuesOf({ labels: sharedLabels, counts, count, sum }: Series): object[] {
    const { name, buckets } = this.#options;
    let below = 0;
    const bucketOf = (le: number | string, value: number) => ({
      labels: { le },
      sharedLabels,
      value,
      metricName: `${name}_bucket`,
    });
    return [
      ...counts.map((own, index) => {
        below += own;
        return bucketOf(buckets[index]!, below);
      }),
      bucketOf('+Inf', count),
      { labels: {}, sharedLabels, value: sum, metricName: `${name}_sum` },
      { labels: {}, sharedLabels, value: count, metricName: `${name}_count` },
    ];
  }
}
