import type { SystemDatabase } from '../db/connection.ts';

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
