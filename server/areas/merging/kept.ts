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
  /** Missing in a merge by a version that did not keep it. */
  status?: KeptStatus;
  /** Missing in a merge by a version that did not keep them. */
  dismissals?: KeptDismissal[];
}

/** The status that the kept candidate had before the merge. */
interface KeptStatus {
  columns: Values;
  /** The last entry in the histories of both. Those with a higher id were added after the merge. */
  lastEntryId: number;
}

/** That the merged candidate and a third one are two people, which the merge has said of the kept one too. */
export interface KeptDismissal {
  /** The third candidate. */
  candidateId: number;
  merged: DismissedPair;
  /** The pair of the kept candidate and the third one. Null if there was none. */
  kept: DismissedPair | null;
}

/** Columns of duplicate_pair, as to_jsonb() writes them. */
type DismissedPair = Values;

export interface KeptPicture {
  /** Identifies the picture of the merged candidate, wherever it is now. */
  blobKey: string;
  /** The picture of the kept candidate that became a document, because the other one was taken. */
  replacedBlobKey: string | null;
}
