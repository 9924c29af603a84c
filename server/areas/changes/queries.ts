import { CompiledQuery, sql } from 'kysely';
import type pg from 'pg';
import type { TenantDatabase } from '../../core/db/connection.ts';
import type { Position } from './cursor.ts';
import type { Entity, LoggedEntity } from './entities.ts';
import { RECORD_FORM } from './record-form.ts';

/**
 * Returns the position from which the feed contains everything that the snapshot of the client's transaction does not. Writes
 * a transaction id to the disk that is higher than all in the snapshot, because a crash of the database could assign those
 * again. `db` must not be the client's connection.
 */
export async function readSnapshotPosition(
  client: pg.PoolClient,
  db: TenantDatabase,
  tenantId: number,
): Promise<Position> {
  const { rows } = await client.query(
    `SELECT generation, ceiling::text AS ceiling,
            CASE WHEN ceiling = pg_snapshot_xmin(pg_current_snapshot())::text::bigint
                 THEN pg_current_snapshot()::text END AS snapshot
       FROM log_ceiling($1::int)`,
    [tenantId],
  );
  // An id alone is not written to the disk. A message is, and nobody reads it.
  await sql`SELECT pg_logical_emit_message(true, 'stellwerk', 'position')`.execute(db);
  const { generation, ceiling, snapshot } = rows[0];
  // Without a snapshot, another server wrote the generation, and the export has all of it.
  return { generation, transactionId: BigInt(ceiling), sequence: 0n, snapshot: snapshot ?? undefined };
}

/**
 * Whether one transaction created the candidate and the document. False if the log does not have the creation of one. The conditions on
 * the owner and the properties are those of the index by record; without them, all changes of candidates would be read.
 */
