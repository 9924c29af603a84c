import { type FileHandle, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncDirectory } from '../files/durable-directory.ts';
import { hasCode } from '../files/error-code.ts';
import type { BlobWriter } from './store.ts';

/** Written before a sync begins in the background, so that the commit has less to wait for. */
const SYNC_BYTES = 4 * 1024 * 1024;

interface WriterOptions {
  unfinishedPath: string;
  path: string;
  /** Creates the directory of the blob. */
  makeDirectory(): Promise<void>;
  /** What to throw after the system refused a call. */
  toStoreError(error: unknown): Promise<unknown>;
}

/** Writes a blob under its unfinished name, and renames it when it is durable. */
export class FilesystemBlobWriter implements BlobWriter {
  readonly #file: FileHandle;
  readonly #options: WriterOptions;
  #unsyncedBytes = 0;
  #isSyncing = false;
  #synced: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(file: FileHandle, options: WriterOptions) {
    this.#file = file;
    this.#options = options;
  }

  async write(chunk: Uint8Array): Promise<void> {
    let offset = 0;
    try {
      // A full disk or a signal can truncate a write without an error.
      while (offset < chunk.length) {
        offset += (await this.#file.write(chunk, offset, chunk.length - offset)).bytesWritten;
      }
    } catch (error) {
      throw await this.#options.toStoreError(error);
    }
    this.#unsyncedBytes += chunk.length;
    if (this.#unsyncedBytes >= SYNC_BYTES && !this.#isSyncing) void this.#sync().catch(() => {});
  }

  async commit(): Promise<void> {
    if (this.#closed) throw new Error('The blob writer is closed.');
    try {
      await this.#commit();
    } catch (error) {
      throw await this.#options.toStoreError(error);
    }
  }

  async #commit(): Promise<void> {
    const { unfinishedPath, path, makeDirectory } = this.#options;
    await Promise.all([this.#sync(), makeDirectory()]);
    await this.#file.close();
    // Also fails if a sweep has removed the file.
    await rename(unfinishedPath, path);
    this.#closed = true;
    try {
      await syncDirectory(dirname(path));
    } catch (error) {
      // The blob may not be durable, so it must not be visible.
      await unlink(path);
      throw error;
    }
  }

  async abort(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    // Another file could get the same number while the system still syncs this one.
    await this.#synced.catch(() => {});
    const { unfinishedPath, toStoreError } = this.#options;
    try {
      // A file server can report only now that it could not write. The file is there all the same.
      await this.#file.close().finally(() => unlinkIfPresent(unfinishedPath));
    } catch (error) {
      throw await toStoreError(error);
    }
  }

  /** Syncs once the previous sync is complete. If one fails, the commit fails. */
  #sync(): Promise<void> {
    this.#unsyncedBytes = 0;
    this.#isSyncing = true;
    this.#synced = this.#synced.then(async () => {
      await this.#file.sync();
      this.#isSyncing = false;
    });
    return this.#synced;
  }
}

export async function unlinkIfPresent(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}
