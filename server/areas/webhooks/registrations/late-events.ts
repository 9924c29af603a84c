import { runTransaction } from '../../../core/db/transaction.ts';
import type { QueueTask } from '../../../core/queue/index.ts';
import type { Services } from '../../../core/services.ts';
import { untilEarlierWritersEnd } from '../../changes/index.ts';
import { RESEND_LATE, type Reactivation, requeueLate } from './queries.ts';

/** The queue has few places, so a job that would wait for longer fails, and runs again later. */
const LONGEST_WAIT_MS = 1000;

/**
 * Resends the events of changes that found a registration paused, but were committed after it was reactivated. No later change can find it
 * paused, so once the earlier ones have ended, nothing is missing.
 */
export function lateEventsTask({ database }: Services): QueueTask {
  return {
    name: RESEND_LATE,
    async run(payload) {
      const reactivation = payload as Reactivation;
      const db = database.tenant(reactivation.tenantId);
      if (!(await untilEarlierWritersEnd(db, LONGEST_WAIT_MS)))
        throw new Error('A transaction that began before is still running. The job runs again later.');
      await runTransaction(db, (transaction) => requeueLate(transaction, reactivation));
    },
  };
}
