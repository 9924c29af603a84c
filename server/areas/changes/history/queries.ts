import { type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Position } from '../cursor.ts';
import { type ChangeKind, ENTITIES, type Entity, type ProposalEntity } from '../entities.ts';

export interface HistoryRow {
  generation: number;
  transaction_id: string;
  sequence: string;
  entity: Entity | ProposalEntity;
  record_id: number;
  kind: ChangeKind;
  changed_at: string;
  actor_kind: string | null;
  actor_id: number | null;
  actor_name: string | null;
  client_id: string | null;
  event_type_id: number | null;
  properties: string[] | null;
}

interface HistorySource {
  entity: Entity;
  id: number;
  /** The record types whose entries belong to the record, such as the documents of a candidate. */
  parts: readonly Entity[];
  /** The name of the entries about its proposals, if they are to be read. */
  proposals?: ProposalEntity | undefined;
}

/**
 * Returns the newest entries of a record before the position, at most `limit`. Returns undefined if the record does not exist.
 * Each part of the UNION reads at most `limit` rows in the order of its index.
 */
export async function readHistory(
  db: TenantDatabase,
  tenantId: number,
  { entity, id, parts, proposals }: HistorySource,
  before: Position | undefined,
  limit: number,
): Promise<HistoryRow[] | undefined> {
  const { table, ...rest } = ENTITIES[entity];
  const condition = 'condition' in rest ? sql`AND ${sql.raw(rest.condition)}` : sql``;
  const newest = (of: Entity | ProposalEntity, which: RawBuilder<unknown>) => sql`
    (SELECT generation, transaction_id, sequence, entity, record_id, kind, changed_at, actor_kind, actor_id,
            event_type_id, properties
       FROM change_log
      WHERE tenant_id = ${tenantId} AND entity = ${sql.lit(of)} AND ${which} ${isBefore(before)}
      ORDER BY generation DESC, transaction_id DESC, sequence DESC
      LIMIT ${limit})`;
  const sources = [
    // The condition of the index change_log_by_record. It leaves out the changes of a company that only say that one of its
    // parts changed.
    ...[entity, ...(proposals === undefined ? [] : [proposals])].map((one) =>
      newest(one, sql`record_id = ${id} AND owner_id IS NULL AND properties IS DISTINCT FROM '{}'::text[]`),
    ),
    // The index change_log_by_owner.
    ...parts.map((part) => newest(part, sql`owner_id = ${id}`)),
  ];
  const { rows } = await sql<HistoryRow & { sequence: string | null }>`
    SELECT page.generation, page.transaction_id::text AS transaction_id, page.sequence::text AS sequence, page.entity,
           page.record_id, page.kind, page.changed_at, page.actor_kind, page.actor_id, page.event_type_id, page.properties,
           CASE page.actor_kind
             WHEN 'user' THEN (SELECT nullif(concat_ws(' ', first_name, last_name), '') FROM user_account
                                WHERE tenant_id = ${tenantId} AND id = page.actor_id)
             WHEN 'client' THEN (SELECT name FROM api_client WHERE tenant_id = ${tenantId} AND id = page.actor_id)
           END AS actor_name,
           CASE page.actor_kind
             WHEN 'client' THEN (SELECT client_id FROM api_client WHERE tenant_id = ${tenantId} AND id = page.actor_id)
           END AS client_id
      FROM (SELECT FROM ${sql.table(table)} WHERE tenant_id = ${tenantId} AND id = ${id} ${condition}) AS record
      LEFT JOIN LATERAL (
           SELECT * FROM (${sql.join(sources, sql` UNION ALL `)}) AS entries
            ORDER BY generation DESC, transaction_id DESC, sequence DESC
            LIMIT ${limit}) AS page ON true
     ORDER BY page.generation DESC, page.transaction_id DESC, page.sequence DESC`.execute(db);
  return rows.length === 0 ? undefined : rows.filter((row) => row.sequence !== null);
}

function isBefore(position: Position | undefined): RawBuilder<unknown> {
  if (position === undefined) return sql``;
  const { generation, transactionId, sequence } = position;
  return sql`AND (generation, transaction_id, sequence)
                 < (${generation}::integer, ${transactionId.toString()}::bigint, ${sequence.toString()}::bigint)`;
}
