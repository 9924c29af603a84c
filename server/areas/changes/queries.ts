import { sql } from 'kysely';
import type pg from 'pg';
import type { TenantDatabase } from '../../core/db/connection.ts';
import type { Position } from './cursor.ts';
import type { ChangeKind, Entity, LoggedEntity } from './entities.ts';

export interface FeedRow {
  generation: number;
  transaction_id: string;
  sequence: string;
  entity: Entity;
  kind: ChangeKind;
  record_id: number;
  attributes: Record<string, unknown> | null;
  changed_at: string;
}

export interface FeedPage {
  rows: FeedRow[];
  /** Where every change below is known: a reader that has all rows may go on from here. */
  ceiling: { generation: number; transactionId: bigint };
}

/**
 * Changes after the position, at most `limit`, in the order (generation, transaction id, sequence), and only those
 * of transactions below the oldest one still running: nothing can be inserted before them any more. The ceiling is
 * taken in the same snapshot as the rows.
 */
export async function readFeed(
  db: TenantDatabase,
  tenantId: number,
  position: Position,
  entities: readonly Entity[],
  limit: number,
): Promise<FeedPage> {
  const passedOver =
    position.snapshot === undefined
      ? sql``
      : sql`AND NOT (log.generation = ${position.generation}
                     AND pg_visible_in_snapshot(log.transaction_id::text::xid8, ${position.snapshot}::pg_snapshot))`;
  const { rows } = await sql<
    FeedRow & { ceiling_generation: number; ceiling: string; sequence: string | null }
  >`
    SELECT state.generation AS ceiling_generation, state.ceiling::text AS ceiling,
           page.generation, page.transaction_id::text AS transaction_id, page.sequence::text AS sequence, page.entity,
           page.kind, page.record_id, page.attributes, page.changed_at
      FROM (SELECT generation, pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS ceiling
              FROM change_log_state) AS state
      LEFT JOIN LATERAL (
           SELECT *
             FROM change_log AS log
            WHERE log.tenant_id = ${tenantId}
              AND (log.generation, log.transaction_id, log.sequence)
                  > (${position.generation}::integer, ${position.transactionId.toString()}::bigint, ${position.sequence.toString()}::bigint)
              AND (log.generation < state.generation OR log.transaction_id < state.ceiling)
              AND log.entity = ANY(${entities as Entity[]}::text[])
              ${passedOver}
            ORDER BY log.generation, log.transaction_id, log.sequence
            LIMIT ${limit}) AS page ON true
     ORDER BY page.generation, page.transaction_id, page.sequence`.execute(db);
  const first = rows[0]!;
  return {
    rows: rows.filter((row) => row.sequence !== null),
    ceiling: { generation: first.ceiling_generation, transactionId: BigInt(first.ceiling) },
  };
}

export interface FeedBounds {
  /** The generation that new changes get. */
  generation: number;
  /** Set when a restore has ended the generation asked for; its snapshot is the backup's, null when not known. */
  ended: { snapshot: string | null } | undefined;
  /** The greatest position that retention has removed, if it has removed any. */
  horizon: Position | undefined;
}

/** What decides whether a cursor of `generation` can still be followed without missing anything. */
export async function readFeedBounds(
  db: TenantDatabase,
  tenantId: number,
  generation: number,
): Promise<FeedBounds> {
  const { rows } = await sql<{
    current: number;
    has_ended: boolean;
    snapshot: string | null;
    generation: number | null;
    transaction_id: string;
    sequence: string;
  }>`
    SELECT state.generation AS current, ended.generation IS NOT NULL AS has_ended, ended.snapshot,
           horizon.generation, horizon.transaction_id::text, horizon.sequence::text
      FROM change_log_state AS state
      LEFT JOIN ended_generation AS ended ON ended.generation = ${generation}
      LEFT JOIN change_horizon AS horizon ON horizon.tenant_id = ${tenantId}`.execute(db);
  const row = rows[0]!;
  return {
    generation: row.current,
    ended: row.has_ended ? { snapshot: row.snapshot } : undefined,
    horizon:
      row.generation === null
        ? undefined
        : {
            generation: row.generation,
            transactionId: BigInt(row.transaction_id),
            sequence: BigInt(row.sequence),
          },
  };
}

/** The position of the snapshot of the transaction that this connection is in: what its reads do not show, the feed will. */
export async function readPositionOf(client: pg.PoolClient): Promise<Position> {
  const { rows } = await client.query(`
    SELECT generation, pg_snapshot_xmin(pg_current_snapshot())::text AS xmin, pg_current_snapshot()::text AS snapshot
      FROM change_log_state`);
  const { generation, xmin, snapshot } = rows[0];
  return { generation, transactionId: BigInt(xmin), sequence: 0n, snapshot };
}

/**
 * The text of an entity tag for all records of some entities. The set of changes visible now is named by the last
 * one below the oldest running transaction (no change can come before it any more) and, one by one, by those
 * already visible above it: two different sets never share a tag. One index look-up and a range that is as short
 * as the transactions in flight are young.
 */
