import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { ChangeRow } from '../change.ts';
import type { Position } from '../cursor.ts';
import type { Entity } from '../entities.ts';
import { NO_LIMIT } from '../queries.ts';

/** How many changes a call looks at. Those of a rare record type can be far apart. */
export const LOOKED_AT = 5000;

interface Filter {
  entities: readonly Entity[];
  recordId: number | undefined;
  before: Position | undefined;
  limit: number;
}

interface Latest {
  /** Newest first. */
  rows: ChangeRow[];
  /** The oldest position that was looked at, if there may be older ones. */
  lookedUntil: string | undefined;
  lookedAt: number;
}

/** Returns the newest final changes before a position: those that the feed has. Looks at a limited number of changes. */
export async function readLatest(
  db: TenantDatabase,
  tenantId: number,
  { entities, recordId, before, limit }: Filter,
): Promise<Latest> {
  const isBefore =
    before === undefined
      ? sql``
      : sql`AND (log.generation, log.transaction_id, log.sequence)
                < (${before.generation}::int, ${String(before.transactionId)}::bigint, ${String(before.sequence)}::bigint)`;
  const { rows } = await sql<
    ChangeRow & { position: string | null; looked_at: number; looked_until: string }
  >`
    WITH state AS MATERIALIZED (SELECT generation, ceiling FROM log_ceiling(${tenantId}::int)),
    seen AS MATERIALIZED (
      SELECT log.* FROM state CROSS JOIN LATERAL (
        SELECT log.generation, log.transaction_id, log.sequence, log.entity, log.kind, log.record_id, log.attributes, log.changed_at
          FROM (SELECT * FROM change_log AS log
                 WHERE log.tenant_id = ${tenantId} ${isBefore}
                 ORDER BY log.generation DESC, log.transaction_id DESC, log.sequence DESC LIMIT ${sql.raw(NO_LIMIT)}) AS log
         WHERE log.generation < state.generation OR log.transaction_id < state.ceiling
         ORDER BY log.generation DESC, log.transaction_id DESC, log.sequence DESC LIMIT ${LOOKED_AT}) AS log)
    SELECT (SELECT count(*)::int FROM seen) AS looked_at,
           (SELECT generation || '.' || transaction_id || '.' || sequence FROM seen
             ORDER BY generation, transaction_id, sequence LIMIT 1) AS looked_until,
           page.generation || '.' || page.transaction_id || '.' || page.sequence AS position,
           page.entity, page.kind, page.record_id, page.attributes, page.changed_at
      FROM state
      LEFT JOIN (SELECT * FROM seen
                  WHERE entity = ANY (${[...entities]}::text[]) AND ${recordId === undefined ? sql`true` : sql`record_id = ${recordId}`}
                  ORDER BY generation DESC, transaction_id DESC, sequence DESC LIMIT ${limit}) AS page ON true
     ORDER BY page.generation DESC, page.transaction_id DESC, page.sequence DESC`.execute(db);
  const { position, looked_at, looked_until } = rows[0]!;
  return {
    // Without changes, what was looked at is a row of its own.
    rows: position === null ? [] : rows,
    lookedUntil: looked_at === LOOKED_AT ? looked_until : undefined,
    lookedAt: looked_at,
  };
}
