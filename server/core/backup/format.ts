import { createHmac, type Hmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { toMasterKeyId } from '../crypto/sealing.ts';

// A backup is one line of JSON (the header, readable with `head -1`), then sections compressed with zstd, server by server,
// then 32 bytes of HMAC-SHA256 over everything before them. The key of the HMAC is derived from the master key, so someone with
// write access to the backups can neither damage one unnoticed nor add a client or user to it.

const FORMAT = 'stellwerk-backup';
const FORMAT_VERSION = 2;
const MAC_BYTES = 32;
const MAXIMUM_HEADER_BYTES = 1024 * 1024;
const MAXIMUM_FRAME_BYTES = 1024 * 1024;
const READ_BYTES = 256 * 1024;
const FRAME_HEAD_BYTES = 5;
const FILE_MODE = 0o600;

/** The message is one line for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** A server of DATABASE_SERVERS, or the first one. */
export interface BackedUpServer {
  name: string;
  /** Its range of ids that are unique in the installation. Null on the first server. */
  number: number | null;
  /** The server whose transaction ids are in the present generations of the change log, and the pg_snapshot of the backup. */
  changeLog: { server: string; snapshot: string };
}

export interface BackupHeader {
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Version of Stellwerk. */
  version: string;
  /** Identifies the key that seals secrets and documents, without revealing it. */
  masterKeyId: string;
  migrations: { name: string; sha256: string }[];
  /** In the order of their sections. The first one is first. */
  servers: BackedUpServer[];
}

export interface SequenceState {
  name: string;
  /** The next value of the sequence. */
  next: string;
}

type Section =
  /** The sections until the next one of this kind are of this server. */
  | { kind: 'server'; name: string }
  /** Followed by rows in COPY's text format. */
  | { kind: 'table'; table: string; columns: string[] }
  | { kind: 'sequences'; sequences: SequenceState[] }
  /** Followed by the bytes as stored. */
  | { kind: 'blob'; key: string }
  /** The blob before it cannot be opened. It was damaged in the store. */
  | { kind: 'damaged'; key: string }
  | { kind: 'end' };

const SECTION = 1;
const DATA = 2;

/** The bytes that start a section. */
export function sectionFrame(section: Section): Buffer {
  return frame(SECTION, Buffer.from(JSON.stringify(section)));
}

/** The bytes of a chunk of a section's data, of any length. */
export function* dataFrames(piece: Buffer): Generator<Buffer> {
  for (let start = 0; start < piece.length; start += MAXIMUM_FRAME_BYTES) {
    yield frame(DATA, piece.subarray(start, start + MAXIMUM_FRAME_BYTES));
  }
}

function frame(kind: number, payload: Buffer): Buffer {
  if (payload.length > MAXIMUM_FRAME_BYTES) throw new RangeError('A frame of the backup is too long.');
  const head = Buffer.alloc(FRAME_HEAD_BYTES);
  head.writeUInt8(kind, 0);
  head.writeUInt32BE(payload.length, 1);
  return Buffer.concat([head, payload]);
}

function startMac(masterKey: Buffer): Hmac {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'stellwerk/backup/v1', 32));
  return createHmac('sha256', key);
}

/**
 * Writes header and frames to a new file (mode 600), durable once the promise resolves. If it rejects, the caller removes the
 * file.
 */
export async function writeBackupFile(
  path: string,
  header: BackupHeader,
  frames: AsyncIterable<Buffer>,
  { masterKey, signal }: { masterKey: Buffer; signal?: AbortSignal },
): Promise<{ sizeBytes: number }> {
  const mac = startMac(masterKey);
  const file = await open(path, 'wx', FILE_MODE);
  let sizeBytes = 0;
  const put = async (bytes: Buffer) => {
    for (let offset = 0; offset < bytes.length; ) {
      offset += (await file.write(bytes, offset, bytes.length - offset)).bytesWritten;
    }
    sizeBytes += bytes.length;
  };
  const putSealed = async (bytes: Buffer) => {
    mac.update(bytes);
    await put(bytes);
  };
  try {
    const line = JSON.stringify({ format: FORMAT, formatVersion: FORMAT_VERSION, ...header });
    await putSealed(Buffer.from(`${line}\n`));
    await pipeline(
      Readable.from(frames, { objectMode: false, highWaterMark: READ_BYTES }),
      createZstdCompress(),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) await putSealed(chunk);
      },
      { signal },
    );
    await put(mac.digest());
    await file.sync();
  } finally {
    await file.close();
  }
  return { sizeBytes };
}

/** A backup that is open for reading. Do not trust its contents before `verify` has resolved. */
export class BackupFile {
  readonly header: BackupHeader;
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #bodyStart: number;

  private constructor(path: string, file: FileHandle, header: BackupHeader, bodyStart: number) {
    this.#path = path;
    this.#file = file;
    this.header = header;
    this.#bodyStart = bodyStart;
  }

