import { type RawBuilder, sql } from 'kysely';
import { jobExpression } from '../../../core/queue/jobs.ts';

export const REFINE_COORDINATES = 'refine-candidate-coordinates';

export interface RefinementPayload {
  tenantId: number;
  candidateId: number;
}

// With the queue's backoff, the attempts span half an hour. After that, the coordinates of the postal code stay.
const MAXIMUM_ATTEMPTS = 8;

/** Queues a lookup of more precise coordinates. Goes into the select list of the statement that writes the address. */
export function refinementJob(tenantId: number, candidateId: RawBuilder<number>): RawBuilder<number> {
  return jobExpression({
    task: REFINE_COORDINATES,
    payload: sql`json_build_object('tenantId', ${tenantId}::int, 'candidateId', ${candidateId}::int)`,
    key: sql<string>`concat_ws(' ', ${REFINE_COORDINATES}::text, ${tenantId}::int, ${candidateId}::int)`,
    lane: 'geocoder',
    maximumAttempts: MAXIMUM_ATTEMPTS,
  });
}
