import { createHash } from 'node:crypto';
import { BlobExistsError, createAfterCrash, type RepairableStore } from '../blobs/index.ts';
import { BackupError, type BackupFile } from './format.ts';

/** The documents that a restore writes. */
export class RestoredBlobs {
  count = 0;
  readonly #store: RepairableStore;
  // From an earlier attempt, or from another installation that uses the same store. Never remove these.
  // Positions in the backup, the last one excluded. Few, because an earlier attempt has written the first ones.
  readonly #found: { from: number; to: number }[] = [];
  /** The document whose commit failed. The store can have it all the same, if its response was lost. */
  #uncertainKey: string | undefined;

  constructor(store: RepairableStore) {
    this.#store = store;
  }

  async write(key: string, data: AsyncIterable<Buffer>): Promise<void> {
    if ((await this.#store.size(key)) !== undefined) {
      this.#markFound();
      this.count += 1;
      if ((await digest(data)) === (await digest((await this.#store.read(key)) as AsyncIterable<Buffer>)))
        return;
      throw new BackupError(
        `The store of documents has another file under the key ${key}. Give the restored installation a store of its own (BLOB_URL). Nothing was changed.`,
      );
    }
    // Nobody else writes it: keys are random, and the database is locked.
    const writer = await createAfterCrash(this.#store, key);
    try {
      for await (const chunk of data) await writer.write(chunk);
      this.#uncertainKey = key;
      await writer.commit();
      this.#uncertainKey = undefined;
    } catch (error) {
      // Against what was said above, somebody else has written it.
      if (error instanceof BlobExistsError) this.#uncertainKey = undefined;
      // What it cannot remove, the next restore does.
      await writer.abort().catch(() => {});
      throw error;
    }
    this.count += 1;
  }

  #markFound(): void {
    const last = this.#found.at(-1);
    if (last?.to === this.count) last.to += 1;
    else this.#found.push({ from: this.count, to: this.count + 1 });
  }

  /** Removes what was written by reading the backup again, because a list of all keys would grow with the backup. */
  async remove(file: BackupFile): Promise<void> {
    await this.#removeWritten(file);
    if (this.#uncertainKey !== undefined) await this.#store.delete(this.#uncertainKey);
  }

  async #removeWritten(file: BackupFile): Promise<void> {
    const found = this.#found.values();
    let next = found.next().value;
    let index = 0;
    if (this.count === 0) return;
    for await (const { section } of file.sections()) {
      if (section.kind !== 'blob') continue;
      if (index === next?.to) next = found.next().value;
      if (next === undefined || index < next.from) await this.#store.delete(section.key);
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
