import { type RawBuilder, sql } from 'kysely';
import { jobExpression } from '../../core/queue/jobs.ts';

export const REFINE_COORDINATES = 'refine-company-coordinates';

/** The entities of this area that have an address. */
export type LocatedEntity = 'company' | 'site' | 'location';

export interface RefinementPayload {
  tenantId: number;
  entity: LocatedEntity;
  id: number;
}

// With the queue's increasing delays, eight attempts span half an hour. Then the coordinates of the postal code stay.
const MAXIMUM_ATTEMPTS = 8;

/** SQL that adds a geocoder job for a record, for the select list of the statement that writes its address. */
export function refinementJob(
  tenantId: number,
  entity: LocatedEntity,
  id: RawBuilder<number>,
): RawBuilder<number> {
  return jobExpression({
    task: REFINE_COORDINATES,
    payload: sql`json_build_object('tenantId', ${tenantId}::int, 'entity', ${entity}::text, 'id', ${id}::int)`,
    key: sql<string>`concat_ws(' ', ${REFINE_COORDINATES}::text, ${tenantId}::int, ${entity}::text, ${id}::int)`,
    lane: 'geocoder',
    maximumAttempts: MAXIMUM_ATTEMPTS,
  });
}
