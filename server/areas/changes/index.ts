export { formatCursor } from './cursor.ts';
export { changeEndpoints } from './endpoints.ts';
export { type ChangeKind, ENTITIES, type Entity, type LoggedEntity } from './entities.ts';
export { eventEndpoint, type StoredEvent } from './event-endpoint.ts';
export { type DescribedEventType, EVENTS } from './event-types.ts';
export { readLogTag, readPositionOf } from './queries.ts';
export { changeExpression, recordChange, rowChangeExpression } from './record.ts';
export { sweepChangeLog } from './retention.ts';
export { changeEntryProperties, windowEndpoints } from './windows.ts';
