import { invalid } from '../../core/http/index.ts';
import { type ChangeKind, ENTITIES, ENTITY_NAMES, type Entity, recordEndpoint } from './entities.ts';

/** A change as it is read from the log. */
export interface ChangeRow {
  /** Generation, transaction id, and sequence, as a cursor has them. */
  position: string;
  entity: Entity;
  kind: ChangeKind;
  record_id: number;
  attributes: Record<string, unknown> | null;
  changed_at: string;
}

/** A change as the feed has it, with the cursor of a reader who has seen it. */
export function toChange({ entity, kind, record_id, attributes, changed_at }: ChangeRow, cursor: string) {
  return {
    cursor,
    entity,
    change: kind,
    id: record_id,
    endpoint: recordEndpoint(entity, kind, record_id, attributes),
    candidateId: entity === 'document' ? ((attributes?.candidateId as number | undefined) ?? null) : null,
    mergedIntoId: (attributes?.mergedIntoId as number | undefined) ?? null,
    changedAtUtc: changed_at,
  };
}

/** The record types of a comma-separated list. Throws a 400 if it has anything else. */
export function parseEntities(text: string): Entity[] {
  const requested = [...new Set(text.split(',').map((part) => part.trim()))];
  if (requested.every((entity) => Object.hasOwn(ENTITIES, entity))) return requested as Entity[];
  throw invalid({
    property: 'entities',
    code: 'enum',
    message: `entities must be a comma-separated list of record types. The types are ${ENTITY_NAMES.join(', ')}.`,
  });
}
