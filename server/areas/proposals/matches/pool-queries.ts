import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database, TenantDatabase } from '../../../core/db/connection.ts';
import type { Services } from '../../../core/services.ts';
import { CANDIDATE_STATUS } from '../../candidates/index.ts';
import { aroundConditions, cellsOfCircle, entryTerm } from '../../search/index.ts';
import { type Criterion, DEFAULT_RADIUS_KM } from './criteria.ts';

/** So many candidates are compared one by one within the time that a page may take. */
export const MAXIMUM_COMPARED = 5_000;

/** Who is compared, if not all are. */
interface Narrowing {
  criterion: 'profession' | 'distance' | 'branch';
  /** For distance: not those beyond so many kilometers, or without coordinates. */
  withinKm: number | null;
}

/** The candidates who are compared. */
export interface Pool {
  /** SQL that selects their ids as candidate_id, with archived ones. Undefined for all. */
  ids: RawBuilder<unknown> | undefined;
  /** SQL conditions on the row `s` of the index. */
  conditions: RawBuilder<unknown>[];
  narrowedBy: Narrowing[];
  /** All who could be compared. */
  everyone: number;
}

/** Archived candidates are never shown: a person decided that they are out of the process. */
const IS_CURRENT = sql`s.status_id IS DISTINCT FROM ${sql.lit(CANDIDATE_STATUS.archived)}`;

/**
 * Chooses who is compared. All are, if there are few enough. Otherwise those with the profession, of these the ones near the place, and
 * of these the ones of the branch, until they are few enough. Nobody is left out for a criterion that nobody meets.
 * The sizes in the index decide, never statistics.
 */
export async function choosePool(
  services: Pick<Services, 'database' | 'now'>,
  db: TenantDatabase,
  tenantId: number,
  criteria: readonly Criterion[],
  { comparesAll }: { comparesAll: boolean },
): Promise<Pool> {
  const everyone = await countEveryone(services, db, tenantId);
  let pool: Pool = { ids: undefined, conditions: [], narrowedBy: [], everyone };
  if (comparesAll || everyone <= MAXIMUM_COMPARED) return pool;
  for (const kind of ['profession', 'distance', 'branch'] as const) {
    const criterion = criteria.find((one) => one.kind === kind);
    if (criterion === undefined) continue;
    const next = narrowed(tenantId, pool, criterion);
    // Nothing narrows further than the branch, so it only matters whether somebody is left.
    const found = await findSome(db, tenantId, next, kind === 'branch' ? 1 : MAXIMUM_COMPARED + 1);
    if (found.length === 0) continue;
    const narrowing = { criterion: kind, withinKm: kind === 'distance' ? DEFAULT_RADIUS_KM : null };
    pool = { ...pool, ...next, narrowedBy: [...pool.narrowedBy, narrowing] };
    if (kind === 'branch' || found.length > MAXIMUM_COMPARED) continue;
    // They are known now, so the comparison need not look for them again.
    return { ...pool, ids: sql`SELECT unnest(${found}::int[]) AS candidate_id`, conditions: [] };
  }
  return pool;
}

function narrowed(
  tenantId: number,
  { ids, conditions }: Pool,
  criterion: Criterion,
): Pick<Pool, 'ids' | 'conditions'> {
  switch (criterion.kind) {
    case 'profession':
      return {
        ids: sql`SELECT t.candidate_id FROM candidate_search_term AS t
                  WHERE t.tenant_id = ${tenantId} AND t.term = ${entryTerm('profession', criterion.professionId)}`,
        conditions,
      };
    case 'distance': {
      const circle = { center: criterion.place, radiusKm: DEFAULT_RADIUS_KM };
      const cells = cellsOfCircle(circle);
      return {
        ids: undefined,
        conditions: [
          ...conditions,
          ...(cells === undefined ? [] : [sql`s.geo_cell = ANY (${cells}::int[])`]),
          ...aroundConditions(circle),
          // IS TRUE keeps it a look-up in a hash, so that the candidates of the squares are read first.
          ...(ids === undefined ? [] : [sql`(s.candidate_id IN (${ids})) IS TRUE`]),
        ],
      };
    }
    case 'branch':
      return { ids, conditions: [...conditions, sql`s.office_id = ${criterion.officeId}::int`] };
    default:
      return { ids, conditions };
  }
}

/** Counting the index of a large tenant takes longer than comparing a page, and the number hardly changes. */
const COUNT_AGE_MS = 60_000;
const MAXIMUM_TENANTS = 1000;
interface Count {
  count: number;
  atMs: number;
}
const counts = new WeakMap<Database, LRUCache<number, Count>>();

/** The number of candidates. Of many, as it was within the last minute. */
async function countEveryone(
  { database, now }: Pick<Services, 'database' | 'now'>,
  db: TenantDatabase,
  tenantId: number,
): Promise<number> {
  const few = await findSome(db, tenantId, { ids: undefined, conditions: [] }, MAXIMUM_COMPARED + 1);
  if (few.length <= MAXIMUM_COMPARED) return few.length;
  let ofTenants = counts.get(database);
  if (ofTenants === undefined) {
    ofTenants = new LRUCache({ max: MAXIMUM_TENANTS });
    counts.set(database, ofTenants);
  }
  const atMs = now().getTime();
  const known = ofTenants.get(tenantId);
  // A clock that was set back must not keep a number for hours.
  if (known !== undefined && Math.abs(atMs - known.atMs) < COUNT_AGE_MS) return known.count;
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM candidate_search AS s
     WHERE s.tenant_id = ${tenantId} AND ${IS_CURRENT}`.execute(db);
  const { count } = rows[0]!;
  ofTenants.set(tenantId, { count, atMs });
  return count;
}

/** The ids of the candidates, at most so many. */
async function findSome(
  db: TenantDatabase,
  tenantId: number,
  { ids, conditions }: Pick<Pool, 'ids' | 'conditions'>,
  limit: number,
): Promise<number[]> {
  // The index by term alone tells who has a profession.
  const rows =
    ids !== undefined && conditions.length === 0
      ? ids
      : sql`SELECT s.candidate_id FROM ${poolSql(tenantId, { ids, conditions })}`;
  const found = await sql<{ ids: number[] }>`
    SELECT coalesce(array_agg(candidate_id), '{}') AS ids FROM (${rows} LIMIT ${limit}) AS found`.execute(db);
  return found.rows[0]!.ids;
}

/** SQL for the rows `s` of the index of the candidates in the pool, with its WHERE. */
export function poolSql(
  tenantId: number,
  { ids, conditions }: Pick<Pool, 'ids' | 'conditions'>,
): RawBuilder<unknown> {
  const where = sql`s.tenant_id = ${tenantId} AND ${sql.join([IS_CURRENT, ...conditions], sql` AND `)}`;
  if (ids === undefined) return sql`candidate_search AS s WHERE ${where}`;
  // OFFSET 0 keeps the planner from joining in another way than by the key of each candidate.
  return sql`(${ids}) AS pool
    CROSS JOIN LATERAL (
      SELECT * FROM candidate_search AS i
       WHERE i.tenant_id = ${tenantId} AND i.candidate_id = pool.candidate_id OFFSET 0) AS s WHERE ${where}`;
}
