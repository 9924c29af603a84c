import { Gauge, type Registry } from 'prom-client';
import { PROCESS_DEADLINE_MS, withDeadline } from '../health/deadline.ts';
import type { Observer } from './observer.ts';

/** A reading that takes longer than a scrape can wait still counts for the next scrapes, for this long. */
const REUSED_MS = 60_000;
/** With many tenants, a reading takes seconds. Then it is not repeated for ten times as long, up to a limit. */
const SLOW_MS = 1000;
const REST = 10;
const MAXIMUM_REST_MS = 30_000;

interface Source<Name extends string> {
  /** The name of the server that is read. With several, it is a label. */
  name: string;
  observer: Observer;
  read(): Promise<Readonly<Record<Name, number>>>;
}

/**
 * Registers gauges whose values describe the whole installation, such as its backlogs, read once per scrape from each server.
 * Only the service that is chosen returns them, so a sum over all services is right. Without a value, the gauge is absent: in the
 * other services, and while the database does not respond, because a 0 would be wrong and the other metrics matter even more.
 * `nowMs` is a clock that never steps.
 */
export function addInstallationGauges<Name extends string>(
  registry: Registry,
  help: Readonly<Record<Name, string>>,
  sources: readonly Source<Name>[],
  nowMs: () => number = () => performance.now(),
): void {
  const labelsOf = ({ name }: Source<Name>) => (sources.length > 1 ? { server: name } : {});
  const readings = sources.map((source) => ({
    labels: labelsOf(source),
    latest: new LatestReading(source.observer, () => source.read(), nowMs),
  }));
  for (const [name, text] of Object.entries(help) as [Name, string][]) {
    const gauge = new Gauge({
      name,
      help: text,
      labelNames: sources.length > 1 ? ['server'] : [],
      registers: [registry],
      aggregator: 'max',
      async collect() {
        await Promise.all(
          readings.map(async ({ labels, latest }) => {
            const values = await latest.get();
            if (values === undefined) gauge.remove(labels);
            else gauge.set(labels, values[name]);
          }),
        );
      },
    });
    for (const { labels } of readings) gauge.remove(labels);
  }
}

class LatestReading<Value> {
  readonly #observer: Observer;
  readonly #read: () => Promise<Value>;
  readonly #nowMs: () => number;
  #running: Promise<Value | undefined> | undefined;
  #last: { value: Value; atMs: number; tookMs: number } | undefined;

  constructor(observer: Observer, read: () => Promise<Value>, nowMs: () => number) {
    this.#observer = observer;
    this.#read = read;
    this.#nowMs = nowMs;
  }

  async get(): Promise<Value | undefined> {
    this.#running ??= this.#readIfChosen().finally(() => {
      this.#running = undefined;
    });
    try {
      return await withDeadline(this.#running, PROCESS_DEADLINE_MS);
    } catch {
      const last = this.#last;
      return last !== undefined && this.#nowMs() - last.atMs < REUSED_MS ? last.value : undefined;
    }
  }

  async #readIfChosen(): Promise<Value | undefined> {
    // Without a response, another service may have been chosen meanwhile, so the last values do not count either.
    if (!(await this.#observer.isChosen().catch(() => false))) {
      this.#last = undefined;
      return undefined;
    }
    const last = this.#last;
    const startedMs = this.#nowMs();
    if (last !== undefined && last.tookMs > SLOW_MS) {
      const restMs = Math.min(REST * last.tookMs, MAXIMUM_REST_MS);
      if (startedMs - last.atMs < restMs) return last.value;
    }
    const value = await this.#read();
    const atMs = this.#nowMs();
    this.#last = { value, atMs, tookMs: atMs - startedMs };
    return value;
  }
}
