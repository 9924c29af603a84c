import { type RawBuilder, sql } from 'kysely';

/** SQL that is true for a hold that is in force. Its last day (UTC) is included. It is never NULL. */
export function isInForce(alias: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<boolean>`(${column('released_at')} IS NULL
    AND (${column('until')} IS NULL OR ${column('until')} >= (clock_now() AT TIME ZONE 'UTC')::date))`;
}

/**
 * SQL for the id of the hold of a candidate that is in force, of which there is one at most, or NULL. As a scalar, it is looked up
 * for each row of the statement: a condition with EXISTS could be planned as a join that reads all holds.
 */
export function holdInForce(tenantId: number, candidateId: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql<number | null>`(
    SELECT h.id FROM candidate_hold AS h
     WHERE h.tenant_id = ${tenantId} AND h.candidate_id = ${candidateId} AND ${isInForce('h')}
     LIMIT 1)`;
}
