import { formatCursor } from '../cursor.ts';
import { isProposalEntity, PROPOSAL_ENTITIES } from '../entities.ts';
import { eventTypeOf } from '../event-endpoint.ts';
import type { HistoryRow } from './queries.ts';

/** The entry of the response. */
export function toEntry(tenantId: number, row: HistoryRow) {
  const position = {
    generation: row.generation,
    transactionId: BigInt(row.transaction_id),
    sequence: BigInt(row.sequence),
  };
  return {
    id: formatCursor(tenantId, position),
    changedAtUtc: row.changed_at,
    actor:
      row.actor_kind === null
        ? null
        : {
            kind: row.actor_kind,
            userId: row.actor_kind === 'user' ? row.actor_id : null,
            clientId: row.client_id,
            name: row.actor_name,
          },
    entity: isProposalEntity(row.entity) ? PROPOSAL_ENTITIES[row.entity] : row.entity,
    recordId: row.record_id,
    change: row.kind,
    event: row.event_type_id === null ? null : eventTypeOf(row.event_type_id).name,
    changedProperties: row.properties ?? [],
  };
}
