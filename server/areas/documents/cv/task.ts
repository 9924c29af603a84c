import type { QueueTask } from '../../../core/queue/index.ts';
import type { Services } from '../../../core/services.ts';
import { applyCv } from './apply.ts';

/** The name under which uploads add their jobs, in their own transaction, with the payload `{tenantId, documentId}`. */
export const PARSE_CV = 'parse-cv';

/** The background task that reads CVs. Safe to run twice for one document. */
export function parseCvTask(services: Services): QueueTask {
  return {
    name: PARSE_CV,
    formerNames: ['parse_cv'],
    async run(payload) {
      const { tenantId, documentId } = payload as { tenantId: unknown; documentId: unknown };
      if (!Number.isInteger(tenantId) || !Number.isInteger(documentId))
        throw new TypeError('The payload of a CV job names a tenant and a document.');
      await applyCv(services, tenantId as number, documentId as number);
    },
  };
}
