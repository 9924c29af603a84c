import { FEED_START, isBeyondBackup, type Position } from './cursor.ts';
import type { EndedGeneration, FeedBounds, FeedPage } from './feed.ts';

export type PositionFault = 'tooOld' | 'beyondBackup' | 'ofAnotherLog' | 'lost';

/** Why a reader at this position would miss changes. Undefined if it would not. */
export function findPositionFault(
  page: Pick<FeedPage, 'bounds' | 'end'>,
  position: Position,
): PositionFault | undefined {
  return findBoundFault(page.bounds, position) ?? (isLost(page, position) ? 'lost' : undefined);
}

function findBoundFault(
  { generation, ended, horizon }: FeedBounds,
  position: Position,
): PositionFault | undefined {
  if (horizon !== undefined && isBefore(position, horizon)) return 'tooOld';
  if (ended !== undefined) return isBeyond(position, ended) ? 'beyondBackup' : undefined;
  const isOwn = position.generation === generation || position.generation === FEED_START.generation;
  return isOwn ? undefined : 'ofAnotherLog';
}

/** Whether the reader has seen changes that are not in the generation as this installation has it. */
function isBeyond(position: Position, { snapshot, last }: EndedGeneration): boolean {
  if (snapshot !== undefined) return isBeyondBackup(position, snapshot);
  // The position of an export is no change, and can be after the last one.
  return last !== undefined && position.sequence > 0n && isBefore({ ...position, ...last }, position);
}

/**
 * Whether somebody has deleted the change of the position, with all before it or all after it. Retention leaves the horizon, so this
 * shows that a log was emptied.
 */
function isLost(
  { bounds: { generation, horizon, hasEarlier }, end }: Pick<FeedPage, 'bounds' | 'end'>,
  position: Position,
) {
  // The position of an export is no change.
  if (position.sequence === 0n) return false;
  if (position.generation === generation && isBefore(end, position)) return true;
  return !hasEarlier && (horizon === undefined || isBefore(horizon, position));
}

export function isBefore(a: Position, b: Position): boolean {
  if (a.generation !== b.generation) return a.generation < b.generation;
  if (a.transactionId !== b.transactionId) return a.transactionId < b.transactionId;
  return a.sequence < b.sequence;
}
