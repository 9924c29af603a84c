import type { TenantDatabase } from '../../core/db/connection.ts';
import { isBeyondBackup, type Position } from './cursor.ts';
import { readFeedBounds } from './queries.ts';

export type PositionFault = 'tooOld' | 'beyondBackup';

/** Why a reader at this position would miss changes. Undefined if it would not. */
export async function findPositionFault(
  db: TenantDatabase,
  tenantId: number,
  position: Position,
): Promise<PositionFault | undefined> {
  const { generation, ended, horizon } = await readFeedBounds(db, tenantId, position.generation);
  if (horizon !== undefined && isBefore(position, horizon)) return 'tooOld';
  const isLost =
    ended === undefined
      ? position.generation !== generation
      : ended.snapshot !== null && isBeyondBackup(position, ended.snapshot);
  return isLost ? 'beyondBackup' : undefined;
}

export function isBefore(a: Position, b: Position): boolean {
  if (a.generation !== b.generation) return a.generation < b.generation;
  if (a.transactionId !== b.transactionId) return a.transactionId < b.transactionId;
  return a.sequence < b.sequence;
}
