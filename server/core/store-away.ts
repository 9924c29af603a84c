/**
 * `unreachable`: the store does not respond, or its disk fails. `failing`: it responds with errors. `full`: it can be read.
 * `missing`: its volume is not mounted. `foreign`: it belongs to another installation.
 */
export type StoreAwayReason = 'unreachable' | 'failing' | 'full' | 'missing' | 'foreign';

/**
 * The document store as a whole cannot be used, so the same call may succeed later. Never thrown because one object is missing.
 * The message is one line for the operator.
 */
export abstract class DocumentStoreError extends Error {
  abstract readonly reason: StoreAwayReason;
}

/** The document store is away, so nothing that needs a document can succeed. What the database has committed is certain. */
export function isStoreAway(error: unknown): error is DocumentStoreError {
  return error instanceof DocumentStoreError;
}

/** The document store takes nothing more: its disks are full, or a quota in it is used up. */
export function isStoreFull(error: unknown): boolean {
  return isStoreAway(error) && error.reason === 'full';
}
