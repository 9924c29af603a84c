import type { PropertyChange } from './choose.ts';
import type { RemovedRow, RowChange } from './combine.ts';
import type { Values } from './properties.ts';

/** What a merge keeps, so that it can be undone: candidate_merge.kept. */
export interface Kept {
  /** The row of the merged candidate. */
  columns: Values;
  /** The rows that went to the kept candidate, by table. */
  moved: Record<string, number[]>;
  /** The rows of the merged candidate that the kept one had already. */
  removed: RemovedRow[];
  /** What the merge changed in rows that remain or were moved. */
  rows: RowChange[];
  /** What the merge changed in the master data of the kept candidate. */
  properties: PropertyChange[];
  /** Channels that were made of addresses which contact no longer shows. */
  addedChannels: number[];
  picture: KeptPicture | null;
}

export interface KeptPicture {
  /** Identifies the picture of the merged candidate, wherever it is now. */
  blobKey: string;
  /** The picture of the kept candidate that became a document, because the other one was taken. */
  replacedBlobKey: string | null;
}

/** A merge that can still be undone, with what it keeps. */
export interface KeptMerge {
  id: number;
  mergedCandidateId: number;
  /** The merge with which this one came to the candidate. */
  parentId: number | null;
  kept: Kept;
}
