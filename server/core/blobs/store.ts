import type { Readable } from 'node:stream';
import { DocumentStoreError, type StoreAwayReason } from '../store-away.ts';

/** Bytes from `start` to `end`, both inclusive and counted from 0, as in RFC 9110 section 14.1.2. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Writes one blob. Await each call before the next. */
export interface BlobWriter {
  /** The caller may reuse the chunk once the promise has settled. */
  write(chunk: Uint8Array): Promise<void>;
  /** Makes the whole blob visible and durable under its key, or rejects and leaves nothing visible. */
  commit(): Promise<void>;
  /** Drops what was written. Does nothing after `commit` or when called again. */
  abort(): Promise<void>;
}

/**
 * Stores blobs. A visible blob never changes: a key is written once, read, and deleted. Keys have 1 to 200 characters
 * `a-z 0-9 -`, in parts joined by `/`.
 */
export interface BlobStore {
  /** Rejects with BlobExistsError if the key is taken or being written. A store may detect this only at `commit`. */
  create(key: string): Promise<BlobWriter>;
  /**
   * Rejects with BlobNotFoundError. A range that ends past the end is truncated. The stream holds an open file or connection,
   * so read it to its end or destroy it.
   */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Idempotent: deleting a missing blob succeeds. */
  delete(key: string): Promise<void>;
  /** Bytes, or undefined if the blob does not exist. */
  size(key: string): Promise<number | undefined>;
  /** Where the blob is or would be, for the operator: a path or a URL. */
  locate(key: string): string;
  /** Visible blobs whose key begins with the prefix, unsorted. For sweeps, not for requests. */
  list(prefix?: string): AsyncIterable<{ key: string; modifiedAt: Date }>;
  /**
   * Removes what crashed writers left behind and returns the number. `olderThan` must exceed the longest pause of an upload
   * between two writes. Otherwise a running upload is removed and fails at its commit.
   */
  removeUnfinished(olderThan: Date): Promise<number>;
  /** The id of the installation that owns the store. Undefined if nobody has written one. */
  readOwner(): Promise<string | undefined>;
  /**
   * Writes the id, which `list` does not contain. Unless it replaces an earlier one, rejects with BlobExistsError if there is
   * one. An S3 store can miss two writers at the same moment: the later one wins, and the earlier one finds out when it
   * reads the id the next time.
   */
  writeOwner(id: string, options: { replaces: boolean }): Promise<void>;
  removeOwner(): Promise<void>;
  /** Writes, reads, and removes a probe. Rejects with the store's error if that fails. */
  check(): Promise<void>;
}

export class BlobNotFoundError extends Error {
  override readonly name = 'BlobNotFoundError';
  readonly key: string;
  constructor(key: string) {
    super(`There is no blob ${key}.`);
    this.key = key;
  }
}

export class BlobExistsError extends Error {
  override readonly name = 'BlobExistsError';
  readonly key: string;
  constructor(key: string) {
    super(`The blob ${key} exists already or is being written.`);
    this.key = key;
  }
}

/** The store is not where it was: its volume is not mounted, or cannot be read, or is that of another installation. */
export class StoreAwayError extends DocumentStoreError {
  override readonly name = 'StoreAwayError';
  readonly code = 'STORE_AWAY';
  readonly reason: StoreAwayReason;
  constructor(reason: StoreAwayError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

const MAXIMUM_KEY_LENGTH = 200;
const KEY = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*$/;

/** Throws a RangeError for a malformed key. Keys are generated here, so that is a bug. */
export function assertBlobKey(key: string): void {
  if (key.length > MAXIMUM_KEY_LENGTH || !KEY.test(key)) throw new RangeError('The blob key is malformed.');
}
