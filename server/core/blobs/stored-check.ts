import { openDataKey, type WrappingKeys } from './encryption.ts';
import { BlobDamagedError, type SealedBlob } from './sealed-blob.ts';
import { SegmentOpener } from './segment-opener.ts';

/** Finds out whether the stored bytes of a blob can be opened, while they pass on their way to somewhere else. */
export class StoredBlobCheck {
  readonly #opener: SegmentOpener | undefined;
  #damage: BlobDamagedError | undefined;

  private constructor(opener: SegmentOpener | undefined, damage: BlobDamagedError | undefined) {
    this.#opener = opener;
    this.#damage = damage;
  }

  static async begin(
    blob: SealedBlob,
    options: { tenantId: number; masterKeys: Pick<WrappingKeys, 'find'> },
  ): Promise<StoredBlobCheck> {
    try {
      return new StoredBlobCheck(new SegmentOpener(blob, await openDataKey(blob, options)), undefined);
    } catch (error) {
      return new StoredBlobCheck(undefined, asDamage(error));
    }
  }

  update(chunk: Buffer): void {
    if (this.#damage !== undefined) return;
    try {
      for (const { content } of this.#opener!.open(chunk)) free(content);
    } catch (error) {
      this.#damage = asDamage(error);
    }
  }

  /** Call it after the last chunk. Undefined if every byte is authentic. */
  end(): BlobDamagedError | undefined {
    try {
      if (this.#damage === undefined) this.#opener!.end();
    } catch (error) {
      this.#damage = asDamage(error);
    }
    return this.#damage;
  }
}

function asDamage(error: unknown): BlobDamagedError {
  if (error instanceof BlobDamagedError) return error;
  throw error;
}

/**
 * Frees the memory of contents that nobody reads. Otherwise V8 collects garbage again and again, which takes longer than opening.
 * Compared, because freeing a buffer that others share would damage their bytes.
 */
function free({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && length === buffer.byteLength) buffer.transfer(0);
}
