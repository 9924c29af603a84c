import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { KEY_BYTES, openBytes, sealBytes, TAG_BYTES, toMasterKeyId } from '../crypto/sealing.ts';
import type { SystemDatabase } from '../db/connection.ts';
import type { BlobStore, BlobWriter, ByteRange } from './store.ts';

/** Contents of one segment. Each is stored with a tag of 16 bytes, 0.02 % more space. */
export const SEGMENT_BYTES = 64 * 1024;
const SEALED_SEGMENT_BYTES = SEGMENT_BYTES + TAG_BYTES;
const NONCE_BYTES = 12;
const COUNTER_OFFSET = 7;
const LAST_FLAG_OFFSET = 11;

/** Enough for every signature that file type detection checks. */
const HEAD_BYTES = 4100;

/** What the database stores about a sealed blob. None of it is secret. */
export interface SealedBlob {
  key: string;
  /** The data key of the blob, sealed with a master key for one tenant and one blob key. */
  wrappedKey: Buffer;
  masterKeyId: string;
  /** Size of the contents, like the hash; the stored file is slightly larger. */
  sizeBytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/** The contents that the columns of a row describe. */
export function toSealedBlob(row: {
  blob_key: string;
  wrapped_key: Buffer;
  master_key_id: string;
  size_bytes: number;
  sha256: string;
}): SealedBlob {
  return {
    key: row.blob_key,
    wrappedKey: row.wrapped_key,
    masterKeyId: row.master_key_id,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
  };
}

/** `head`: the first bytes of the contents, at most 4100. */
export type FinishedSealedBlob = SealedBlob & {
  head: Buffer;
  /**
   * The key of the blob, wrapped with the master key of this id. A rotation can have begun since the blob was written. `db` is
   * the transaction of the caller.
   */
  wrapWith(masterKeyId: string, db?: SystemDatabase): Promise<Buffer>;
};

/** The master keys that wrap and unwrap the keys of blobs. */
export interface WrappingKeys {
  current(): Promise<Buffer>;
  find(id: string, db?: SystemDatabase): Promise<Buffer | undefined>;
}

export class BlobTooLargeError extends Error {
  override readonly name = 'BlobTooLargeError';
  readonly maximumBytes: number;
  constructor(maximumBytes: number) {
    super(`The blob has more than ${maximumBytes} bytes.`);
    this.maximumBytes = maximumBytes;
  }
}

/**
 * The stored bytes differ from the sealed ones, or were sealed for another tenant, key, or master key. `reason` is
 * `masterKey` (unknown), `wrappedKey` (does not open), `segment` (not authentic), `length` (too short or too long), or
 * `checksum` (of the whole contents differs).
 */
export class BlobDamagedError extends Error {
  override readonly name = 'BlobDamagedError';
  readonly key: string;
  readonly reason: 'masterKey' | 'wrappedKey' | 'segment' | 'length' | 'checksum';
  constructor(key: string, reason: BlobDamagedError['reason']) {
    super(`The blob ${key} is damaged (${reason}).`);
    this.key = key;
    this.reason = reason;
  }
}

/**
 * Encryption at rest for any store: AES-256-GCM with a random key per blob, in segments of 64 KiB, with the STREAM
 * construction (Hoang, Reyhanitabar, Rogaway, Vizár 2015). The nonce contains the number of the segment and whether it is the
 * last one. So segments can be read individually, but none can be moved, dropped, or added unnoticed. The rest of the nonce
 * is zero, which is safe because the key never encrypts anything else.
 */
export class SealedBlobs {
  readonly #store: BlobStore;
  readonly #masterKeys: WrappingKeys;

  constructor(options: { store: BlobStore; masterKeys: WrappingKeys }) {
    this.#store = options.store;
    this.#masterKeys = options.masterKeys;
  }

