import { Gauge, type Registry } from 'prom-client';
import { PROCESS_DEADLINE_MS, withDeadline } from '../health/deadline.ts';
import type { Observer } from './observer.ts';

/** A reading that takes longer than a scrape can wait still counts for the next scrapes, for this long. */
const REUSED_MS = 60_000;

/**
 * Registers gauges whose values describe the whole installation, such as its backlogs, read with one function per scrape.
 * Only the service that is chosen returns them, so a sum over all services is right. Without a value, the gauge is absent: in the
 * other services, and while the database does not respond, because a 0 would be wrong and the other metrics matter even more.
 */
export function addInstallationGauges<Name extends string>(
  registry: Registry,
  help: Readonly<Record<Name, string>>,
  observer: Observer,
  read: () => Promise<Readonly<Record<Name, number>>>,
): void {
  const latest = new LatestReading(async () => {
    // Without a response, another service may have been chosen meanwhile, so the last values do not count either.
    const isChosen = await observer.isChosen().catch(() => false);
    return isChosen ? read() : undefined;
  });
  for (const [name, text] of Object.entries(help) as [Name, string][]) {
    const gauge = new Gauge({
      name,
      help: text,
      registers: [registry],
      aggregator: 'max',
      async collect() {
        const values = await latest.get();
        if (values === undefined) gauge.remove();
        else gauge.set(values[name]);
      },
    });
    gauge.remove();
  }
}

class LatestReading<Value> {
  readonly #read: () => Promise<Value>;
  #running: Promise<Value> | undefined;
  #last: { value: Value; atMs: number } | undefined;

  constructor(read: () => Promise<Value>) {
    this.#read = read;
  }

  async get(): Promise<Value | undefined> {
    this.#running ??= this.#read()
      .then((value) => {
        this.#last = { value, atMs: performance.now() };
        return value;
      })
      .finally(() => {
        this.#running = undefined;
      });
    try {
      return await withDeadline(this.#running, PROCESS_DEADLINE_MS);
    } catch {
      const last = this.#last;
      return last !== undefined && performance.now() - last.atMs < REUSED_MS ? last.value : undefined;
    }
  }
}
