import { createHash, randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { type FileHandle, link, open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import {
  makeDurableChild,
  makeDurableDirectory,
  requireCreatable,
  syncDirectory,
} from '../files/durable-directory.ts';
import { hasCode } from '../files/error-code.ts';
import { explainFileError, isFailingDisk } from '../files/file-error.ts';
import { giveToOwnerOf } from '../files/owner.ts';
import { FilesystemBlobWriter, unlinkIfPresent } from './filesystem-writer.ts';
import {
  assertBlobKey,
  BlobExistsError,
  BlobNotFoundError,
  type BlobStore,
  type BlobWriter,
  type ByteRange,
  StoreAwayError,
} from './store.ts';
import { toForeignWayOut, toMissingCause, toMissingWayOut } from './store-messages.ts';

const FILE_MODE = 0o600;
const UNFINISHED = 'unfinished';
const OWNER = 'installation-id';
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
 *
 * Only `writeOwner` creates the root. If its volume is unmounted while the service runs, the path is an empty directory of another
 * disk, and what was written there would be gone with the next mount. So directories are created only below a root that has the
 * id of the installation, and the id is compared before a blob is created and whenever the system refuses a call.
 */
export class FilesystemBlobStore implements BlobStore {
  readonly #root: string;
  readonly #setting: string;
  readonly #installation: (() => Promise<string>) | undefined;
  #id: string | undefined;
  /** The file with the id that was compared last. */
  #compared: string | undefined;

  /**
   * Several processes may share the directory. `setting` names it, for errors. `installation` returns the id that it must have.
   * Without it, any id will do.
   */
  constructor(options: { directory: string; setting?: string; installation?: () => Promise<string> }) {
    this.#root = resolve(options.directory);
    this.#setting = options.setting ?? 'BLOB_URL';
    this.#installation = options.installation;
  }

  async create(key: string): Promise<BlobWriter> {
    const path = this.#path(key);
    await this.#requireOwner();
    const unfinishedPath = join(this.#root, UNFINISHED, toFileName(key));
    let file: FileHandle;
    try {
      file = await this.#openUnfinished(unfinishedPath);
    } catch (error) {
      throw hasCode(error, 'EEXIST') ? new BlobExistsError(key) : await this.#toStoreError(error);
    }
    const writer = new FilesystemBlobWriter(file, {
      unfinishedPath,
      path,
      makeDirectory: () => this.#makeDirectoryOf(path),
      toStoreError: (error) => this.#toStoreError(error),
    });
    // Check only now, while no other writer of this key can commit.
    try {
      if ((await findSize(path)) !== undefined) throw new BlobExistsError(key);
    } catch (error) {
      await writer.abort();
      throw await this.#toStoreError(error);
    }
    return writer;
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    let file: FileHandle;
    try {
      file = await open(this.#path(key), 'r');
    } catch (error) {
      const fault = await this.#toStoreError(error);
      throw hasCode(fault, 'ENOENT') ? new BlobNotFoundError(key) : fault;
    }
    return file.createReadStream({ highWaterMark: READ_BYTES, ...range });
  }

  async delete(key: string): Promise<void> {
    const path = this.#path(key);
    try {
      await unlink(path);
      // Erased personal data must not come back after a power failure.
      await syncDirectory(dirname(path));
    } catch (error) {
      // Without the comparison, the file would come back with its volume, and nobody would delete it.
      const fault = await this.#toStoreError(error);
      if (!hasCode(fault, 'ENOENT')) throw fault;
    }
  }

  async size(key: string): Promise<number | undefined> {
    const path = this.#path(key);
    const bytes = await findSize(path).catch(async (error) => {
      throw await this.#toStoreError(error);
    });
    if (bytes === undefined) await this.#requireOwner();
    return bytes;
  }

  locate(key: string): string {
    return this.#path(key);
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
      throw this.#explain(error);
    }
  }

  async writeOwner(id: string, { replaces }: { replaces: boolean }): Promise<void> {
    const path = join(this.#root, OWNER);
    const temporary = `${path}.${randomUUID()}`;
    const file = await makeDurableDirectory(this.#root)
      .then(() => open(temporary, 'wx', FILE_MODE))
      .catch((error) => {
        throw this.#explain(error);
      });
    try {
      try {
        await giveToOwnerOf(this.#root, file);
        await file.writeFile(`${id}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      if (replaces) return await rename(temporary, path);
      // Unlike a rename, a link fails if the name is taken.
      await link(temporary, path);
    } catch (error) {
      throw hasCode(error, 'EEXIST') ? new BlobExistsError(OWNER) : this.#explain(error);
    } finally {
      await unlinkIfPresent(temporary);
      await syncDirectory(this.#root);
    }
  }

  /** Rejects if `writeOwner` cannot create the directory or write to it. Creates nothing. */
  async requirePlace(): Promise<void> {
    await requireCreatable(this.#root).catch((error) => {
      throw this.#explain(error);
    });
  }

  async removeOwner(): Promise<void> {
    await unlinkIfPresent(join(this.#root, OWNER));
  }

  async check(): Promise<void> {
    try {
      await this.#writeProbe();
    } catch (error) {
      throw this.#explain(await this.#toStoreError(error));
    }
  }

  async #writeProbe(): Promise<void> {
    const path = join(this.#root, UNFINISHED, `.check-${randomUUID()}`);
    await this.#requireOwner();
    const file = await this.#openUnfinished(path);
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

  /** Throws StoreAwayError unless the directory is that of the installation. Usually one `stat`. */
  async #requireOwner(): Promise<void> {
    const path = join(this.#root, OWNER);
    const { dev, ino, mtimeMs } = await stat(path).catch((error) => {
      if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR'))
        throw new StoreAwayError(
          'missing',
          `${this.#setting}: the document store ${this.#root} has no installation id: ${toMissingCause(this.#setting)}. ${toMissingWayOut(this.#setting)}`,
        );
      throw new StoreAwayError('unreachable', (this.#explain(error) as Error).message);
    });
    const file = `${dev} ${ino} ${mtimeMs}`;
    if (file === this.#compared) return;
    if (this.#installation !== undefined) {
      // Without its database, the process cannot compare. It cannot store a record then, either.
      this.#id ??= await this.#installation().catch(() => undefined);
      if (this.#id === undefined) return;
      const owner = await this.readOwner().catch((error) => {
        throw new StoreAwayError('unreachable', error.message, { cause: error });
      });
      if (owner !== this.#id)
        throw new StoreAwayError(
          'foreign',
          `${this.#setting}: the document store ${this.#root} belongs to another installation, and not to this one, ${this.#id}. ${toForeignWayOut(this.#setting)}`,
        );
    }
    this.#compared = file;
  }

  /** What to throw after a call failed: StoreAwayError if the store is away or fails, and otherwise the error of the call. */
  async #toStoreError(error: unknown): Promise<unknown> {
    const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
    if (code === undefined || syscall === undefined) return error;
    try {
      await this.#requireOwner();
    } catch (away) {
      return away;
    }
    // The id can be in the cache of the system.
    if (!isFailingDisk(error as NodeJS.ErrnoException)) return error;
    return new StoreAwayError('unreachable', (this.#explain(error) as Error).message, { cause: error });
  }

  #explain(error: unknown): unknown {
    return explainFileError(error, { path: this.#root, what: 'the document store', setting: this.#setting });
  }

  /** Creates the file, and the directory `unfinished` of a new store. */
  async #openUnfinished(path: string): Promise<FileHandle> {
    const file = await open(path, 'wx', FILE_MODE).catch(async (error) => {
      if (!hasCode(error, 'ENOENT')) throw error;
      // The volume can have gone since the last comparison, and the directory is also missing on its mount point.
      await this.#requireOwner();
      await makeDurableChild(dirname(path));
      return open(path, 'wx', FILE_MODE);
    });
    try {
      await giveToOwnerOf(this.#root, file);
    } catch (error) {
      await file.close().finally(() => unlinkIfPresent(path));
      throw error;
    }
    return file;
  }

  /** Creates the two directories above a blob. */
  async #makeDirectoryOf(path: string): Promise<void> {
    const directory = dirname(path);
    try {
      await makeDurableChild(directory);
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error;
      await this.#requireOwner();
      await makeDurableChild(dirname(directory));
      await makeDurableChild(directory);
    }
  }

  #path(key: string): string {
    assertBlobKey(key);
    const hash = createHash('sha256').update(key).digest('hex');
    return join(this.#root, hash.slice(0, 2), hash.slice(2, 4), toFileName(key));
  }
}

/** The size of the file, or undefined if it does not exist. */
async function findSize(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
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
