import { ENTITIES } from './entities.ts';
import { type DescribedEventType, EVENTS } from './event-types.ts';

const BY_ID = new Map<number, DescribedEventType>(Object.values(EVENTS).map((type) => [type.id, type]));

/** Streams that list deletions. Deleting a work location changes its company, so the stream of the companies lists it. */
const STREAMS: Partial<Record<DescribedEventType['entity'], string>> = {
  candidate: '/candidates/export/candidates/changes',
  document: '/candidates/export/documents/changes',
  jobad: '/jobads/changes',
  location: '/customers/changes',
};

export interface StoredEvent {
  eventTypeId: number;
  entityId: number;
  /** ISO 8601 in UTC. */
  occurredAt: string;
  additionalData: Record<string, unknown> | null;
}

/**
 * Returns the type of an event and the path below /v3 of its record. For a deletion, it is the path of the hour that lists
 * it.
 */
export function eventEndpoint({ eventTypeId, entityId, occurredAt, additionalData }: StoredEvent): {
  type: DescribedEventType;
  endpoint: string;
} {
  const type = eventTypeOf(eventTypeId);
  return { type, endpoint: pathOf(type, entityId, occurredAt, additionalData) };
}

export function eventTypeOf(id: number): DescribedEventType {
  const type = BY_ID.get(id);
  if (type === undefined) throw new Error(`The event type ${id} does not exist.`);
  return type;
}

function pathOf(
  { entity, name }: DescribedEventType,
  id: number,
  occurredAt: string,
  additionalData: StoredEvent['additionalData'],
): string {
  if (name.endsWith('.deleted')) {
    return `${STREAMS[entity]}/${occurredAt.slice(0, 10)}/${Number(occurredAt.slice(11, 13))}`;
  }
  if (entity === 'application') return `/candidates/${id}/applies`;
  if (entity === 'communication') return `/candidates/${id}`;
  return ENTITIES[entity].endpoint
    .replace('{id}', String(id))
    .replace('{kind}', String(additionalData?.kind ?? ''));
}
