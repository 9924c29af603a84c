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
  readonly #nowMs: () => number;
  /**
   * Bounds of the database's clock minus the time that never steps. Nobody knows when between the question and the answer the clock was
   * read.
   */
  #offset: { lowMs: number; highMs: number } | undefined;

  /** `nowMs`: milliseconds of a clock that never steps. */
  constructor(services: Services, { nowMs = () => performance.now() }: { nowMs?(): number } = {}) {
    this.#services = services;
    this.#nowMs = nowMs;
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
    const askedMs = this.#nowMs();
    const clockMs = await readDatabaseClock(database.system);
    const answeredMs = this.#nowMs();
    const before = this.#offset;
    // After a slow answer, the bounds are too wide to show a step.
    if (before !== undefined && answeredMs - askedMs > TOLERANCE_MS) return;
    const offset = { lowMs: clockMs - answeredMs, highMs: clockMs - askedMs };
    const byMs = before === undefined ? 0 : stepBetween(before, offset);
    if (byMs !== 0) log.warn({ bySeconds: Math.round(byMs / 1000) }, JUMPED);
    // The first check finds what a step while the service was down has left behind.
    if (before === undefined || byMs < 0) await this.#repair();
    this.#offset = offset;
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

/** The least step that explains both, or 0 if it would be within the tolerance. */
function stepBetween(
  before: { lowMs: number; highMs: number },
  after: { lowMs: number; highMs: number },
): number {
  const byMs = Math.max(0, after.lowMs - before.highMs) + Math.min(0, after.highMs - before.lowMs);
  return Math.abs(byMs) > TOLERANCE_MS ? byMs : 0;
}
