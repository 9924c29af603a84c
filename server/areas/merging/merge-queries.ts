import { sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import { CANDIDATE_STATUS } from '../candidates/index.ts';
import type { Kept, KeptDismissal } from './kept.ts';
import type { Values } from './properties.ts';

interface NewMerge {
  keptId: number;
  mergedId: number;
  userId: number;
  at: Date;
  until: Date;
  kept: Kept;
}

/** Keeps a merge. What was merged into the merged candidate before hangs on it. */
export async function insertMerge(
  db: TenantDatabase,
  tenantId: number,
  { keptId, mergedId, userId, at, until, kept }: NewMerge,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO candidate_merge (tenant_id, candidate_id, merged_candidate_id, merged_at, merged_by, until, kept)
    VALUES (${tenantId}, ${keptId}, ${mergedId}, ${at.toISOString()}::timestamptz, ${userId}, ${until.toISOString()}::timestamptz,
            ${JSON.stringify(kept)}::jsonb)
    RETURNING id`.execute(db);
  const { id } = rows[0]!;
  const earlier = kept.moved.candidate_merge ?? [];
  if (earlier.length > 0)
    await sql`
      UPDATE candidate_merge SET parent_id = ${id}
       WHERE tenant_id = ${tenantId} AND id = ANY (${earlier}::int[]) AND parent_id IS NULL AND undone_at IS NULL`.execute(
      db,
    );
  return id;
}

interface StoredMerge {
  id: number;
  /** In milliseconds. */
  until: number;
  kept: string | null;
}

/** The merges of a candidate that were not undone, the oldest first. The caller has locked the candidate. */
export async function readMerges(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<StoredMerge[]> {
  const { rows } = await sql<StoredMerge>`
    SELECT id, (extract(epoch FROM until) * 1000)::float8 AS until, kept::text AS kept
      FROM candidate_merge
     WHERE tenant_id = ${tenantId} AND candidate_id = ${candidateId} AND undone_at IS NULL ORDER BY id`.execute(
    db,
  );
  return rows;
}

/** Ends a merge that was undone. From now on, its row says where the record has gone. */
export async function endMerge(
  db: TenantDatabase,
  tenantId: number,
  { mergeId, candidateId, userId }: { mergeId: number; candidateId: number; userId: number },
): Promise<void> {
  await sql`
    UPDATE candidate_merge SET candidate_id = ${candidateId}, parent_id = NULL, undone_at = clock_now(), undone_by = ${userId}, kept = NULL
     WHERE tenant_id = ${tenantId} AND id = ${mergeId}`.execute(db);
  await sql`
    UPDATE candidate_merge SET parent_id = NULL WHERE tenant_id = ${tenantId} AND parent_id = ${mergeId}`.execute(
    db,
  );
}

/**
 * Carries dismissals of the merged candidate over: who is not the same person as one of them is not the other one either. An open pair of
 * the kept candidate stays open only if it matches on something else. Returns what an undo needs.
 */
export async function carryDismissals(
  db: TenantDatabase,
  tenantId: number,
  { from, to }: { from: number; to: number },
): Promise<KeptDismissal[]> {
  const { rows } = await sql<{ dismissal: string }>`
    SELECT jsonb_build_object('candidateId', other.id, 'merged', other.pair, 'kept', to_jsonb(k))::text AS dismissal
      FROM (SELECT CASE WHEN p.first_id = ${from} THEN p.second_id ELSE p.first_id END AS id, to_jsonb(p) AS pair
              FROM duplicate_pair AS p
             WHERE p.tenant_id = ${tenantId} AND (p.first_id = ${from} OR p.second_id = ${from}) AND p.dismissed_at IS NOT NULL) AS other
      LEFT JOIN duplicate_pair AS k
             ON k.tenant_id = ${tenantId} AND k.first_id = least(other.id, ${to}::int) AND k.second_id = greatest(other.id, ${to}::int)
     WHERE other.id <> ${to} ORDER BY other.id`.execute(db);
  if (rows.length === 0) return [];
  await sql`
    INSERT INTO duplicate_pair AS kept (tenant_id, first_id, second_id, matched_on, score, dismissed_on, dismissed_at, dismissed_by)
    SELECT ${tenantId}, least(other.id, ${to}::int), greatest(other.id, ${to}::int), other.matched_on, other.score, other.dismissed_on,
           other.dismissed_at, other.dismissed_by
      FROM (SELECT CASE WHEN p.first_id = ${from} THEN p.second_id ELSE p.first_id END AS id, p.matched_on, p.score, p.dismissed_on,
                   p.dismissed_at, p.dismissed_by
              FROM duplicate_pair AS p
             WHERE p.tenant_id = ${tenantId} AND (p.first_id = ${from} OR p.second_id = ${from}) AND p.dismissed_at IS NOT NULL) AS other
     WHERE other.id <> ${to}
        ON CONFLICT (tenant_id, first_id, second_id) DO UPDATE
       SET dismissed_on = kept.dismissed_on || excluded.dismissed_on,
           dismissed_at = coalesce(kept.dismissed_at, excluded.dismissed_at),
           dismissed_by = coalesce(kept.dismissed_by, excluded.dismissed_by)
     WHERE kept.dismissed_at IS NOT NULL OR kept.matched_on <@ excluded.dismissed_on`.execute(db);
  return rows.map(({ dismissal }) => JSON.parse(dismissal) as KeptDismissal);
}

interface Dismissals {
  candidateId: number;
  newId: number;
  dismissals: readonly KeptDismissal[];
}

/** Takes back what a merge has carried over, where nobody has decided about the pair since, and gives it to the new candidate. */
export async function restoreDismissals(
  db: TenantDatabase,
  tenantId: number,
  { candidateId, newId, dismissals }: Dismissals,
): Promise<void> {
  if (dismissals.length === 0) return;
  const said = sql`
    said AS MATERIALIZED (
      SELECT d.*, least(d."candidateId", ${candidateId}::int) AS first_id, greatest(d."candidateId", ${candidateId}::int) AS second_id
        FROM jsonb_to_recordset(${JSON.stringify(dismissals)}::jsonb)
             AS d ("candidateId" integer, merged duplicate_pair, kept duplicate_pair))`;
  await sql`
    WITH ${said}
    DELETE FROM duplicate_pair AS p USING said
     WHERE p.tenant_id = ${tenantId} AND p.first_id = said.first_id AND p.second_id = said.second_id
       AND (said.kept).id IS NULL AND p.dismissed_at = (said.merged).dismissed_at`.execute(db);
  await sql`
    WITH ${said}
    UPDATE duplicate_pair AS p
       SET dismissed_on = (said.kept).dismissed_on, dismissed_at = (said.kept).dismissed_at, dismissed_by = (said.kept).dismissed_by
      FROM said
     WHERE p.tenant_id = ${tenantId} AND p.first_id = said.first_id AND p.second_id = said.second_id
       AND (said.kept).id IS NOT NULL AND p.dismissed_at = coalesce((said.kept).dismissed_at, (said.merged).dismissed_at)`.execute(
    db,
  );
  await sql`
    INSERT INTO duplicate_pair (tenant_id, first_id, second_id, matched_on, score, dismissed_on, dismissed_at, dismissed_by)
    SELECT ${tenantId}, least(c.id, ${newId}::int), greatest(c.id, ${newId}::int), (d.merged).matched_on, (d.merged).score,
           (d.merged).dismissed_on, (d.merged).dismissed_at, (d.merged).dismissed_by
      FROM jsonb_to_recordset(${JSON.stringify(dismissals)}::jsonb) AS d ("candidateId" integer, merged duplicate_pair)
      JOIN candidate AS c ON c.tenant_id = ${tenantId} AND c.id = d."candidateId"`.execute(db);
}

/** Says that two candidates are two people, whatever they share. */
export async function insertDismissal(
  db: TenantDatabase,
  tenantId: number,
  {
    ids: [one, other],
    matchedOn,
    userId,
  }: { ids: readonly [number, number]; matchedOn: readonly string[]; userId: number },
): Promise<void> {
  await sql`
    INSERT INTO duplicate_pair (tenant_id, first_id, second_id, matched_on, score, dismissed_on, dismissed_at, dismissed_by)
    VALUES (${tenantId}, ${Math.min(one, other)}, ${Math.max(one, other)}, ${matchedOn}::text[], 0, ${matchedOn}::text[], clock_now(), ${userId})`.execute(
    db,
  );
}

/** The merges that are shown in the profile, newest first, as JSON text. Undefined if the candidate does not exist. */
export async function listMerges(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ json: string }>`
    SELECT json_build_object('merges', (
             SELECT coalesce(json_agg(json_build_object(
                      'id', m.id, 'mergedCandidateId', m.merged_candidate_id,
                      'firstName', m.kept->'columns'->>'first_name', 'lastName', m.kept->'columns'->>'last_name',
                      'parentId', m.parent_id, 'mergedAtUtc', utc(m.merged_at), 'mergedById', m.merged_by,
                      'mergedByName', (SELECT nullif(concat_ws(' ', u.first_name, u.last_name), '') FROM user_account AS u
                                        WHERE u.tenant_id = ${tenantId} AND u.id = m.merged_by),
                      'untilUtc', utc(m.until), 'canBeUndone', m.kept IS NOT NULL AND m.until > clock_now(),
                      'undoFirstId', CASE WHEN m.kept IS NOT NULL AND m.until > clock_now() THEN nullif((
                         SELECT max(l.id) FROM candidate_merge AS l
                          WHERE l.tenant_id = ${tenantId} AND l.candidate_id = c.id AND l.undone_at IS NULL), m.id) END) ORDER BY m.id DESC), '[]')
               FROM candidate_merge AS m
              WHERE m.tenant_id = ${tenantId} AND m.candidate_id = c.id AND m.undone_at IS NULL))::text AS json
      FROM candidate AS c WHERE c.tenant_id = ${tenantId} AND c.id = ${candidateId}`.execute(db);
  return rows[0]?.json;
}

/** Where a merged candidate has gone, as JSON text. Undefined if no candidate of the tenant with this id was merged. */
export async function findMerged(
  db: TenantDatabase,
  tenantId: number,
  mergedId: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ json: string }>`
    SELECT json_build_object('candidateId', m.candidate_id, 'firstName', c.first_name, 'lastName', c.last_name,
                             'mergedAtUtc', utc(m.merged_at), 'undoneAtUtc', utc(m.undone_at))::text AS json
      FROM candidate_merge AS m JOIN candidate AS c ON c.tenant_id = ${tenantId} AND c.id = m.candidate_id
     WHERE m.tenant_id = ${tenantId} AND m.merged_candidate_id = ${mergedId}`.execute(db);
  return rows[0]?.json;
}

const PURGED_AT_ONCE = 500;

/**
 * Forgets what merges keep whose time is over, and returns how many. Not of a candidate on hold: nothing that is stored about somebody in a
 * dispute may be deleted.
 */
export async function forgetMerges(
  db: TenantDatabase,
  tenantId: number,
  findHeld: (ids: readonly number[]) => Promise<ReadonlySet<number>>,
): Promise<number> {
  let count = 0;
  let after = 0;
  for (;;) {
    const { rows } = await sql<{ id: number; candidateId: number }>`
      SELECT id, candidate_id AS "candidateId" FROM candidate_merge
       WHERE tenant_id = ${tenantId} AND kept IS NOT NULL AND until <= clock_now() AND id > ${after}
       ORDER BY id LIMIT ${sql.lit(PURGED_AT_ONCE)}`.execute(db);
    if (rows.length === 0) return count;
    after = rows.at(-1)!.id;
    const held = await findHeld(rows.map(({ candidateId }) => candidateId));
    const ids = rows.filter(({ candidateId }) => !held.has(candidateId)).map(({ id }) => id);
    await sql`
      UPDATE candidate_merge SET kept = NULL
       WHERE tenant_id = ${tenantId} AND id = ANY (${ids}::int[])`.execute(db);
    count += ids.length;
  }
}

/** The id of the last entry in the status history of the candidate, 0 if it has none. */
export async function findLastStatusEntry(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT coalesce(max(id), 0) AS id FROM candidate_status_entry WHERE tenant_id = ${tenantId} AND candidate_id = ${candidateId}`.execute(
    db,
  );
  return rows[0]!.id;
}

/**
 * The columns of the status that follows from the history of the candidate, part of which has gone or come: that of the latest entry after
 * `lastEntryId`, or the status that it has, or the one before it.
 */
export async function findStatus(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  lastEntryId: number,
): Promise<Values> {
  const isSince = sql<boolean>`e.id > ${lastEntryId}::bigint`;
  const { rows } = await sql<{ status: string }>`
    SELECT jsonb_build_object('status_id', latest.status_id, 'status_changed_at', latest.changed_at)::text AS status
      FROM candidate AS c
      LEFT JOIN LATERAL (
             SELECT e.status_id,
                    CASE WHEN ${isSince} OR e.status_id <> c.status_id THEN e.set_at ELSE c.status_changed_at END AS changed_at
               FROM candidate_status_entry AS e
              WHERE e.tenant_id = ${tenantId} AND e.candidate_id = c.id AND e.revoked_at IS NULL
                AND (${isSince}
                     OR (e.set_at <= c.status_changed_at
                         AND (e.status_id = c.status_id OR e.status_id <> ${CANDIDATE_STATUS.archived}::int)))
              ORDER BY ${isSince} DESC, (e.status_id = c.status_id) DESC, e.id DESC LIMIT 1) AS latest ON true
     WHERE c.tenant_id = ${tenantId} AND c.id = ${candidateId}`.execute(db);
  return JSON.parse(rows[0]!.status) as Values;
}