export async function readLogTag(
  db: TenantDatabase,
  tenantId: number,
  entities: readonly LoggedEntity[],
): Promise<string> {
  const { rows } = await sql<{ tag: string }>`
    WITH state AS (SELECT generation, pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS ceiling FROM change_log_state)
    SELECT state.generation || '.' ||
           coalesce((SELECT log.generation || '.' || log.transaction_id || '.' || log.sequence
                       FROM change_log AS log
                      WHERE log.tenant_id = ${tenantId} AND log.entity = ANY(${entities as LoggedEntity[]}::text[])
                        AND (log.generation, log.transaction_id) < (state.generation, state.ceiling)
                      ORDER BY log.generation DESC, log.transaction_id DESC, log.sequence DESC LIMIT 1), '0') || '.' ||
           coalesce((SELECT md5(string_agg(log.sequence::text, ',' ORDER BY log.sequence))
                       FROM change_log AS log
                      WHERE log.tenant_id = ${tenantId} AND log.entity = ANY(${entities as LoggedEntity[]}::text[])
                        AND (log.generation, log.transaction_id) >= (state.generation, state.ceiling)), '') AS tag
      FROM state`.execute(db);
  return rows[0]!.tag;
}

export interface WindowQuery {
  tenantId: number;
  entity: Entity;
  /** Inclusive; undefined: from the beginning. */
  fromMs: number | undefined;
  /** Exclusive; undefined: until now. */
  toMs: number | undefined;
  officeId: number | undefined;
  /** SQL of one entry's JSON over the columns of `last`, the record's last change in the window. */
  entry: string;
}

/**
 * The SQL text for COPY of a window: a digit for the list (0 new, 1 modified, 2 deleted) and the entry's JSON, the
 * lists one after the other. The record counts for the branch it has after the window's last change and for every
 * branch it left in the window: whoever follows one branch must hear that a record is gone from it. Only whole
 * numbers and names from our own code are written into the text.
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
       ORDER BY record_id, sequence DESC)
    SELECT CASE WHEN is_deleted THEN '2' WHEN is_new THEN '0' ELSE '1' END || (${entry})::text
      FROM last ${branch}
     ORDER BY CASE WHEN is_deleted THEN 2 WHEN is_new THEN 0 ELSE 1 END, changed_at, record_id`;
}

function instant(ms: number | undefined, open: string): string {
  return ms === undefined ? `'${open}'::timestamptz` : `to_timestamp(${ms / 1000})`;
}

/** The data's clock. */
export async function readClock(db: TenantDatabase): Promise<number> {
  const { rows } = await sql<{ now: string }>`SELECT clock_now() AS now`.execute(db);
  return Date.parse(rows[0]!.now);
}

/**
 * A transaction id above that of every transaction that has begun: the id of this call's own transaction, taken for the
 * purpose. The xmax of a snapshot will not do. It lies one above the newest transaction that has ended, so any number of
 * running transactions have ids at or above it.
 */
export async function takeTransactionId(db: TenantDatabase): Promise<bigint> {
  const { rows } = await sql<{ id: string }>`SELECT pg_current_xact_id()::text AS id`.execute(db);
  return BigInt(rows[0]!.id);
}

/** All transactions below this id have ended. */
export async function readOldestRunningTransactionId(db: TenantDatabase): Promise<bigint> {
  const { rows } = await sql<{
    oldest: string;
  }>`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS oldest`.execute(db);
  return BigInt(rows[0]!.oldest);
}

/**
 * Removes those of the first `batch` entries that are older than `days`, with the horizon moved past them; returns how
 * many.
 */
export async function removeOldest(
  db: TenantDatabase,
  tenantId: number,
  days: number,
  batch: number,
): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    WITH oldest AS (
      SELECT generation, transaction_id, sequence
        FROM (SELECT generation, transaction_id, sequence, changed_at
                FROM change_log
               WHERE tenant_id = ${tenantId}
               ORDER BY generation, transaction_id, sequence
               LIMIT ${batch}) AS first
       WHERE changed_at < clock_now() - make_interval(days => ${days})),
    removed AS (
      DELETE FROM change_log AS log USING oldest
       WHERE log.tenant_id = ${tenantId} AND log.generation = oldest.generation
         AND log.transaction_id = oldest.transaction_id AND log.sequence = oldest.sequence
      RETURNING log.generation, log.transaction_id, log.sequence),
    horizon AS (
      INSERT INTO change_horizon AS horizon (tenant_id, generation, transaction_id, sequence)
      SELECT ${tenantId}, generation, transaction_id, sequence FROM removed
       ORDER BY generation DESC, transaction_id DESC, sequence DESC LIMIT 1
      ON CONFLICT (tenant_id) DO UPDATE
         SET generation = excluded.generation, transaction_id = excluded.transaction_id, sequence = excluded.sequence
       WHERE (horizon.generation, horizon.transaction_id, horizon.sequence)
             < (excluded.generation, excluded.transaction_id, excluded.sequence))
    SELECT count(*) AS removed FROM removed`.execute(db);
  return rows[0]!.removed;
}
