import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import type { ListMultipartUploadsCommandOutput, S3Client } from '@aws-sdk/client-s3';
import type { S3Location } from '../../config/s3-url.ts';
import { explainErrors, limitTime } from './client-calls.ts';
import { explainObjectStoreError, strangeStore } from './object-store-error.ts';
import {
  assertBlobKey,
  BlobExistsError,
  BlobNotFoundError,
  type BlobStore,
  type BlobWriter,
  type ByteRange,
} from './store.ts';

/** Size of a part of a multipart upload. Stores require at least 5 MiB except for the last part, and at most 10,000 parts. */
const PART_BYTES = 8 * 1024 * 1024;
const OWNER = 'installation-id';
const CONNECT_TIMEOUT_MS = 5000;
// Applies while a slow reader does not read a response.
const IDLE_TIMEOUT_MS = 120_000;
// For a call of the store until its response begins, with all attempts. Callers of the API wait at most 30 seconds, for one
// call that sends contents and for one after it, which removes them. 8 MiB in this time need a connection of 5 Mbit/s.
const SEND_MS = 15_000;
const CALL_MS = 10_000;
// Each read holds a connection until its reader has finished.
const MAXIMUM_CONNECTIONS = 256;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface S3Options extends S3Location {
  /** Names the store in messages. BLOB_URL by default. */
  setting?: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** How long a store may be silent, in milliseconds: see SEND_MS and CALL_MS. */
  sendMs?: number;
  callMs?: number;
}

type Sdk = typeof import('@aws-sdk/client-s3');
interface Session {
  sdk: Sdk;
  client: S3Client;
  bucket: string;
}

/**
 * Stores blobs as objects in a bucket of any S3-compatible store, under prefix and key. Blobs up to 8 MiB are sent in one
 * request, larger ones in parts, at most two of which are in memory. The store checks that a key is new but does not enforce
 * it: a conditional PUT would close the gap between check and write, but stores other than AWS reject it, and keys are
 * random.
 */
export class S3BlobStore implements BlobStore {
  readonly #options: S3Options;
  #session: Promise<Session> | undefined;

  constructor(options: S3Options) {
    this.#options = options;
  }

