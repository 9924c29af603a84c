import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { isInForce } from './in-force-sql.ts';
import { DEFAULT_LIMIT, type HoldQueryValues, MAXIMUM_EARLIER } from './schema.ts';

/** SQL for the name of a user, by the SQL of the id. */
function userName(tenantId: number, userId: string) {
  return sql`(SELECT nullif(concat_ws(' ', u.first_name, u.last_name), '') FROM user_account AS u
               WHERE u.tenant_id = ${tenantId} AND u.id = ${sql.ref(userId)})`;
}

/** SQL for the properties of hold `h`, as arguments of json_build_object. */
function holdProperties(tenantId: number) {
  return sql`'reason', h.reason, 'until', h.until, 'setAtUtc', utc(h.set_at), 'setById', h.set_by,
             'setByName', ${userName(tenantId, 'h.set_by')}`;
}

/** The hold in force of a candidate and the newest earlier ones as JSON text. Undefined if the candidate does not exist. */
export async function findHolds(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  maximumEarlier = MAXIMUM_EARLIER,
): Promise<string | undefined> {
  const { rows } = await sql<{ json: string }>`
    SELECT json_build_object(
             'hold', (SELECT json_build_object(${holdProperties(tenantId)})
                        FROM candidate_hold AS h
                       WHERE h.tenant_id = ${tenantId} AND h.candidate_id = c.id AND ${isInForce('h')} LIMIT 1),
             'earlier', (SELECT coalesce(json_agg(json_build_object(${holdProperties(tenantId)},
                                  'releasedAtUtc', utc(h.released_at), 'releasedById', h.released_by,
                                  'releasedByName', ${userName(tenantId, 'h.released_by')}) ORDER BY h.id DESC), '[]')
                           FROM (SELECT * FROM candidate_hold AS e
                                  WHERE e.tenant_id = ${tenantId} AND e.candidate_id = c.id AND NOT ${isInForce('e')}
                                  ORDER BY e.id DESC LIMIT ${maximumEarlier}) AS h))::text AS json
      FROM candidate AS c WHERE c.tenant_id = ${tenantId} AND c.id = ${candidateId}`.execute(db);
  return rows[0]?.json;
}

/** A page of the holds in force, as the JSON text of the response. */
export async function listHolds(
  db: TenantDatabase,
  tenantId: number,
  { after, limit = DEFAULT_LIMIT }: HoldQueryValues,
): Promise<string> {
  // The subquery selects the page first, so that names are looked up only for its rows. One row more shows whether there is another page.
  const { rows } = await sql<{ json: string }>`
    SELECT json_build_object(
             'holds', coalesce(json_agg(json_build_object(
                        'candidateId', h.candidate_id, 'firstName', c.first_name, 'lastName', c.last_name,
                        ${holdProperties(tenantId)}) ORDER BY h.candidate_id DESC)
                        FILTER (WHERE h.place <= ${limit}), '[]'),
             'nextCursor', CASE WHEN count(*) > ${limit} THEN min(h.candidate_id) FILTER (WHERE h.place <= ${limit}) END)::text AS json
      FROM (SELECT e.*, row_number() OVER (ORDER BY e.candidate_id DESC) AS place
              FROM candidate_hold AS e
             WHERE e.tenant_id = ${tenantId} AND ${isInForce('e')} ${after === undefined ? sql`` : sql`AND e.candidate_id < ${after}`}
             ORDER BY e.candidate_id DESC LIMIT ${limit + 1}) AS h
      JOIN candidate AS c ON c.tenant_id = ${tenantId} AND c.id = h.candidate_id`.execute(db);
  return rows[0]!.json;
}

/** How many candidates of the tenant are on hold. */
export async function countHolds(db: TenantDatabase, tenantId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM candidate_hold AS h WHERE h.tenant_id = ${tenantId} AND ${isInForce('h')}`.execute(
    db,
  );
  return rows[0]!.count;
}

export interface HoldInForce {
  id: number;
  candidateId: number;
  reason: string;
  until: string | null;
}

/**
 * The hold of a candidate that is in force, or undefined. A decision needs the lock of the candidate, which must be taken by an earlier
 * statement: this one then also sees what was committed while that one waited.
 */
export async function findHold(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<HoldInForce | undefined> {
  const { rows } = await sql<HoldInForce>`
    SELECT h.id, h.candidate_id AS "candidateId", h.reason, h.until::text AS until FROM candidate_hold AS h
     WHERE h.tenant_id = ${tenantId} AND h.candidate_id = ${candidateId} AND ${isInForce('h')} LIMIT 1`.execute(
    db,
  );
  return rows[0];
}

export async function insertHold(
  db: TenantDatabase,
  tenantId: number,
  hold: { candidateId: number; reason: string; until: string | null; userId: number },
): Promise<void> {
  await sql`
    INSERT INTO candidate_hold (tenant_id, candidate_id, reason, until, set_by)
    VALUES (${tenantId}, ${hold.candidateId}, ${hold.reason}, ${hold.until}::date, ${hold.userId})`.execute(
    db,
  );
}

export async function releaseHold(
  db: TenantDatabase,
  tenantId: number,
  { candidateId, id }: HoldInForce,
  userId: number,
): Promise<void> {
  await sql`
    UPDATE candidate_hold SET released_at = clock_now(), released_by = ${userId}
     WHERE tenant_id = ${tenantId} AND candidate_id = ${candidateId} AND id = ${id}`.execute(db);
}
