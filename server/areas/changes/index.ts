export { findPositionFault } from './bounds.ts';
export { formatCursor, type Position, parseCursor } from './cursor.ts';
export { changeEndpoints } from './endpoints.ts';
export {
  type ChangeKind,
  ENTITIES,
  isProposalEntity,
  type LoggedEntity,
  PROPOSAL_PERMISSION,
} from './entities.ts';
export { eventEndpoint, eventTypeOf, type StoredEvent } from './event-endpoint.ts';
export { type DescribedEventType, EVENTS } from './event-types.ts';
export { readFeed } from './feed.ts';
export { historyEndpoints } from './history/endpoints.ts';
export { readHistory } from './history/queries.ts';
export { toEntry as toHistoryEntry } from './history/rules.ts';
export { HistoryPage } from './history/schema.ts';
export { latestEndpoints } from './latest/endpoints.ts';
export { changedInPeriodSql, sweptUntilSql } from './period-sql.ts';
export {
  areCreatedTogether,
  logTagSql,
  readLogEnd,
  readLogState,
  readLogTag,
  readSnapshotPosition,
  readWindowTimes,
} from './queries.ts';
export { nameRecordForm, RECORD_FORM, recordFormHeader } from './record-form.ts';
export {
  type Creation,
  changeExpression,
  creationsExpression,
  describeCreation,
  recordChange,
  rowChangeExpression,
} from './record-queries.ts';
export { sweepChangeLog } from './retention.ts';
export { untilEarlierWritersEnd } from './settlement.ts';
export { windowEndpoints } from './windows/endpoints.ts';
export { changeEntryProperties } from './windows/schema.ts';
