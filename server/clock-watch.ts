import { readWindowTimes } from './areas/changes/index.ts';
import { listTenants } from './areas/tenants/index.ts';
import { planAfterClockStep } from './areas/webhooks/index.ts';
import { readDatabaseClock } from './core/db/clock.ts';
import type { Services } from './core/services.ts';

export const JUMPED = 'the clock of the database jumped';
export const BEHIND =
  'the clock is behind the periods that were returned as final, so changes get times ahead of it until it has caught up';

const INTERVAL_MS = 5000;
const TOLERANCE_MS = 1000;

/**
 * Notices steps of the database's clock by a clock that never steps, and repairs what they leave behind. Schedules of the
 * queue cannot do this: they use the clock that stepped.
 */
export class ClockWatch {
  readonly #services: Services;
  /** The database's clock minus the process's time since its start. */
  #offsetMs: number | undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Checks now and every five seconds. */
  start(): void {
    let isRunning = false;
    let hasFailed = false;
    const check = async () => {
      if (isRunning) return;
      isRunning = true;
      try {
        await this.check();
        hasFailed = false;
      } catch (error) {
        // The next check repeats it.
        if (!hasFailed)
          this.#services.log.warn({ code: (error as { code?: string }).code }, 'the clock check failed');
        hasFailed = true;
      }
      isRunning = false;
    };
    void check();
    setInterval(check, INTERVAL_MS).unref();
  }

  async check(): Promise<void> {
    const { database, log } = this.#services;
    const askedMs = performance.now();
    const clockMs = await readDatabaseClock(database.system);
    const answeredMs = performance.now();
    // A slow response looks like a step.
    if (this.#offsetMs !== undefined && answeredMs - askedMs > TOLERANCE_MS) return;
    const offsetMs = clockMs - answeredMs;
    const byMs = this.#offsetMs === undefined ? undefined : offsetMs - this.#offsetMs;
    if (byMs !== undefined && Math.abs(byMs) > TOLERANCE_MS)
      log.warn({ bySeconds: Math.round(byMs / 1000) }, JUMPED);
    // The first check finds what a step while the service was down has left behind.
    if (byMs === undefined || byMs < -TOLERANCE_MS) await this.#repair();
    this.#offsetMs = offsetMs;
  }

  async #repair(): Promise<void> {
    const { database, log } = this.#services;
    for (const { id: tenantId } of await listTenants(database.system)) {
      const db = database.tenant(tenantId);
      const { clockMs, boundaryMs } = await readWindowTimes(db, tenantId);
      const aheadMs = boundaryMs - clockMs;
      if (aheadMs > TOLERANCE_MS) log.warn({ tenantId, aheadSeconds: Math.round(aheadMs / 1000) }, BEHIND);
      await planAfterClockStep(db, tenantId);
    }
  }
}
