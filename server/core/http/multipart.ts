import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import type { FinishedSealedBlob } from '../blobs/index.ts';
import { openPendingBlob, tryDiscardPendingBlobs } from '../blobs/pending.ts';
import type { Services } from '../services.ts';
import { decodeBytes } from '../text/decode.ts';
import type { Upload } from './body-stream.ts';
import { ApiError } from './errors.ts';
import { SpilledText } from './streamed-json.ts';

interface MultipartLimits {
  maximumBodyBytes: number;
  /** For each file. A larger file is read to its end and not stored. */
  maximumFileBytes: number;
  /** Files beyond this number are not stored. */
  maximumFiles: number;
  /** Fields beyond this number are ignored. */
  maximumFields: number;
  /** For the UTF-8 text of each field. Longer text is truncated. */
  maximumFieldBytes: number;
  /** For the text of all fields, which is held in memory. */
  maximumTextLength: number;
}

/** Watches a form while it arrives. What it throws ends the reading. */
interface MultipartWatch {
  /** Called with the number of bytes of each chunk. */
  arrive?(bytes: number): void;
  /**
   * Called before a byte of the first file is stored, with the fields that came before it. If it returns false, no file is
   * stored, and the rest of the form is read.
   */
  admitFiles?(fields: ReadonlyMap<string, string>): Promise<boolean>;
}

export interface ReceivedFile {
  /** Name of the form field. */
  field: string;
  fileName: string;
  /** The stored contents, not yet adopted. Undefined if the file was too large, or if no file was admitted. */
  upload: Upload | undefined;
}

export interface MultipartForm {
  /** The first value of each field. */
  fields: ReadonlyMap<string, string>;
  /** Files without a name are left out. Browsers send one for every file field in which the user selected nothing. */
  files: readonly ReceivedFile[];
  hasTooManyFiles: boolean;
  /** Whether there were files and none was admitted. */
  hasUnadmittedFiles: boolean;
  /** Deletes the files that no record has adopted, except those whose blobs the caller keeps. Never rejects. */
  discard(keptKeys?: ReadonlySet<string>): Promise<void>;
}

// The headers of a part contain its name, file name and media type. Browsers send a few hundred bytes.
const MAXIMUM_PART_HEADER_BYTES = 8 * 1024;

/**
 * Reads a form (RFC 7578) whose files are encrypted into the blob store while they arrive. At most one segment of a file is in
 * memory. If the form is too large or malformed, it deletes the stored files and throws ApiError `bodyTooLarge` or
 * `malformedBody`.
 */
export async function readMultipart(
  services: Services,
  tenantId: number,
  request: IncomingMessage,
  limits: MultipartLimits,
  watch: MultipartWatch = {},
): Promise<MultipartForm> {
  const form = new FormReader(services, tenantId, limits, watch);
  try {
    // If reading stops early, the iterator must not close the connection: the error response still has to be sent.
    await form.read(request.iterator({ destroyOnReturn: false }), request.headers['content-type'] ?? '');
    return form;
  } catch (error) {
    await form.abort();
    if (error instanceof ApiError) throw error;
    // The sender disconnected before the end, and the error comes from the source.
    if (request.destroyed && !request.complete) throw new ApiError('malformedBody');
    throw error;
  }
}

class FormReader implements MultipartForm {
  readonly fields = new Map<string, string>();
  readonly files: ReceivedFile[] = [];
  hasTooManyFiles = false;
  hasUnadmittedFiles = false;
  readonly #watch: MultipartWatch;
  #admitted: Promise<boolean> | undefined;
  readonly #services: Services;
  readonly #tenantId: number;
  readonly #limits: MultipartLimits;
  readonly #keys: string[] = [];
  readonly #open = new Set<BusboyFileStream>();
  readonly #storing: Promise<void>[] = [];

  constructor(services: Services, tenantId: number, limits: MultipartLimits, watch: MultipartWatch) {
    this.#watch = watch;
    this.#services = services;
    this.#tenantId = tenantId;
    this.#limits = limits;
  }

  async read(source: AsyncIterable<Buffer>, contentType: string): Promise<void> {
    const failure = Promise.withResolvers<never>();
    // The races below observe a failure. Without this handler, a failure between two races would be an unhandled rejection.
    failure.promise.catch(() => {});
    const parser = this.#createParser(contentType);
    parser.on('error', () => failure.reject(new ApiError('malformedBody')));
    let textLength = 0;
    parser.on('field', (name: string | undefined, value: string, _isNameCut: boolean, isCut: boolean) => {
      textLength += value.length + (name?.length ?? 0);
      if (textLength > this.#limits.maximumTextLength) failure.reject(new ApiError('bodyTooLarge'));
      else if (name !== undefined && !this.fields.has(name)) this.fields.set(name, toText(value, isCut));
    });
    parser.on('filesLimit', () => {
      this.hasTooManyFiles = true;
    });
    parser.on('file', (field: string | undefined, stream: BusboyFileStream, fileName: string | undefined) => {
      // A form that ends within a file is an error of the file too. Nobody listens to a file without a name, or to one whose
      // blob is still being opened, and an error without a listener would end the process.
      stream.on('error', () => {});
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
      this.#watch.arrive?.(chunk.length);
      if (!parser.write(chunk)) await Promise.race([once(parser, 'drain'), failure.promise]);
    }
    parser.end();
    await Promise.race([finished, failure.promise]);
    await Promise.race([Promise.all(this.#storing), failure.promise]);
  }

  discard(keptKeys: ReadonlySet<string> = new Set()): Promise<void> {
    const keys = this.#keys.filter((key) => !keptKeys.has(key));
    return tryDiscardPendingBlobs(this.#services, this.#tenantId, keys);
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
        // Of fields that name none. Every byte is one character, which toText reads.
        defCharset: 'latin1',
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
    this.#admitted ??= this.#watch.admitFiles?.(new Map(this.fields)) ?? Promise.resolve(true);
    // Added before the first await, so that files keep the order in which they were sent.
    const index = this.files.length;
    const file: ReceivedFile = { field, fileName, upload: undefined };
    this.files.push(file);
    if (!(await this.#admitted)) {
      this.hasUnadmittedFiles = true;
      stream.resume();
      return;
    }
    if (await this.#services.disk.isLow()) throw new ApiError('insufficientStorage');
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

/** Converts a file to the type that uploads in JSON bodies have, so that the same code handles both. */
export function toUpload(path: string, index: number, bytes: number, result: FinishedSealedBlob): Upload {
  return new SpilledText({ path, index, bytes, reason: undefined, mediaType: undefined, result }) as Upload;
}

const ASCII = /^\p{ASCII}*$/u;
const MORE_THAN_BYTES = /[\u0100-\uffff]/;

/**
 * The text of a field whose bytes are the characters of `bytes`: UTF-8, as browsers send, or else Windows-1252, as pages and programs that
 * name no encoding have it. Otherwise, each such letter would be stored as U+FFFD, and lost. A field that names its encoding is text already.
 */
function toText(bytes: string, isCut: boolean): string {
  if (ASCII.test(bytes) || MORE_THAN_BYTES.test(bytes)) return bytes;
  return decodeBytes(Buffer.from(bytes, 'latin1'), { isCut });
}
