import { createHash, randomBytes } from 'node:crypto';
import { KEY_BYTES, openBytes, sealBytes, toMasterKeyId } from '../crypto/sealing.ts';
import type { SystemDatabase } from '../db/connection.ts';
import { countGarbage } from '../garbage.ts';
import { LargeHash } from './large-hash.ts';
import { BlobDamagedError, type FinishedSealedBlob, type SealedBlob } from './sealed-blob.ts';
import { SealedBlobWriter } from './sealed-writer.ts';
import { SealingThread } from './sealing-thread.ts';
import { SegmentOpener } from './segment-opener.ts';
import { type DataKey, decodeDataKey, encodeDataKey, SEGMENT_BYTES } from './segments.ts';
import type { BlobStore, ByteRange } from './store.ts';

/**
 * Contents are yielded in chunks of at most this size. The system takes a chunk of a response as a whole, so that the progress
 * of a slow reader would not show with larger ones.
 */
const CHUNK_BYTES = 64 * 1024;

/** The master keys that wrap and unwrap the keys of blobs. */
export interface WrappingKeys {
  current(): Promise<Buffer>;
  find(id: string, db?: SystemDatabase): Promise<Buffer | undefined>;
}

interface SealedBlobsOptions {
  store: BlobStore;
  masterKeys: WrappingKeys;
  /** For new blobs. */
  segmentBytes?: number;
  /** Called if the thread that seals fails. The next large blob starts another one. */
  onThreadFailure?: (error: unknown) => void;
}

/**
 * Encryption at rest for any store: AES-256-GCM with a random key per blob, in segments, with the STREAM construction
 * (Hoang, Reyhanitabar, Rogaway, Vizár 2015). The nonce contains the number of the segment and whether it is the last one. So
 * segments can be read individually, but none can be moved, dropped, or added unnoticed. The rest of the nonce is zero, which
 * is safe because the key never encrypts anything else.
 */
export class SealedBlobs {
  readonly #store: BlobStore;
  readonly #masterKeys: WrappingKeys;
  readonly #segmentBytes: number;
  readonly #thread: SealingThread;

  constructor(options: SealedBlobsOptions) {
    this.#store = options.store;
    this.#masterKeys = options.masterKeys;
    this.#segmentBytes = options.segmentBytes ?? SEGMENT_BYTES;
    this.#thread = new SealingThread({ onFailure: options.onThreadFailure ?? (() => {}) });
  }

