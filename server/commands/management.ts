import type { Settings } from '../config.ts';
import {
  type Checks,
  type HealthReport,
  mergeChecks,
  statusCodeOf,
  toReport,
  toStateReport,
} from '../core/health/report.ts';
import type { ManagementServer } from './management-server.ts';
import { explainPortError } from './port.ts';
import type { Supervisor } from './supervisor.ts';

/**
 * The management port: health and metrics of all processes together, in one place. The primary serves it, because it is there
 * from the first second of a start to the end of a stop, and because it sees processes that have died or hang.
 */
export class Management {
  readonly #settings: Settings;
  #server: ManagementServer | undefined;
  #supervisor: Supervisor | undefined;
  #state: 'starting' | 'running' | 'stopping' = 'starting';

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Listens if MANAGEMENT_PORT is not off. Replaces port 0 in the settings by the port that the system chose. */
  async listen(): Promise<void> {
    const { managementPort: port, managementHost: host } = this.#settings;
    if (port === undefined) return;
    // Loaded only with a management port, because HTTP takes several megabytes: the supervisor should stay small.
    const { ManagementServer } = await import('./management-server.ts');
    const server = new ManagementServer({
      '/health/started': async () => this.#started(),
      '/health/live': () => this.#live(),
      '/health/ready': () => this.#ready(),
      '/metrics': async () => ({ status: 200, text: await this.#metrics() }),
    });
    try {
      this.#settings.managementPort = await server.listen({ host, port });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw (
        explainPortError(code, { host, port }, { host: 'MANAGEMENT_HOST', port: 'MANAGEMENT_PORT' }) ?? error
      );
    }
    this.#server = server;
  }

  observe(supervisor: Supervisor): void {
    this.#supervisor = supervisor;
  }

  enter(state: 'running' | 'stopping'): void {
    this.#state = state;
  }

  close(): Promise<void> {
    return this.#server?.close() ?? Promise.resolve();
  }

  #started() {
    return this.#state === 'starting'
      ? { status: 503, json: { status: 'starting' } }
      : { status: 200, json: { status: 'started' } };
  }

  /** A process that ends is replaced. One that hangs is not, so only a restart of the service helps. */
  async #live() {
    const { unresponsive } = await this.#survey();
    if (unresponsive === 0) return { status: 200, json: { status: 'live' } };
    return { status: 503, json: { status: 'not live', reason: toUnresponsive(unresponsive) } };
  }

  async #ready() {
    const report = await this.#report();
    return { status: statusCodeOf(report), json: report };
  }

  async #report(): Promise<HealthReport> {
    if (this.#state !== 'running') return toStateReport(this.#state);
    const { parts, running, unresponsive, expected } = await this.#survey();
    const missing = expected - running;
    const processes = missing > 0 ? 'missing' : unresponsive > 0 ? 'unresponsive' : 'ok';
    return toReport(
      { ...mergeChecks(parts), processes },
      {
        essential: [
          'database',
          ...(this.#settings.role === 'worker' ? (['queue'] as const) : []),
          ...(parts.length === 0 ? (['processes'] as const) : []),
        ],
        reasons: {
          processes: [
            ...(missing > 0
              ? [`${missing} of ${expected} processes ${missing === 1 ? 'is' : 'are'} not running.`]
              : []),
            ...(unresponsive > 0 ? [toUnresponsive(unresponsive)] : []),
          ].join(' '),
        },
      },
    );
  }

  /** What the processes that run report about themselves. */
  async #survey(): Promise<{ parts: Checks[]; running: number; unresponsive: number; expected: number }> {
    const expected = this.#settings.workers;
    const responses = ((await this.#supervisor?.ask('health')) ?? []) as (Checks | undefined)[];
    const parts = responses.filter((part) => part !== undefined);
    return { parts, running: responses.length, unresponsive: responses.length - parts.length, expected };
  }

  async #metrics(): Promise<string> {
    const parts = (await this.#supervisor?.collectMetrics()) ?? [];
    // Loaded only for a scrape: the supervisor should stay small.
    const { AggregatorRegistry } = await import('prom-client');
    return AggregatorRegistry.aggregate(parts as never).metrics();
  }
}

function toUnresponsive(count: number): string {
  return count === 1 ? '1 process does not respond.' : `${count} processes do not respond.`;
}