export async function areCreatedTogether(
  db: TenantDatabase,
  tenantId: number,
  { candidateId, documentId }: { candidateId: number; documentId: number },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1
      FROM change_log AS candidate
     WHERE candidate.tenant_id = ${tenantId} AND candidate.entity = 'candidate' AND candidate.record_id = ${candidateId}
       AND candidate.owner_id IS NULL AND candidate.properties IS DISTINCT FROM '{}'::text[]
       AND candidate.kind = 'new'
       AND EXISTS (SELECT FROM change_log AS document
                    WHERE document.tenant_id = ${tenantId} AND document.generation = candidate.generation
                      AND document.transaction_id = candidate.transaction_id
                      AND document.entity = 'document' AND document.record_id = ${documentId} AND document.kind = 'new')
     LIMIT 1`.execute(db);
  return rows.length > 0;
}

/**
 * Returns the text of an entity tag for all records of some entities. It identifies the form of the records, which no change shows
 * (a reader who reads everything again because of it must not get a 304), and the set of visible changes: the last change
 * below the oldest running transaction (no change can precede it) and each visible change above that. So different sets
 * never have the same tag. It costs an index lookup and a scan of the changes since the oldest running transaction began.
 */
export async function readLogTag(
  db: TenantDatabase,
  tenantId: number,
  entities: readonly LoggedEntity[],
): Promise<string> {
  const { rows } = await db.executeQuery<{ tag: string }>(
    CompiledQuery.raw(`SELECT ${logTagSql('$1', '$2::text[]')} AS tag`, [tenantId, entities]),
  );
  return rows[0]!.tag;
}

export const LOG_ORDER = 'log.generation, log.transaction_id, log.sequence';

/**
 * SQL of a limit that limits nothing. Of a limit that it does not know, PostgreSQL expects that few of the rows are wanted, so it reads
 * the log in the order of its primary key, from where the condition begins, whatever its statistics say. Without it, the plan may read
 * all changes of an entity, or sort all that follow a position.
 */
export const NO_LIMIT = '(SELECT 2147483647)';

/** How many final changes are looked at before all of an entity are. */
const LATEST_CHANGES = 500;

/**
 * SQL for the same text. The arguments are SQL. `areFrequent`: most changes are of these entities, so the last one is nearly always
 * among the last ones of the log, which are then looked at first. Without it, or if there is none, PostgreSQL goes through the log
 * from its end or through all changes of the entities, as its statistics say.
 */
export function logTagSql(
  tenantId: string,
  entities: string,
  { areFrequent = false }: { areFrequent?: boolean } = {},
): string {
  const last = (log: string, limit: number) =>
    `ORDER BY ${log}.generation DESC, ${log}.transaction_id DESC, ${log}.sequence DESC LIMIT ${limit}`;
  const final = (log: string) =>
    `FROM change_log AS ${log} WHERE ${log}.tenant_id = ${tenantId} AND (${log}.generation, ${log}.transaction_id) < (state.generation, state.ceiling)`;
  const position = (log: string, from: string) => `(
             SELECT ${log}.generation || '.' || ${log}.transaction_id || '.' || ${log}.sequence
               ${from} ${log}.entity = ANY(${entities}) ${last(log, 1)})`;
  const amongLatest = position(
    'log',
    `FROM (SELECT * ${final('log')} ${last('log', LATEST_CHANGES)}) AS log WHERE`,
  );
  const amongAll = position('rare', `${final('rare')} AND`);
  return `(
    WITH state AS (SELECT generation, ceiling FROM log_ceiling(${tenantId}::int))
    SELECT '${RECORD_FORM}.' || state.generation || '.' || coalesce(${areFrequent ? `${amongLatest},` : ''}${amongAll}, '0') || '.' ||
           coalesce((SELECT md5(string_agg(log.sequence::text, ',' ORDER BY log.sequence))
                       FROM (SELECT log.entity, log.sequence
                               FROM change_log AS log
                              WHERE log.tenant_id = ${tenantId}
                                AND (log.generation, log.transaction_id) >= (state.generation, state.ceiling)
                              ORDER BY ${LOG_ORDER} LIMIT ${NO_LIMIT}) AS log
                      WHERE log.entity = ANY(${entities})), '')
      FROM state)`;
}

interface WindowQuery {
  tenantId: number;
  entity: Entity;
  /** Inclusive. Undefined means no lower bound. */
  fromMs: number | undefined;
  /** Exclusive. Undefined means no upper bound. */
  toMs: number | undefined;
  officeId: number | undefined;
  /** SQL of an entry's JSON, from the columns of `last`, the record's last change in the window. */
  entry: string;
}

/**
 * Builds the SQL of a window for COPY. Each row has the index of its list (0 new, 1 modified, 2 deleted) and the entry's
 * JSON, sorted by list. A record belongs to the branch it has after its last change in the window, and to every branch it
 * left in the window, so that a reader of one branch learns that the record has left. Only integers and names from our own
 * code are interpolated.
 */
export function windowSql({ tenantId, entity, fromMs, toMs, officeId, entry }: WindowQuery): string {
  const branch =
    officeId === undefined
      ? ''
      : `WHERE last.office_id = ${Math.trunc(officeId)} OR ${Math.trunc(officeId)} = ANY(last.left_offices)`;
  return `
    WITH last AS (
      SELECT DISTINCT ON (record_id) record_id, row_guid, office_id, attributes, changed_at,
             bool_or(kind = 'new') OVER record AS is_new, bool_or(kind = 'deleted') OVER record AS is_deleted,
             array_agg(previous_office_id) OVER record AS left_offices
        FROM change_log
       WHERE tenant_id = ${Math.trunc(tenantId)} AND entity = '${entity}'
         AND changed_at >= ${instant(fromMs, '-infinity')} AND changed_at < ${instant(toMs, 'infinity')}
      WINDOW record AS (PARTITION BY record_id)
       ORDER BY record_id, generation DESC, sequence DESC)
    SELECT CASE WHEN is_deleted THEN 2 WHEN is_new THEN 0 ELSE 1 END AS list, (${entry})::text
      FROM last ${branch}
     ORDER BY list, changed_at, record_id`;
}

/** The statement of `readSweptUntil`. */
export const SWEPT_UNTIL = `
  SELECT ceil(extract(epoch FROM changed_until) * 1000)::float8 AS swept_until FROM change_horizon WHERE tenant_id = $1::int`;

export interface SweptUntil {
  swept_until: number;
}

/** The latest change that retention has deleted, in milliseconds since 1970, rounded up. Undefined if it has deleted none. */
export async function readSweptUntil(db: TenantDatabase, tenantId: number): Promise<number | undefined> {
  const { rows } = await db.executeQuery<SweptUntil>(CompiledQuery.raw(SWEPT_UNTIL, [tenantId]));
  return rows[0]?.swept_until;
}

function instant(ms: number | undefined, unbounded: string): string {
  return ms === undefined ? `'${unbounded}'::timestamptz` : `to_timestamp(${ms / 1000})`;
}

/**
 * Returns the database's clock and the tenant's boundary, in milliseconds since 1970. All changes before the boundary are
 * final, and no change gets a time before it. The boundary can be ahead of the clock, if the clock was ahead and was set back.
 */
export async function readWindowTimes(
  db: TenantDatabase,
  tenantId: number,
): Promise<{ clockMs: number; boundaryMs: number }> {
  const { rows } = await sql<{ now: string; boundary: string | null }>`
    SELECT clock_now() AS now,
           (SELECT settled_until FROM change_boundary WHERE tenant_id = ${tenantId}) AS boundary`.execute(db);
  const { now, boundary } = rows[0]!;
  return { clockMs: Date.parse(now), boundaryMs: boundary === null ? 0 : Date.parse(boundary) };
}

/** Commits a boundary, unless a later one is stored. */
export async function raiseBoundary(db: TenantDatabase, tenantId: number, endMs: number): Promise<void> {
  await sql`
    INSERT INTO change_boundary AS stored (tenant_id, settled_until)
    VALUES (${tenantId}, ${new Date(endMs).toISOString()}::timestamptz)
    ON CONFLICT (tenant_id) DO UPDATE SET settled_until = excluded.settled_until
     WHERE stored.settled_until < excluded.settled_until`.execute(db);
}

/**
 * Allocates a transaction id, which is higher than that of every transaction so far. The xmax of a snapshot is not high
 * enough. It is the id after the newest transaction that has ended, so running transactions can have the same or higher ids.
 */
export async function allocateTransactionId(db: TenantDatabase): Promise<bigint> {
  const { rows } = await sql<{ id: string }>`SELECT pg_current_xact_id()::text AS id`.execute(db);
  return BigInt(rows[0]!.id);
}

/** Returns the id below which all transactions have ended. */
export async function readOldestRunningTransactionId(db: TenantDatabase): Promise<bigint> {
  const { rows } = await sql<{
    oldest: string;
  }>`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS oldest`.execute(db);
  return BigInt(rows[0]!.oldest);
}

/**
 * Deletes those of the first `batch` entries that are older than `days`, moves the horizon past them, and keeps the last change
 * of each candidate for lists of a period. Returns how many were deleted.
 */
export async function removeOldest(
  db: TenantDatabase,
  tenantId: number,
  days: number,
  batch: number,
): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    SELECT remove_oldest_changes(${tenantId}::int, ${days}::int, ${batch}::int) AS removed`.execute(db);
  return rows[0]!.removed;
}