  /** Rejects with BlobExistsError if the key is taken. */
  async create(options: { tenantId: number; key: string; maximumBytes: number }): Promise<SealedBlobWriter> {
    const { tenantId, key, maximumBytes } = options;
    const dataKey = { key: randomBytes(KEY_BYTES), segmentBytes: this.#segmentBytes };
    const masterKey = await this.#masterKeys.current();
    const wrappedKey = sealBytes(encodeDataKey(dataKey), masterKey, toAssociatedData(tenantId, key));
    const masterKeyId = toMasterKeyId(masterKey);
    const writer = await this.#store.create(key);
    const wrapWith = this.#wrapper({ key, wrappedKey, masterKeyId }, tenantId);
    const description = { key, wrappedKey, masterKeyId, wrapWith };
    return new SealedBlobWriter({ writer, thread: this.#thread, dataKey, description, maximumBytes });
  }

  /** Hashes a body, if it is large in the thread that seals its contents. The caller must close it. */
  createHash(expectedBytes?: number): LargeHash {
    return new LargeHash(this.#thread, expectedBytes);
  }

  /** Returns a stored blob as one that was just written, so that another record can adopt it. */
  toFinished(blob: SealedBlob, tenantId: number, head: Buffer): FinishedSealedBlob {
    return { ...blob, head, wrapWith: this.#wrapper(blob, tenantId) };
  }

  #wrapper(
    { key, wrappedKey, masterKeyId }: Pick<SealedBlob, 'key' | 'wrappedKey' | 'masterKeyId'>,
    tenantId: number,
  ): FinishedSealedBlob['wrapWith'] {
    return async (id, db) => {
      if (id === masterKeyId) return wrappedKey;
      const older = await this.#masterKeys.find(masterKeyId, db);
      const newer = await this.#masterKeys.find(id, db);
      if (older === undefined || newer === undefined) throw new BlobDamagedError(key, 'masterKey');
      return rewrapKey({ tenantId, key, wrappedKey }, older, newer);
    };
  }

  /**
   * Yields the contents or a range in chunks of at most 64 KiB, each authenticated before it is yielded. The last chunk is
   * held back until nothing unexpected follows and, for a full read, until the SHA-256 of the whole is verified. Throws
   * BlobDamagedError, BlobNotFoundError, or a RangeError for a range outside the contents while iterating.
   */
  async *read(
    blob: SealedBlob,
    options: { tenantId: number; range?: ByteRange },
  ): AsyncGenerator<Uint8Array> {
    const { start, end } = options.range ?? { start: 0, end: blob.sizeBytes - 1 };
    if (options.range !== undefined && !(start >= 0 && start <= end && end < blob.sizeBytes)) {
      throw new RangeError('The range is outside the blob.');
    }
    const dataKey = await openDataKey(blob, { tenantId: options.tenantId, masterKeys: this.#masterKeys });
    const opener = new SegmentOpener(blob, dataKey, { start, end });
    const hash = start === 0 && end === blob.sizeBytes - 1 ? createHash('sha256') : undefined;
    let held: Buffer | undefined;
    const stored = await this.#store.read(blob.key, opener.storedRange);
    for await (const chunk of stored as AsyncIterable<Buffer>) {
      countGarbage(chunk.length);
      for (const { content, offset } of opener.open(chunk)) {
        countGarbage(content.length);
        hash?.update(content);
        for (const part of chunksOf(content.subarray(Math.max(0, start - offset), end - offset + 1))) {
          if (held !== undefined) yield held;
          held = part;
        }
      }
    }
    opener.end();
    if (hash !== undefined && hash.digest('hex') !== blob.sha256)
      throw new BlobDamagedError(blob.key, 'checksum');
    if (held !== undefined) yield held;
  }

  /** The id of the installation that owns the store. */
  readOwner(): Promise<string | undefined> {
    return this.#store.readOwner();
  }

  /** Idempotent. The wrapped key is worthless without the stored bytes, and vice versa. */
  async delete(key: string): Promise<void> {
    await this.#store.delete(key);
  }

  /** Rejects if the store cannot write, read, and delete. */
  check(): Promise<void> {
    return this.#store.check();
  }

  /** Ends the thread that seals. Blobs that are being written fail. */
  close(): Promise<void> {
    return this.#thread.close();
  }
}

/** What opens the segments of a blob. Throws BlobDamagedError. */
export async function openDataKey(
  blob: SealedBlob,
  { tenantId, masterKeys }: { tenantId: number; masterKeys: Pick<WrappingKeys, 'find'> },
): Promise<DataKey> {
  const masterKey = await masterKeys.find(blob.masterKeyId);
  if (masterKey === undefined) throw new BlobDamagedError(blob.key, 'masterKey');
  return decodeDataKey(unwrapKey({ tenantId, ...blob }, masterKey))!;
}

interface WrappedKey {
  tenantId: number;
  key: string;
  wrappedKey: Buffer;
}

/** The data key as it was encoded. */
function unwrapKey({ tenantId, key, wrappedKey }: WrappedKey, masterKey: Buffer): Buffer {
  const encoded = openBytes(wrappedKey, masterKey, toAssociatedData(tenantId, key));
  if (encoded === undefined || decodeDataKey(encoded) === undefined)
    throw new BlobDamagedError(key, 'wrappedKey');
  return encoded;
}

/** The key of a blob, wrapped with another master key. Throws BlobDamagedError. */
export function rewrapKey(wrapped: WrappedKey, from: Buffer, to: Buffer): Buffer {
  const encoded = unwrapKey(wrapped, from);
  const rewrapped = sealBytes(encoded, to, toAssociatedData(wrapped.tenantId, wrapped.key));
  encoded.fill(0);
  return rewrapped;
}

function* chunksOf(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += CHUNK_BYTES) yield content.subarray(at, at + CHUNK_BYTES);
}

/** Binds a wrapped key to tenant and blob, so that a copied row does not open for another one. */
function toAssociatedData(tenantId: number, key: string): string {
  return `stellwerk/blob/v1\n${tenantId}\n${key}`;
}
