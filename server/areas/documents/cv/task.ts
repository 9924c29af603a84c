import type { QueueTask } from '../../../core/queue/index.ts';
import type { Services } from '../../../core/services.ts';
import { applyCv } from './apply.ts';

/** Uploads add jobs with this name, in their transaction, with the payload `{tenantId, documentId}`. */
export const PARSE_CV = 'parse-cv';

/** The background task that reads CVs. It can run more than once for a document. */
export function parseCvTask(services: Services): QueueTask {
  return {
    name: PARSE_CV,
    formerNames: ['parse_cv'],
    async run(payload, attempt) {
      const { tenantId, documentId } = payload as { tenantId: unknown; documentId: unknown };
      if (!Number.isInteger(tenantId) || !Number.isInteger(documentId))
        throw new TypeError(
          'The payload of a CV job must have an integer tenantId and an integer documentId.',
        );
      await applyCv(services, tenantId as number, documentId as number, {
        isLastAttempt: attempt?.isLast ?? false,
      });
    },
  };
}
