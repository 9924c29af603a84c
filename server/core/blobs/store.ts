import type { Readable } from 'node:stream';

/** Bytes from `start` to `end`, both inclusive and counted from 0, as in RFC 9110 section 14.1.2. */
export interface ByteRange {
  start: number;
  end: number;
}

/** One blob being written. Calls follow one another: each is awaited before the next. */
export interface BlobWriter {
  /** The chunk may be reused by the caller once the promise has settled. */
  write(chunk: Uint8Array): Promise<void>;
  /** Makes the blob visible under its key, whole and durable, or rejects and leaves nothing visible. */
  commit(): Promise<void>;
  /** Drops what was written. Does nothing after `commit` or a second time. */
  abort(): Promise<void>;
}

/**
 * Where blobs are kept. A blob never changes once visible: a key is written once, read, and deleted.
 * Keys are one to 200 characters of `a-z 0-9 -`, in parts joined by `/`.
 */
export interface BlobStore {
  /** Rejects with BlobExistsError when the key is taken or being written; a store may notice only at `commit`. */
  create(key: string): Promise<BlobWriter>;
  /**
   * Rejects with BlobNotFoundError. A range may reach beyond the end and is then cut there. The stream holds an open
   * file or connection, so it is read to its end or destroyed.
   */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Idempotent: deleting what is not there succeeds. */
  delete(key: string): Promise<void>;
  /** Bytes, or undefined when there is no such blob. */
  size(key: string): Promise<number | undefined>;
  /** Visible blobs whose key begins with the prefix, in no particular order; meant for sweeps, not for requests. */
  list(prefix?: string): AsyncIterable<{ key: string; modifiedAt: Date }>;
  /**
   * Removes what crashed writers left and answers how many. `olderThan` must lie further back than the longest upload
   * takes between two writes, or a living one is removed and fails at its commit.
   */
  removeUnfinished(olderThan: Date): Promise<number>;
  /** Writes, reads and removes a probe; rejects with the store's own error when that is not possible. */
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

const MAXIMUM_KEY_LENGTH = 200;
const KEY = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*$/;

/** Throws a RangeError for a key that stores do not take. Keys are made by this product, so that is a fault in it. */
export function assertBlobKey(key: string): void {
  if (key.length > MAXIMUM_KEY_LENGTH || !KEY.test(key)) throw new RangeError('The blob key is malformed.');
}