  async create(key: string): Promise<BlobWriter> {
    if ((await this.size(key)) !== undefined) throw new BlobExistsError(key);
    return new S3BlobWriter(await this.#open(), this.#path(key), async () => {
      if ((await this.size(key)) !== undefined) throw new BlobExistsError(key);
    });
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const path = this.#path(key);
    const { sdk, client, bucket } = await this.#open();
    try {
      const { Body: body } = await client.send(
        new sdk.GetObjectCommand({
          Bucket: bucket,
          Key: path,
          ...(range && { Range: `bytes=${range.start}-${range.end}` }),
        }),
      );
      return body as Readable;
    } catch (error) {
      if (nameOf(error) === 'NoSuchKey') throw new BlobNotFoundError(key);
      // The range starts past the end. A file returns nothing in this case, so this store does too.
      if (statusOf(error) === 416) return Readable.from([]);
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    const path = this.#path(key);
    const { sdk, client, bucket } = await this.#open();
    await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: path }));
  }

  async size(key: string): Promise<number | undefined> {
    const path = this.#path(key);
    const { sdk, client, bucket } = await this.#open();
    try {
      return (await client.send(new sdk.HeadObjectCommand({ Bucket: bucket, Key: path }))).ContentLength;
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw error;
    }
  }

  locate(key: string): string {
    return `s3://${this.#options.bucket}/${this.#path(key)}`;
  }

  async *list(prefix = ''): AsyncGenerator<{ key: string; modifiedAt: Date }> {
    const { sdk, client, bucket } = await this.#open();
    const { prefix: own } = this.#options;
    const pages = sdk.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: own + prefix });
    for await (const { Contents: objects = [] } of pages) {
      for (const { Key: path, LastModified: modifiedAt } of objects) {
        if (path === undefined || modifiedAt === undefined || path === own + OWNER) continue;
        yield { key: path.slice(own.length), modifiedAt };
      }
    }
  }

  async readOwner(): Promise<string | undefined> {
    let owner: string;
    try {
      owner = (await text(await this.read(OWNER))).trim();
    } catch (error) {
      if (error instanceof BlobNotFoundError) return undefined;
      throw explainObjectStoreError(error, this.#options);
    }
    // Such as the page of a web server, which has one at each path.
    if (!UUID.test(owner)) throw strangeStore(this.#options, `has an object ${OWNER} without an id`);
    return owner;
  }

  async writeOwner(id: string, { replaces }: { replaces: boolean }): Promise<void> {
    if (!replaces && (await this.size(OWNER)) !== undefined) throw new BlobExistsError(OWNER);
    const { sdk, client, bucket } = await this.#open();
    await client.send(
      new sdk.PutObjectCommand({ Bucket: bucket, Key: this.#path(OWNER), Body: Buffer.from(`${id}\n`) }),
    );
  }

  async removeOwner(): Promise<void> {
    await this.delete(OWNER);
  }

  async check(): Promise<void> {
    const key = `check-${randomUUID()}`;
    const content = Buffer.from(key);
    const writer = await this.create(key);
    await writer.write(content);
    await writer.commit();
    try {
      if (!content.equals(await buffer(await this.read(key))))
        throw strangeStore(this.#options, 'did not return what was written');
    } catch (error) {
      throw explainObjectStoreError(error, this.#options);
    } finally {
      await this.delete(key);
    }
  }

  /** Covers all uploads below the prefix, so a shared bucket needs a prefix for each installation. */
  async removeUnfinished(olderThan: Date): Promise<number> {
    const { sdk, client, bucket } = await this.#open();
    let removed = 0;
    let position: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {};
    while (position !== undefined) {
      const page: ListMultipartUploadsCommandOutput = await client.send(
        new sdk.ListMultipartUploadsCommand({ Bucket: bucket, Prefix: this.#options.prefix, ...position }),
      );
      for (const { Key: path, UploadId: uploadId, Initiated: startedAt } of page.Uploads ?? []) {
        if (startedAt === undefined || startedAt >= olderThan) continue;
        await client.send(
          new sdk.AbortMultipartUploadCommand({ Bucket: bucket, Key: path, UploadId: uploadId }),
        );
        removed += 1;
      }
      position = page.IsTruncated
        ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
        : undefined;
    }
    return removed;
  }

  #path(key: string): string {
    assertBlobKey(key);
    return this.#options.prefix + key;
  }

  /** Loads the library on first use: it is large, and most installations store their documents in files. */
  #open(): Promise<Session> {
    this.#session ??= this.#connect();
    return this.#session;
  }

  async #connect(): Promise<Session> {
    const sdk = await import('@aws-sdk/client-s3');
    const { accessKeyId, secretAccessKey, bucket, endpoint, region, forcePathStyle } = this.#options;
    const client = new sdk.S3Client({
      credentials: { accessKeyId, secretAccessKey },
      region,
      forcePathStyle,
      ...(endpoint !== undefined && { endpoint }),
      // By default the library sends checksums as trailers of a chunked body. Many stores other than AWS reject these or,
      // worse, store them as part of the object. Sealed contents have their own checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: CONNECT_TIMEOUT_MS,
        socketTimeout: IDLE_TIMEOUT_MS,
        httpAgent: { keepAlive: true, maxSockets: MAXIMUM_CONNECTIONS },
        httpsAgent: { keepAlive: true, maxSockets: MAXIMUM_CONNECTIONS },
      },
    });
    const { sendMs = SEND_MS, callMs = CALL_MS } = this.#options;
    const sends = (command: object) =>
      command instanceof sdk.PutObjectCommand || command instanceof sdk.UploadPartCommand;
    limitTime(client, (command) => (sends(command) ? sendMs : callMs));
    explainErrors(client, (command, error) => {
      const isAboutObject =
        nameOf(error) === 'NoSuchKey' ||
        statusOf(error) === 416 ||
        // The response to a HEAD request does not say whether the object or the bucket is missing.
        (command instanceof sdk.HeadObjectCommand && statusOf(error) === 404);
      return isAboutObject ? error : explainObjectStoreError(error, this.#options);
    });
    return { sdk, client, bucket };
  }
}

class S3BlobWriter implements BlobWriter {
  readonly #session: Session;
  readonly #path: string;
  readonly #assertFree: () => Promise<void>;
  #chunks: Uint8Array[] = [];
  #chunkBytes = 0;
  #uploadId: string | undefined;
  /** One entry per part, in order. A part is sent after the previous one has arrived. */
  readonly #parts: { PartNumber: number; ETag: string | undefined }[] = [];
  #sending: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(session: Session, path: string, assertFree: () => Promise<void>) {
    this.#session = session;
    this.#path = path;
    this.#assertFree = assertFree;
  }

  async write(chunk: Uint8Array): Promise<void> {
    for (let position = 0; position < chunk.length; ) {
      // Copy the bytes, because the caller reuses the chunk. slice() of a Buffer does not copy.
      const part = Buffer.from(chunk.subarray(position, position + PART_BYTES - this.#chunkBytes));
      this.#chunks.push(part);
      this.#chunkBytes += part.length;
      position += part.length;
      if (this.#chunkBytes === PART_BYTES) await this.#sendPart();
    }
  }

  async commit(): Promise<void> {
    if (this.#closed) throw new Error('The blob writer is closed.');
    const { sdk, client, bucket } = this.#session;
    const target = { Bucket: bucket, Key: this.#path };
    if (this.#uploadId === undefined) {
      await this.#assertFree();
      await client.send(new sdk.PutObjectCommand({ ...target, Body: this.#take() }));
    } else {
      if (this.#chunkBytes > 0) await this.#sendPart();
      await this.#sending;
      await this.#assertFree();
      await client.send(
        new sdk.CompleteMultipartUploadCommand({
          ...target,
          UploadId: this.#uploadId,
          MultipartUpload: { Parts: this.#parts },
        }),
      );
    }
    this.#closed = true;
  }

  async abort(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#chunks = [];
    // A part that arrives after the end of its upload would stay and cost money.
    await this.#sending.catch(() => {});
    if (this.#uploadId === undefined) return;
    const { sdk, client, bucket } = this.#session;
    await client.send(
      new sdk.AbortMultipartUploadCommand({ Bucket: bucket, Key: this.#path, UploadId: this.#uploadId }),
    );
  }

  /** Resolves once the previous part has arrived. The new part is in flight while the next one fills. */
  async #sendPart(): Promise<void> {
    const { sdk, client, bucket } = this.#session;
    const target = { Bucket: bucket, Key: this.#path };
    const body = this.#take();
    await this.#sending;
    this.#uploadId ??= (await client.send(new sdk.CreateMultipartUploadCommand(target))).UploadId;
    const part = { PartNumber: this.#parts.length + 1, ETag: undefined as string | undefined };
    this.#parts.push(part);
    this.#sending = client
      .send(
        new sdk.UploadPartCommand({
          ...target,
          UploadId: this.#uploadId,
          PartNumber: part.PartNumber,
          Body: body,
        }),
      )
      .then(({ ETag: tag }) => {
        part.ETag = tag;
      });
    // The next part, the commit, or the abort reports a failure. Until then it must not count as unhandled.
    this.#sending.catch(() => {});
  }

  #take(): Buffer {
    const body = Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#chunkBytes = 0;
    return body;
  }
}

function nameOf(error: unknown): string | undefined {
  return error instanceof Error ? error.name : undefined;
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } } | undefined)?.$metadata?.httpStatusCode;
}
