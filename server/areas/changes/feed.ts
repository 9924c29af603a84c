import { CompiledQuery } from 'kysely';
import type { Database } from '../../core/db/connection.ts';
import type { ChangeRow } from './change.ts';
import type { Position } from './cursor.ts';
import type { Entity } from './entities.ts';
import { LOG_ORDER, NO_LIMIT } from './queries.ts';

/** A row as the statement returns it. */
type BoundedRow = ChangeRow & { bounds: string };

export interface FeedPage {
  rows: ChangeRow[];
  /** A reader that has all rows continues from here: after the tenant's last final change, of whatever record type. */
  end: Position;
  bounds: FeedBounds;
}

export interface EndedGeneration {
  /** pg_snapshot of the backup whose restore ended it. */
  snapshot: string | undefined;
  /** Otherwise its last change, if it is known. */
  last: { transactionId: bigint; sequence: bigint } | undefined;
}

/** The bounds that a cursor must be within, so that its reader does not miss a change. */
export interface FeedBounds {
  /** The tenant's present generation. */
  generation: number;
  /** Set if the generation of the cursor has ended. */
  ended: EndedGeneration | undefined;
  /** The last position that retention has deleted, if any. */
  horizon: Position | undefined;
  /** Whether the log has a change at the cursor or before. */
  hasEarlier: boolean;
}

// Parameters of both statements: the tenant, the three parts of the position, record types, number of changes, and the snapshot of
// the position.

// Bounds, end, and changes come from one snapshot, so retention cannot delete a change between the check of a cursor and its page. The
// bounds are one text, because each row of the page repeats them, and are materialized, so that no row computes them again.
const BOUNDS = `
  bounds AS MATERIALIZED (
    SELECT state.generation, state.ceiling,
           json_build_array(state.generation, coalesce(last.transaction_id, 0)::text, coalesce(last.sequence, 0)::text,
                            ended.generation IS NOT NULL, ended.snapshot, ended.last_transaction_id::text,
                            ended.last_sequence::text, horizon.generation, horizon.transaction_id::text,
                            horizon.sequence::text, earlier.sequence IS NOT NULL)::text AS parts
      FROM log_ceiling($1::int) AS state
      LEFT JOIN ended_log_generation AS ended ON ended.tenant_id = $1 AND ended.generation = $2::int
      LEFT JOIN change_horizon AS horizon ON horizon.tenant_id = $1
      LEFT JOIN LATERAL (
           SELECT transaction_id, sequence
             FROM (SELECT log.transaction_id, log.sequence
                     FROM change_log AS log
                    WHERE log.tenant_id = $1 AND log.generation = state.generation
                      AND log.transaction_id < state.ceiling
                    ORDER BY log.transaction_id DESC, log.sequence DESC
                    LIMIT 1) AS kept
           UNION ALL
           SELECT deleted.transaction_id, deleted.sequence
             FROM change_horizon AS deleted
            WHERE deleted.tenant_id = $1 AND deleted.generation = state.generation
            ORDER BY transaction_id DESC, sequence DESC
            LIMIT 1) AS last ON true
      LEFT JOIN LATERAL (
           SELECT log.sequence
             FROM change_log AS log
            WHERE log.tenant_id = $1
              AND (log.generation, log.transaction_id, log.sequence) <= ($2::int, $3::bigint, $4::bigint)
            ORDER BY log.generation DESC, log.transaction_id DESC, log.sequence DESC
            LIMIT 1) AS earlier ON true)`;

/** The final changes after the position. No other condition is where PostgreSQL chooses the index: see NO_LIMIT. */
const FOLLOWING = `
         SELECT *
           FROM (SELECT *
                   FROM change_log AS log
                  WHERE log.tenant_id = $1
                    AND (log.generation, log.transaction_id, log.sequence) > ($2::int, $3::bigint, $4::bigint)
                  ORDER BY ${LOG_ORDER} LIMIT ${NO_LIMIT}) AS log
          WHERE (log.generation < bounds.generation OR log.transaction_id < bounds.ceiling)`;

/** Those that the reader asks for, and has not seen in an export. */
const REQUESTED = `
            log.entity = ANY($5::text[])
            AND ($7::pg_snapshot IS NULL OR log.generation <> $2::int
                 OR NOT pg_visible_in_snapshot(log.transaction_id::text::xid8, $7::pg_snapshot))`;

const COLUMNS = `bounds.parts AS bounds,
         page.generation || '.' || page.transaction_id || '.' || page.sequence AS position,
         page.entity, page.kind, page.record_id, page.attributes, page.changed_at`;

