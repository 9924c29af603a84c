import type { TenantDatabase } from '../../core/db/connection.ts';
import { CANDIDATE_STATUS } from '../candidates/index.ts';
import type { Kept } from './kept.ts';
import { findStatus } from './merge-queries.ts';
import type { Values } from './properties.ts';
import { setColumns } from './queries.ts';
import type { State } from './revert.ts';

interface Divided {
  state: State;
  kept: Kept;
  /** The entry that the status of the kept candidate comes from goes to the new one, or was taken back. */
  isStatusGoing: boolean;
  candidateId: number;
  newId: number;
  restored: Values;
}

/**
 * Gives each of the two the status that its part of the history has set: the latest one since the merge, or the one from before it, where
 * nobody has taken that back since.
 */
export async function divideStatus(
  db: TenantDatabase,
  tenantId: number,
  { state, kept, isStatusGoing, candidateId, newId, restored }: Divided,
  { candidate_status_entry: entries = [] }: Readonly<Record<string, readonly number[]>>,
): Promise<void> {
  // Merges by a version that did not keep the status do not know which entries of the one that remains are later.
  const { columns, lastEntryId } = kept.status ?? {
    columns: kept.properties.find(({ property }) => property === 'statusId')?.before ?? {},
    lastEntryId: Number.MAX_SAFE_INTEGER,
  };
  if (isStatusGoing) {
    await setColumns(db, tenantId, candidateId, columns);
    const status = await findStatus(db, tenantId, candidateId, lastEntryId);
    Object.assign(state.candidate, status);
    await setColumns(db, tenantId, candidateId, status);
  }
  if (entries.length === 0) return;
  // Archived is final.
  const isArchived = restored.status_id === CANDIDATE_STATUS.archived;
  const earlier = kept.moved.candidate_status_entry ?? [];
  const since = isArchived ? Number.MAX_SAFE_INTEGER : (kept.status?.lastEntryId ?? Math.max(0, ...earlier));
  await setColumns(db, tenantId, newId, await findStatus(db, tenantId, newId, since));
}
