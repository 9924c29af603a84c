import { BlobExistsError, type BlobStore, type BlobWriter } from './store.ts';

/** A store that can release a key whose writer has crashed. */
export type RepairableStore = BlobStore & { removeUnfinishedOf?(key: string): Promise<void> };

/**
 * Creates a blob, also if an earlier writer of the same key was killed. The caller must be the only one who writes to the store:
 * what another one has written so far would be lost.
 */
export async function createAfterCrash(store: RepairableStore, key: string): Promise<BlobWriter> {
  try {
    return await store.create(key);
  } catch (error) {
    if (!(error instanceof BlobExistsError) || store.removeUnfinishedOf === undefined) throw error;
    await store.removeUnfinishedOf(key);
    return store.create(key);
  }
}
