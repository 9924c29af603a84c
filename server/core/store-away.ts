/** Our code for a document store that is away. Such an error means that the same call may succeed later. */
export const STORE_AWAY = 'STORE_AWAY';

/** The document store is away, so nothing that needs a document can succeed. What the database has committed is certain. */
export function isStoreAway(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === STORE_AWAY;
}
