import { runTransaction } from '../../../core/db/transaction.ts';
import type { QueueTask } from '../../../core/queue/index.ts';
import type { Services } from '../../../core/services.ts';
import { untilEarlierWritersEnd } from '../../changes/index.ts';
import type { RegistrationKey } from '../delivery/index.ts';
import { RESEND_LATE, requeueSkipped } from './queries.ts';

/**
 * Resends the events of changes that found a registration paused, but were committed after it was reactivated. No later change can find it
 * paused, so once the earlier ones have ended, nothing is missing.
 */
export function lateEventsTask({ database, settings }: Services): QueueTask {
  return {
    name: RESEND_LATE,
    async run(payload) {
      const key = payload as RegistrationKey;
      const db = database.tenant(key.tenantId);
      if (!(await untilEarlierWritersEnd(db, settings.transactionTimeoutMs)))
        throw new Error('A transaction takes longer than its timeout.');
      await runTransaction(db, (transaction) => requeueSkipped(transaction, key));
    },
  };
}