  /** Holds one segment in memory. Rejects with BlobExistsError if the key is taken. */
  async create(options: { tenantId: number; key: string; maximumBytes: number }): Promise<SealedBlobWriter> {
    const { tenantId, key, maximumBytes } = options;
    const dataKey = randomBytes(KEY_BYTES);
    const masterKey = await this.#masterKeys.current();
    const wrappedKey = sealBytes(dataKey, masterKey, toAssociatedData(tenantId, key));
    const masterKeyId = toMasterKeyId(masterKey);
    const writer = await this.#store.create(key);
    const wrapWith = this.#wrapper({ key, wrappedKey, masterKeyId }, tenantId);
    return new SealedBlobWriter({ writer, dataKey, key, wrappedKey, masterKeyId, wrapWith, maximumBytes });
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
    const dataKey = await this.#unwrap(blob, options.tenantId);
    const lastIndex = Math.max(0, Math.ceil(blob.sizeBytes / SEGMENT_BYTES) - 1);
    const finalIndex = Math.max(0, Math.floor(end / SEGMENT_BYTES));
    const hash = start === 0 && end === blob.sizeBytes - 1 ? createHash('sha256') : undefined;
    let index = Math.floor(start / SEGMENT_BYTES);
    const sealed = Buffer.allocUnsafeSlow(SEALED_SEGMENT_BYTES);
    let filled = 0;
    let pending: Buffer | undefined;
    const stored = await this.#store.read(blob.key, {
      start: index * SEALED_SEGMENT_BYTES,
      // Ask for one byte past the last segment, to detect appended bytes.
      end: (finalIndex + 1) * SEALED_SEGMENT_BYTES - (finalIndex === lastIndex ? 0 : 1),
    });
    for await (const chunk of stored as AsyncIterable<Buffer>) {
      for (let position = 0; position < chunk.length; ) {
        if (index > finalIndex) throw new BlobDamagedError(blob.key, 'length');
        const isLast = index === lastIndex;
        const length = isLast ? blob.sizeBytes - index * SEGMENT_BYTES + TAG_BYTES : SEALED_SEGMENT_BYTES;
        const copied = chunk.copy(sealed, filled, position, position + length - filled);
        position += copied;
        filled += copied;
        if (filled < length) continue;
        const content = openSegment(sealed.subarray(0, length), dataKey, index, isLast);
        if (content === undefined) throw new BlobDamagedError(blob.key, 'segment');
        hash?.update(content);
        if (pending !== undefined) yield pending;
        const offset = index * SEGMENT_BYTES;
        pending = content.subarray(Math.max(0, start - offset), end - offset + 1);
        filled = 0;
        index += 1;
      }
    }
    if (index <= finalIndex) throw new BlobDamagedError(blob.key, 'length');
    if (hash !== undefined && hash.digest('hex') !== blob.sha256)
      throw new BlobDamagedError(blob.key, 'checksum');
    if (pending !== undefined && pending.length > 0) yield pending;
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

  async #unwrap(blob: SealedBlob, tenantId: number): Promise<Buffer> {
    const masterKey = await this.#masterKeys.find(blob.masterKeyId);
    if (masterKey === undefined) throw new BlobDamagedError(blob.key, 'masterKey');
    return unwrapKey({ tenantId, ...blob }, masterKey);
  }
}

interface WrappedKey {
  tenantId: number;
  key: string;
  wrappedKey: Buffer;
}

function unwrapKey({ tenantId, key, wrappedKey }: WrappedKey, masterKey: Buffer): Buffer {
  const dataKey = openBytes(wrappedKey, masterKey, toAssociatedData(tenantId, key));
  if (dataKey?.length !== KEY_BYTES) throw new BlobDamagedError(key, 'wrappedKey');
  return dataKey;
}

/** The key of a blob, wrapped with another master key. Throws BlobDamagedError. */
export function rewrapKey(wrapped: WrappedKey, from: Buffer, to: Buffer): Buffer {
  const dataKey = unwrapKey(wrapped, from);
  const rewrapped = sealBytes(dataKey, to, toAssociatedData(wrapped.tenantId, wrapped.key));
  dataKey.fill(0);
  return rewrapped;
}

