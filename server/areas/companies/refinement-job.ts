import { type RawBuilder, sql } from 'kysely';
import { jobExpression } from '../../core/queue/jobs.ts';

export const REFINE_COORDINATES = 'refine-company-coordinates';

/** Records of this area that have an address. */
export type Located = 'company' | 'site' | 'location';

export interface RefinementPayload {
  tenantId: number;
  entity: Located;
  id: number;
}

// With the queue's growing pauses these span an hour and a half; after that the postal code's coordinates stand.
const MAXIMUM_ATTEMPTS = 8;

/** Asks for better coordinates of a record, for the select list of the statement that writes its address. */
export function refinementJob(tenantId: number, entity: Located, id: RawBuilder<number>): RawBuilder<number> {
  return jobExpression({
    task: REFINE_COORDINATES,
    payload: sql`json_build_object('tenantId', ${tenantId}::int, 'entity', ${entity}::text, 'id', ${id}::int)`,
    key: sql<string>`concat_ws(' ', ${REFINE_COORDINATES}::text, ${tenantId}::int, ${entity}::text, ${id}::int)`,
    lane: 'geocoder',
    maximumAttempts: MAXIMUM_ATTEMPTS,
  });
}
