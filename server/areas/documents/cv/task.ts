import type { SystemDatabase } from '../../../core/db/connection.ts';
import { describeCause } from '../../../core/http/describe-cause.ts';
import type { QueueTask } from '../../../core/queue/index.ts';
import { releaseStalledJobs, startNextTurns } from '../../../core/queue/jobs.ts';
import type { Services } from '../../../core/services.ts';
import { applyCv } from './apply.ts';
import type { CvMetrics } from './metrics.ts';

/** Uploads add jobs with this name, in their transaction, with the payload `{tenantId, documentId}`. */
export const PARSE_CV = 'parse-cv';
const FORMER_NAMES = ['parse_cv'];

/** The background task that reads CVs. It can run more than once for a document. `queue` is the database of its jobs. */
export function parseCvTask(
  services: Services,
  metrics?: CvMetrics,
  queue: SystemDatabase = services.database.system,
): QueueTask {
  return {
    name: PARSE_CV,
    formerNames: FORMER_NAMES,
    async run(payload, attempt) {
      const { tenantId, documentId } = payload as { tenantId: unknown; documentId: unknown };
      if (!Number.isInteger(tenantId) || !Number.isInteger(documentId))
        throw new TypeError(
          'The payload of a CV job must have an integer tenantId and an integer documentId.',
        );
      try {
        await applyCv(services, tenantId as number, documentId as number, {
          isLastAttempt: attempt?.isLast ?? false,
          metrics,
        });
      } finally {
        // Called by the queue. Fairness must not fail a job.
        if (attempt !== undefined)
          await startNextTurns(queue, PARSE_CV).catch((error: unknown) =>
            services.log.warn({ cause: describeCause(error) }, 'tenants do not take turns in reading CVs'),
          );
      }
    },
  };
}

/** Reading a CV takes at most four minutes, and storing what it contains less. */
const LONGEST_RUN_SECONDS = 300;

/** Lets other processes go on after one died while it read a CV. Otherwise all CVs would wait for hours. */
export function releaseStalledCvsTask(
  services: Services,
  queue: SystemDatabase = services.database.system,
): QueueTask {
  return {
    name: 'release-stalled-cvs',
    schedule: '*/5 * * * *',
    concernsItsQueue: true,
    run: () => releaseStalledJobs(queue, [PARSE_CV, ...FORMER_NAMES], LONGEST_RUN_SECONDS),
  };
}