  /** Reads the header. Throws BackupError if the file is not a backup or has another format version. */
  static async open(path: string): Promise<BackupFile> {
    const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
      throw new BackupError(`${path} cannot be read (${error.code}).`);
    });
    try {
      const start = Buffer.alloc(MAXIMUM_HEADER_BYTES);
      const { bytesRead } = await file.read(start, 0, start.length, 0).catch((error) => {
        throw new BackupError(`${path} cannot be read (${error.code}).`);
      });
      const end = start.subarray(0, bytesRead).indexOf(10);
      const header = end === -1 ? undefined : parseHeader(start.subarray(0, end).toString('utf8'));
      if (header === undefined) {
        throw new BackupError(`${path} is not a Stellwerk backup, or its beginning is damaged.`);
      }
      if (header.formatVersion !== FORMAT_VERSION) {
        // Between two releases, only the migrations tell versions apart.
        const last = header.migrations?.at(-1)?.name;
        const migration = last === undefined ? '' : ` (migration ${last})`;
        const next =
          header.formatVersion < FORMAT_VERSION
            ? ', then start this version, which migrates the database'
            : ', or with a later version';
        throw new BackupError(
          `${path} has the format ${header.formatVersion}, which this version does not know. Nothing was changed. Restore it with Stellwerk ${header.version}${migration}${next}.`,
        );
      }
      return new BackupFile(path, file, header, end + 1);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Reads the whole file and rejects with BackupError if any byte was changed. */
  async verify(masterKey: Buffer, signal?: AbortSignal): Promise<void> {
    if (toMasterKeyId(masterKey) !== this.header.masterKeyId) {
      throw new BackupError('The backup was sealed with another master key.');
    }
    const mac = startMac(masterKey);
    let tail = Buffer.alloc(0);
    for await (const chunk of this.#read(0, undefined, signal)) {
      const joined = Buffer.concat([tail, chunk]);
      const cut = Math.max(0, joined.length - MAC_BYTES);
      mac.update(joined.subarray(0, cut));
      tail = Buffer.from(joined.subarray(cut));
    }
    const expected = mac.digest();
    if (tail.length !== MAC_BYTES || !timingSafeEqual(tail, expected)) {
      throw new BackupError(
        `${this.#path} is not whole: it was cut off or altered since it was written. Use another copy. Nothing was changed.`,
      );
    }
  }

  /** The sections in order. Read or skip the data of each before you ask for the next. */
  async *sections(
    signal?: AbortSignal,
  ): AsyncGenerator<{ section: Section; data: AsyncGenerator<Buffer, undefined> }> {
    const { size } = await this.#file.stat();
    const body = Readable.from(this.#read(this.#bodyStart, size - MAC_BYTES, signal));
    const unpacked = createZstdDecompress();
    // Errors of both streams reach the reader through the second one.
    const finished = pipeline(body, unpacked).catch(() => {});
    const frames = readFrames(unpacked);
    try {
      let current = await frames.next();
      while (!current.done) {
        const section = JSON.parse(current.value.payload.toString('utf8')) as Section;
        const data = (async function* (): AsyncGenerator<Buffer, undefined> {
          for (;;) {
            current = await frames.next();
            if (current.done || current.value.kind !== DATA) return;
            yield current.value.payload;
          }
        })();
        // The reader may stop in the middle of the data. `data` has then ended, and this reads the rest.
        const rest = current;
        yield { section, data };
        while (current === rest || (!current.done && current.value.kind === DATA))
          current = await frames.next();
      }
    } finally {
      unpacked.destroy();
      await finished;
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  /** Reads from `start` (inclusive) to `end` (exclusive) by position, so that the handle can be read again. */
  async *#read(start: number, end = Number.POSITIVE_INFINITY, signal?: AbortSignal): AsyncGenerator<Buffer> {
    for (let position = start; position < end; ) {
      signal?.throwIfAborted();
      const chunk = Buffer.allocUnsafe(Math.min(READ_BYTES, end - position));
      const { bytesRead } = await this.#file.read(chunk, 0, chunk.length, position);
      if (bytesRead === 0) return;
      position += bytesRead;
      yield chunk.subarray(0, bytesRead);
    }
  }
}

function parseHeader(line: string): (BackupHeader & { formatVersion: number }) | undefined {
  try {
    const header = JSON.parse(line);
    return header?.format === FORMAT ? header : undefined;
  } catch {
    return undefined;
  }
}

async function* readFrames(
  bytes: AsyncIterable<Buffer>,
): AsyncGenerator<{ kind: number; payload: Buffer }, undefined> {
  let buffered: Buffer[] = [];
  let available = 0;
  const take = (length: number): Buffer => {
    const joined = buffered.length === 1 ? buffered[0]! : Buffer.concat(buffered);
    buffered = [joined.subarray(length)];
    available -= length;
    return joined.subarray(0, length);
  };
  let head: { kind: number; length: number } | undefined;
  for await (const chunk of bytes) {
    buffered.push(chunk);
    available += chunk.length;
    for (;;) {
      if (head === undefined) {
        if (available < FRAME_HEAD_BYTES) break;
        const first = take(FRAME_HEAD_BYTES);
        head = { kind: first.readUInt8(0), length: first.readUInt32BE(1) };
      }
      if (available < head.length) break;
      const payload = take(head.length);
      const { kind } = head;
      head = undefined;
      yield { kind, payload };
    }
  }
  if (available > 0) throw new BackupError('The backup ends in the middle of a section.');
}
