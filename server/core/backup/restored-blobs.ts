import { createHash } from 'node:crypto';
import { BlobExistsError, type BlobStore, type BlobWriter } from '../blobs/index.ts';
import { BackupError, type BackupFile } from './format.ts';

/** A store that can release a key whose writer has crashed. */
export type RestorableStore = BlobStore & { removeUnfinishedOf?(key: string): Promise<void> };

/** The documents that a restore writes. */
export class RestoredBlobs {
  count = 0;
  readonly #store: RestorableStore;
  // From an earlier attempt, or from another installation that uses the same store. Never remove these.
  readonly #found = new Set<string>();

  constructor(store: RestorableStore) {
    this.#store = store;
  }

  async write(key: string, data: AsyncIterable<Buffer>): Promise<void> {
    if ((await this.#store.size(key)) !== undefined) {
      this.#found.add(key);
      this.count += 1;
      if ((await digest(data)) === (await digest((await this.#store.read(key)) as AsyncIterable<Buffer>)))
        return;
      throw new BackupError(
        `The store of documents has another file under the key ${key}. Give the restored installation a store of its own (BLOB_URL). Nothing was changed.`,
      );
    }
    const writer = await this.#open(key);
    try {
      for await (const chunk of data) await writer.write(chunk);
      await writer.commit();
    } catch (error) {
      // What it cannot remove, the next restore does.
      await writer.abort().catch(() => {});
      throw error;
    }
    this.count += 1;
  }

  async #open(key: string): Promise<BlobWriter> {
    try {
      return await this.#store.create(key);
    } catch (error) {
      if (!(error instanceof BlobExistsError) || this.#store.removeUnfinishedOf === undefined) throw error;
      // An earlier restore was killed while writing this blob. Nobody else writes it: keys are random, and the database is
      // locked.
      await this.#store.removeUnfinishedOf(key);
      return this.#store.create(key);
    }
  }

  /** Removes what was written by reading the backup again, because a list of all keys would grow with the backup. */
  async remove(file: BackupFile): Promise<void> {
    let index = 0;
    if (this.count === 0) return;
    for await (const { section } of file.sections()) {
      if (section.kind !== 'blob') continue;
      if (!this.#found.has(section.key)) await this.#store.delete(section.key);
      index += 1;
      if (index === this.count) return;
    }
  }
}

async function digest(chunks: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}
