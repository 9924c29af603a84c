import { createHash, randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { type FileHandle, link, open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { makeDurableDirectory, syncDirectory } from '../files/durable-directory.ts';
import {
  assertBlobKey,
  BlobExistsError,
  BlobNotFoundError,
  type BlobStore,
  type BlobWriter,
  type ByteRange,
} from './store.ts';

const FILE_MODE = 0o600;
const UNFINISHED = 'unfinished';
const OWNER = 'installation-id';
/** Written before a sync begins in the background, so that the commit has less to wait for. */
const SYNC_BYTES = 4 * 1024 * 1024;
/** Read at once: each read waits for a thread. */
const READ_BYTES = 256 * 1024;
const FAN_OUT = /^[0-9a-f]{2}$/;

/**
 * Stores blobs as files in one directory: `ab/cd/<key>`, where `abcd` is the start of the SHA-256 of the key and `.` replaces
 * each `/` of the key. The 65,536 directories stay small no matter what the keys look like.
 *
 * A blob is written in `unfinished/` under a name derived from its key. The file is opened exclusively, so a second writer of
 * the same key fails, even in another process and on file systems without hard links. The price: after a crash, the key stays
 * taken until `removeUnfinished` has run.
 */
export class FilesystemBlobStore implements BlobStore {
  readonly #root: string;

  /** Creates `directory` if needed. Several processes may share it. */
  constructor(options: { directory: string }) {
    this.#root = resolve(options.directory);
  }

  async create(key: string): Promise<BlobWriter> {
    const path = this.#path(key);
    const unfinishedPath = join(this.#root, UNFINISHED, toFileName(key));
    await makeDurableDirectory(dirname(unfinishedPath));
    let file: FileHandle;
    try {
      file = await open(unfinishedPath, 'wx', FILE_MODE);
    } catch (error) {
      throw hasCode(error, 'EEXIST') ? new BlobExistsError(key) : error;
    }
    const writer = new FilesystemBlobWriter(file, unfinishedPath, path);
    // Check only now, while no other writer of this key can commit.
    try {
      if ((await this.size(key)) !== undefined) throw new BlobExistsError(key);
    } catch (error) {
      await writer.abort();
      throw error;
    }
    return writer;
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    let file: FileHandle;
    try {
      file = await open(this.#path(key), 'r');
    } catch (error) {
      throw hasCode(error, 'ENOENT') ? new BlobNotFoundError(key) : error;
    }
    return file.createReadStream({ highWaterMark: READ_BYTES, ...range });
  }

  async delete(key: string): Promise<void> {
    const path = this.#path(key);
    try {
      await unlink(path);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return;
      throw error;
    }
    // Erased personal data must not come back after a power failure.
    await syncDirectory(dirname(path));
  }

  async size(key: string): Promise<number | undefined> {
    try {
      return (await stat(this.#path(key))).size;
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return undefined;
      throw error;
    }
  }

  async *list(prefix = ''): AsyncGenerator<{ key: string; modifiedAt: Date }> {
    for (const first of await entriesOf(this.#root)) {
      if (!FAN_OUT.test(first.name)) continue;
      for (const second of await entriesOf(join(this.#root, first.name))) {
        const directory = join(this.#root, first.name, second.name);
        for (const file of await entriesOf(directory)) {
          const key = file.name.replaceAll('.', '/');
          if (!key.startsWith(prefix)) continue;
          try {
            yield { key, modifiedAt: (await stat(join(directory, file.name))).mtime };
          } catch (error) {
            if (!hasCode(error, 'ENOENT')) throw error;
          }
        }
      }
    }
  }

  async readOwner(): Promise<string | undefined> {
    try {
      return (await readFile(join(this.#root, OWNER), 'utf8')).trim();
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return undefined;
      throw error;
    }
  }

  async writeOwner(id: string, { replaces }: { replaces: boolean }): Promise<void> {
    const path = join(this.#root, OWNER);
    const temporary = `${path}.${randomUUID()}`;
    await makeDurableDirectory(this.#root);
    const file = await open(temporary, 'wx', FILE_MODE);
    try {
      await file.writeFile(`${id}\n`).finally(() => file.sync().finally(() => file.close()));
      if (replaces) return await rename(temporary, path);
      // Unlike a rename, a link fails if the name is taken.
      await link(temporary, path);
    } catch (error) {
      throw hasCode(error, 'EEXIST') ? new BlobExistsError(OWNER) : error;
    } finally {
      await unlinkIfPresent(temporary);
      await syncDirectory(this.#root);
    }
  }

  async removeOwner(): Promise<void> {
    await unlinkIfPresent(join(this.#root, OWNER));
  }

  async check(): Promise<void> {
    const path = join(this.#root, UNFINISHED, `.check-${randomUUID()}`);
    await makeDurableDirectory(dirname(path));
    const file = await open(path, 'wx', FILE_MODE);
    try {
      try {
        await file.write(path);
        await file.sync();
      } finally {
        await file.close();
      }
      if ((await readFile(path, 'utf8')) !== path)
        throw new Error('The blob directory did not return what was written.');
    } finally {
      await unlink(path);
    }
  }

  async removeUnfinished(olderThan: Date): Promise<number> {
    let removed = 0;
    for (const entry of await entriesOf(join(this.#root, UNFINISHED))) {
      const path = join(this.#root, UNFINISHED, entry.name);
      try {
        if ((await stat(path)).mtime >= olderThan) continue;
        await unlink(path);
        removed += 1;
      } catch (error) {
        if (!hasCode(error, 'ENOENT')) throw error;
      }
    }
    return removed;
  }

  /** Releases a key that a crashed writer holds. The caller must be sure that nobody is writing it. */
  async removeUnfinishedOf(key: string): Promise<void> {
    assertBlobKey(key);
    await unlinkIfPresent(join(this.#root, UNFINISHED, toFileName(key)));
  }

  #path(key: string): string {
    assertBlobKey(key);
    const hash = createHash('sha256').update(key).digest('hex');
    return join(this.#root, hash.slice(0, 2), hash.slice(2, 4), toFileName(key));
  }
}

class FilesystemBlobWriter implements BlobWriter {
  readonly #file: FileHandle;
  readonly #unfinishedPath: string;
  readonly #path: string;
  #unsyncedBytes = 0;
  #isSyncing = false;
  #synced: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(file: FileHandle, unfinishedPath: string, path: string) {
    this.#file = file;
    this.#unfinishedPath = unfinishedPath;
    this.#path = path;
  }

  async write(chunk: Uint8Array): Promise<void> {
    let offset = 0;
    // A full disk or a signal can truncate a write without an error.
    while (offset < chunk.length) {
      offset += (await this.#file.write(chunk, offset, chunk.length - offset)).bytesWritten;
    }
    this.#unsyncedBytes += chunk.length;
    if (this.#unsyncedBytes >= SYNC_BYTES && !this.#isSyncing) void this.#sync().catch(() => {});
  }

  async commit(): Promise<void> {
    if (this.#closed) throw new Error('The blob writer is closed.');
    const directory = dirname(this.#path);
    await Promise.all([this.#sync(), makeDurableDirectory(directory)]);
    await this.#file.close();
    await rename(this.#unfinishedPath, this.#path);
    this.#closed = true;
    try {
      await syncDirectory(directory);
    } catch (error) {
      // The blob may not be durable, so it must not be visible.
      await unlink(this.#path);
      throw error;
    }
  }

  async abort(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    // Another file could get the same number while the system still syncs this one.
    await this.#synced.catch(() => {});
    await this.#file.close();
    await unlinkIfPresent(this.#unfinishedPath);
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

function toFileName(key: string): string {
  return key.replaceAll('/', '.');
}

async function entriesOf(directory: string): Promise<Dirent[]> {
  try {
    return await readdir(directory, { withFileTypes: true });
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return [];
    throw error;
  }
}

async function unlinkIfPresent(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
