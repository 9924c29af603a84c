import { setTimeout as delay } from 'node:timers/promises';
import { CONNECTION_LOST } from './faults.ts';

const LONGEST_WAIT_MS = 30_000;
const INTERVAL_MS = 100;

/** The tenant is not on this server, or it is on its way to another one. */
export class TenantAwayError extends Error {
  override readonly name = 'TenantAwayError';
  // A call gets 503: the same call succeeds when the tenant has arrived.
  readonly code = CONNECTION_LOST;
  constructor() {
    super('The tenant is being moved to another server.');
  }
}

/**
 * Repeats background work until its tenant has arrived, for a while. `run` must use one session only: if that is refused, nothing was
 * done.
 */
export async function afterMove<T>(run: () => Promise<T>): Promise<T> {
  for (const deadlineMs = performance.now() + LONGEST_WAIT_MS; ; ) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof TenantAwayError) || performance.now() > deadlineMs) throw error;
      await delay(INTERVAL_MS);
    }
  }
}