const FIRST = `ORDER BY ${LOG_ORDER} LIMIT`;

const FEED = `
  WITH ${BOUNDS}
  SELECT ${COLUMNS}
    FROM bounds
    LEFT JOIN LATERAL (${FOLLOWING} AND ${REQUESTED} ${FIRST} $6::int) AS page ON true
   ORDER BY page.generation, page.transaction_id, page.sequence`;

// Most readers poll at the end of the log, so a connection that requests share can tell them what follows. It must not search a long
// log for changes of a rare record type, so it looks at this many changes.
const NEXT_CHANGES = 250;
const NEXT_FEED = `
  WITH ${BOUNDS},
  next AS MATERIALIZED (
    SELECT log.* FROM bounds CROSS JOIN LATERAL (${FOLLOWING} ${FIRST} ${NEXT_CHANGES}) AS log)
  SELECT ${COLUMNS}, (SELECT count(*) FROM next)::int AS looked_at
    FROM bounds
    LEFT JOIN (SELECT * FROM next AS log WHERE ${REQUESTED} ${FIRST} $6::int) AS page ON true
   ORDER BY page.generation, page.transaction_id, page.sequence`;

/** What `bounds` has, in its order. */
type BoundParts = [
  generation: number,
  lastTransactionId: string,
  lastSequence: string,
  hasEnded: boolean,
  endedSnapshot: string | null,
  endedTransactionId: string | null,
  endedSequence: string | null,
  horizonGeneration: number | null,
  horizonTransactionId: string,
  horizonSequence: string,
  hasEarlier: boolean,
];

/**
 * Returns at most `limit` changes after the position, sorted by generation, transaction id, and sequence. It returns only
 * changes of transactions below the oldest running one, because nothing can be inserted before them. The end comes from
 * the same snapshot as the rows. It is never the oldest running transaction: a crash of the database can assign ids again
 * that no committed change has, and a reader beyond them would miss changes.
 */
export async function readFeed(
  database: Database,
  tenantId: number,
  { generation, transactionId, sequence, snapshot }: Position,
  entities: readonly Entity[],
  limit: number,
): Promise<FeedPage> {
  const values = [
    tenantId,
    generation,
    String(transactionId),
    String(sequence),
    `{${entities.join()}}`,
    limit,
    snapshot ?? null,
  ];
  const rows =
    (await readNext(database, tenantId, values, limit)) ??
    (await database.tenant(tenantId).executeQuery<BoundedRow>(CompiledQuery.raw(FEED, values))).rows;
  const parts: BoundParts = JSON.parse(rows[0]!.bounds);
  return {
    // Without changes, the bounds are a row of their own.
    rows: rows[0]!.position === null ? [] : rows,
    end: { generation: parts[0], transactionId: BigInt(parts[1]), sequence: BigInt(parts[2]) },
    bounds: toBounds(parts),
  };
}

/** The position of a reader who has seen the change. */
export function positionOf({ position }: Pick<ChangeRow, 'position'>): Position {
  const [generation, transactionId, sequence] = position.split('.');
  return {
    generation: Number(generation),
    transactionId: BigInt(transactionId!),
    sequence: BigInt(sequence!),
  };
}

/** The page, or undefined if the changes that follow do not fill it although there are more. */
async function readNext(
  database: Database,
  tenantId: number,
  values: readonly (number | string | null)[],
  limit: number,
): Promise<BoundedRow[] | undefined> {
  if (limit > NEXT_CHANGES) return undefined;
  const rows = await database.read<BoundedRow & { looked_at: number }>(tenantId, NEXT_FEED, values);
  return rows.length === limit || rows[0]!.looked_at < NEXT_CHANGES ? rows : undefined;
}

function toBounds([
  generation,
  ,
  ,
  hasEnded,
  snapshot,
  endedTransactionId,
  endedSequence,
  horizonGeneration,
  horizonTransactionId,
  horizonSequence,
  hasEarlier,
]: BoundParts): FeedBounds {
  return {
    generation,
    ended: hasEnded
      ? {
          snapshot: snapshot ?? undefined,
          last:
            endedTransactionId === null
              ? undefined
              : { transactionId: BigInt(endedTransactionId), sequence: BigInt(endedSequence!) },
        }
      : undefined,
    horizon:
      horizonGeneration === null
        ? undefined
        : {
            generation: horizonGeneration,
            transactionId: BigInt(horizonTransactionId),
            sequence: BigInt(horizonSequence),
          },
    hasEarlier,
  };
}
