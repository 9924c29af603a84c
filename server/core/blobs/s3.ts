import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ListMultipartUploadsCommandOutput, S3Client } from '@aws-sdk/client-s3';
import type { S3Location } from './s3-location.ts';
import {
  assertBlobKey,
  BlobExistsError,
  BlobNotFoundError,
  type BlobStore,
  type BlobWriter,
  type ByteRange,
} from './store.ts';

/** A part of a multipart upload; stores take none below 5 MiB but the last, and at most 10,000. */
const PART_BYTES = 8 * 1024 * 1024;
const CONNECT_TIMEOUT_MS = 5000;
// Also passes while a slow reader leaves an answer unread.
const IDLE_TIMEOUT_MS = 120_000;
// Each contents being read holds one until its reader has them all.
const MAXIMUM_CONNECTIONS = 256;

interface S3Options extends S3Location {
  accessKeyId: string;
  secretAccessKey: string;
}

type Sdk = typeof import('@aws-sdk/client-s3');
interface Session {
  sdk: Sdk;
  client: S3Client;
  bucket: string;
}

/**
 * Blobs as objects of a bucket of any S3-compatible store, each under prefix and key. Up to 8 MiB are sent at once,
 * more in parts, of which at most two are in memory. That a key is written once is looked at, not enforced: a
 * conditional PUT would close the gap between look and write, but stores beside AWS refuse it, and keys are random.
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
      // Nothing of the range is there, which a file answers with nothing.
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

  async *list(prefix = ''): AsyncGenerator<{ key: string; modifiedAt: Date }> {
    const { sdk, client, bucket } = await this.#open();
    const { prefix: own } = this.#options;
    const pages = sdk.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: own + prefix });
    for await (const { Contents: objects = [] } of pages) {
      for (const { Key: path, LastModified: modifiedAt } of objects) {
        if (path !== undefined && modifiedAt !== undefined) yield { key: path.slice(own.length), modifiedAt };
      }
    }
  }

  async check(): Promise<void> {
    const key = `check-${randomUUID()}`;
    const content = Buffer.from(key);
    const writer = await this.create(key);
    await writer.write(content);
    await writer.commit();
    try {
      if (!content.equals(await buffer(await this.read(key))))
        throw new Error('The bucket does not return what was written.');
    } finally {
      await this.delete(key);
    }
  }

  /** Of all uploads below the prefix: a bucket that others write to as well needs a prefix of our own. */
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

  /** Loaded when it is first needed: the library is large, and most installations keep their documents in files. */
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
      // Left to itself the library sends checksums as trailers of a chunked body, which many stores beside AWS refuse
      // or, worse, keep as part of the object. Sealed contents carry checks of their own.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: CONNECT_TIMEOUT_MS,
        socketTimeout: IDLE_TIMEOUT_MS,
        httpAgent: { keepAlive: true, maxSockets: MAXIMUM_CONNECTIONS },
        httpsAgent: { keepAlive: true, maxSockets: MAXIMUM_CONNECTIONS },
      },
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
  /** One entry a part, in order; a part is sent when the one before it has arrived. */
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
      // A copy, which slice() of a Buffer is not: the caller uses the chunk again.
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
    // A part that arrives after the end of its upload would stay, and be paid for.
    await this.#sending.catch(() => {});
    if (this.#uploadId === undefined) return;
    const { sdk, client, bucket } = this.#session;
    await client.send(
      new sdk.AbortMultipartUploadCommand({ Bucket: bucket, Key: this.#path, UploadId: this.#uploadId }),
    );
  }

  /** Returns once the part before has arrived: the new one is on its way while the next one is filled. */
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
    // Heard by the next part, the commit or the abort; until one of them waits, a failure is not unhandled.
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