interface LogState {
  /** Another server wrote the tenant's last change, so the next one begins a generation. */
  isForeign: boolean;
  /** It has changes, but not their generation. */
  isWithoutGeneration: boolean;
  /** It has no change and no trace of retention, but the tenant has records, each of which began with a change. */
  isEmptied: boolean;
}

/** What of a tenant's log is not as usual. */
export async function readLogState(db: TenantDatabase, tenantId: number): Promise<LogState> {
  const { rows } = await sql<LogState>`
    SELECT coalesce(server <> this_server(), false) AS "isForeign",
           server IS NULL AND has_log AS "isWithoutGeneration",
           has_records AND NOT has_log AS "isEmptied"
      FROM (SELECT (SELECT server FROM log_generation WHERE tenant_id = ${tenantId}) AS server,
                   EXISTS (SELECT FROM change_log WHERE tenant_id = ${tenantId})
                     OR EXISTS (SELECT FROM change_horizon WHERE tenant_id = ${tenantId}) AS has_log,
                   EXISTS (SELECT FROM candidate WHERE tenant_id = ${tenantId})
                     OR EXISTS (SELECT FROM company WHERE tenant_id = ${tenantId})
                     OR EXISTS (SELECT FROM job_ad WHERE tenant_id = ${tenantId}) AS has_records) AS state`.execute(
    db,
  );
  return rows[0]!;
}

/** The position of the tenant's last final change. */
export async function readLogEnd(db: TenantDatabase, tenantId: number): Promise<Position> {
  const { rows } = await sql<{ generation: number; transaction_id: string; sequence: string }>`
    SELECT last.generation, last.transaction_id::text AS transaction_id, last.sequence::text AS sequence
      FROM log_ceiling(${tenantId}::int) AS final
     CROSS JOIN LATERAL (SELECT log.generation, log.transaction_id, log.sequence
                           FROM change_log AS log
                          WHERE log.tenant_id = ${tenantId} AND (log.generation, log.transaction_id) < (final.generation, final.ceiling)
                          ORDER BY log.generation DESC, log.transaction_id DESC, log.sequence DESC LIMIT 1) AS last`.execute(
    db,
  );
  const last = rows[0];
  return {
    generation: last?.generation ?? 0,
    transactionId: BigInt(last?.transaction_id ?? 0),
    sequence: BigInt(last?.sequence ?? 0),
  };
}