/** Seals one blob while its contents arrive. Implements the SpillSink of the body reader. */
export class SealedBlobWriter {
  readonly #writer: BlobWriter;
  readonly #dataKey: Buffer;
  readonly #maximumBytes: number;
  readonly #description: Pick<FinishedSealedBlob, 'key' | 'wrappedKey' | 'masterKeyId' | 'wrapWith'>;
  readonly #hash = createHash('sha256');
  readonly #segment = Buffer.allocUnsafeSlow(SEGMENT_BYTES);
  #filled = 0;
  #index = 0;
  #sizeBytes = 0;
  #head = Buffer.alloc(0);
  #isBusy = false;
  #isClosed = false;

  constructor(options: {
    writer: BlobWriter;
    dataKey: Buffer;
    key: string;
    wrappedKey: Buffer;
    masterKeyId: string;
    wrapWith: FinishedSealedBlob['wrapWith'];
    maximumBytes: number;
  }) {
    const { writer, dataKey, key, wrappedKey, masterKeyId, wrapWith, maximumBytes } = options;
    this.#writer = writer;
    this.#dataKey = dataKey;
    this.#maximumBytes = maximumBytes;
    this.#description = { key, wrappedKey, masterKeyId, wrapWith };
  }

  /** Rejects with BlobTooLargeError beyond the maximum, after everything written has been removed. */
  async write(chunk: Uint8Array): Promise<void> {
    this.#begin();
    this.#sizeBytes += chunk.length;
    if (this.#sizeBytes > this.#maximumBytes) {
      await this.abort();
      throw new BlobTooLargeError(this.#maximumBytes);
    }
    this.#hash.update(chunk);
    if (this.#head.length < HEAD_BYTES) {
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, HEAD_BYTES - this.#head.length)]);
    }
    for (let position = 0; position < chunk.length; ) {
      // Seal a full segment only once more data follows, because the last one is sealed differently.
      if (this.#filled === SEGMENT_BYTES) await this.#sealSegment(false);
      const part = chunk.subarray(position, position + SEGMENT_BYTES - this.#filled);
      this.#segment.set(part, this.#filled);
      this.#filled += part.length;
      position += part.length;
    }
    this.#isBusy = false;
  }

  /** Makes the blob visible and durable. If it rejects, the caller must abort. */
  async end(): Promise<FinishedSealedBlob> {
    this.#begin();
    await this.#sealSegment(true);
    await this.#writer.commit();
    this.#isClosed = true;
    this.#dataKey.fill(0);
    return {
      ...this.#description,
      sizeBytes: this.#sizeBytes,
      sha256: this.#hash.digest('hex'),
      head: this.#head,
    };
  }

  /** Removes what was written. Does nothing after `end` or when called again. */
  async abort(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#dataKey.fill(0);
    await this.#writer.abort();
  }

  /** Overlapping calls would mix their bytes and reuse segment numbers, which reveals the key with GCM. */
  #begin(): void {
    if (this.#isClosed) throw new Error('The blob writer is closed.');
    if (this.#isBusy) throw new Error('The previous call of the blob writer is still running or has failed.');
    this.#isBusy = true;
  }

  async #sealSegment(isLast: boolean): Promise<void> {
    const cipher = createCipheriv('aes-256-gcm', this.#dataKey, toNonce(this.#index, isLast), {
      authTagLength: TAG_BYTES,
    });
    const content = cipher.update(this.#segment.subarray(0, this.#filled));
    cipher.final();
    this.#index += 1;
    this.#filled = 0;
    await this.#writer.write(Buffer.concat([content, cipher.getAuthTag()]));
  }
}

function openSegment(sealed: Buffer, dataKey: Buffer, index: number, isLast: boolean): Buffer | undefined {
  const decipher = createDecipheriv('aes-256-gcm', dataKey, toNonce(index, isLast), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const content = decipher.update(sealed.subarray(0, -TAG_BYTES));
  try {
    decipher.final();
  } catch {
    return undefined;
  }
  return content;
}

/** Throws a RangeError at 2^32 segments (256 TiB), because a number must never be reused. */
function toNonce(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUInt32BE(index, COUNTER_OFFSET);
  nonce[LAST_FLAG_OFFSET] = isLast ? 1 : 0;
  return nonce;
}

/** Binds a wrapped key to tenant and blob, so that a copied row does not open for another one. */
function toAssociatedData(tenantId: number, key: string): string {
  return `stellwerk/blob/v1\n${tenantId}\n${key}`;
}
