import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import type { FinishedSealedBlob } from '../blobs/index.ts';
import { discardPendingBlobs, openPendingBlob } from '../blobs/pending.ts';
import type { Services } from '../services.ts';
import type { Upload } from './body-stream.ts';
import { ApiError } from './errors.ts';
import { SpilledText } from './streamed-json.ts';

export interface MultipartLimits {
  maximumBodyBytes: number;
  /** Of each file; a longer one is read to its end and not kept. */
  maximumFileBytes: number;
  /** Further ones are not kept. */
  maximumFiles: number;
  /** Further ones are ignored. */
  maximumFields: number;
  /** In UTF-8, of each field; the rest is cut off. This and the next are held in memory. */
  maximumFieldBytes: number;
}

export interface ReceivedFile {
  /** Name of the form's field. */
  field: string;
  fileName: string;
  /** The stored contents, not yet adopted; undefined when they were longer than permitted. */
  upload: Upload | undefined;
}

export interface MultipartForm {
  /** Of a field that came several times the first value. */
  fields: ReadonlyMap<string, string>;
  /** Without those that have no name: that is what browsers send where nothing was chosen. */
  files: readonly ReceivedFile[];
  hasTooManyFiles: boolean;
  /** Deletes the files that no record has taken over. */
  discard(): Promise<void>;
}

// Name, file name and media type of a part; browsers send a few hundred bytes.
const MAXIMUM_PART_HEADER_BYTES = 8 * 1024;

/**
 * Reads a form (RFC 7578) whose files go encrypted to the blob store as they arrive: of a file no more than one
 * segment is in memory. Throws ApiError `bodyTooLarge` or `malformedBody`; nothing is left behind then.
 */
export async function readMultipart(
  services: Services,
  tenantId: number,
  request: IncomingMessage,
  limits: MultipartLimits,
): Promise<MultipartForm> {
  const form = new FormReader(services, tenantId, limits);
  try {
    // The iterator must leave the connection open when it stops early: the refusal is still to be sent.
    await form.read(request.iterator({ destroyOnReturn: false }), request.headers['content-type'] ?? '');
    return form;
  } catch (error) {
    await form.abort();
    if (error instanceof ApiError) throw error;
    // The sender went away in the middle: the source's own error.
    if (request.destroyed && !request.complete) throw new ApiError('malformedBody');
    throw error;
  }
}

class FormReader implements MultipartForm {
  readonly fields = new Map<string, string>();
  readonly files: ReceivedFile[] = [];
  hasTooManyFiles = false;
  readonly #services: Services;
  readonly #tenantId: number;
  readonly #limits: MultipartLimits;
  readonly #keys: string[] = [];
  readonly #open = new Set<BusboyFileStream>();
  readonly #storing: Promise<void>[] = [];

  constructor(services: Services, tenantId: number, limits: MultipartLimits) {
    this.#services = services;
    this.#tenantId = tenantId;
    this.#limits = limits;
  }

  async read(source: AsyncIterable<Buffer>, contentType: string): Promise<void> {
    const failure = Promise.withResolvers<never>();
    // Whoever waits hears of it; between two waits nobody does.
    failure.promise.catch(() => {});
    const parser = this.#createParser(contentType);
    parser.on('error', () => failure.reject(new ApiError('malformedBody')));
    parser.on('field', (name: string | undefined, value: string) => {
      if (name !== undefined && !this.fields.has(name)) this.fields.set(name, value);
    });
    parser.on('filesLimit', () => {
      this.hasTooManyFiles = true;
    });
    parser.on('file', (field: string | undefined, stream: BusboyFileStream, fileName: string | undefined) => {
      if (fileName === undefined || fileName === '') return void stream.resume();
      this.#open.add(stream);
      const stored = this.#store(field ?? '', fileName, stream).finally(() => this.#open.delete(stream));
      stored.catch((error) => failure.reject(error));
      this.#storing.push(stored);
    });
    const finished = once(parser, 'finish');
    finished.catch(() => {});
    let bytes = 0;
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > this.#limits.maximumBodyBytes) throw new ApiError('bodyTooLarge');
      if (!parser.write(chunk)) await Promise.race([once(parser, 'drain'), failure.promise]);
    }
    parser.end();
    await Promise.race([finished, failure.promise]);
    await Promise.race([Promise.all(this.#storing), failure.promise]);
  }

  discard(): Promise<void> {
    return discardPendingBlobs(this.#services, this.#tenantId, this.#keys);
  }

  async abort(): Promise<void> {
    for (const stream of this.#open) stream.destroy();
    await Promise.allSettled(this.#storing);
    await this.discard();
  }

  #createParser(contentType: string) {
    const { maximumFields, maximumFieldBytes, maximumFiles, maximumFileBytes } = this.#limits;
    try {
      return new Busboy({
        headers: { 'content-type': contentType },
        limits: {
          fields: maximumFields,
          fieldSize: maximumFieldBytes,
          files: maximumFiles,
          fileSize: maximumFileBytes,
          headerSize: MAXIMUM_PART_HEADER_BYTES,
        },
      });
    } catch {
      throw new ApiError('malformedBody');
    }
  }

  async #store(field: string, fileName: string, stream: BusboyFileStream): Promise<void> {
    // A place in the order sent is taken before anything is waited for.
    const index = this.files.length;
    const file: ReceivedFile = { field, fileName, upload: undefined };
    this.files.push(file);
    const { key, writer } = await openPendingBlob(
      this.#services,
      this.#tenantId,
      this.#limits.maximumFileBytes,
    );
    this.#keys.push(key);
    let bytes = 0;
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        await writer.write(chunk);
      }
      if (stream.truncated) return await writer.abort();
      const result: FinishedSealedBlob = await writer.end();
      file.upload = toUpload(`files[${index}]`, index, bytes, result);
    } catch (error) {
      await writer.abort();
      throw error;
    }
  }
}

/** In the form in which uploads of JSON bodies are, so that both go on the same way. */
function toUpload(path: string, index: number, bytes: number, result: FinishedSealedBlob): Upload {
  return new SpilledText({ path, index, bytes, reason: undefined, mediaType: undefined, result }) as Upload;
}
