import { finished, type Readable } from 'node:stream';
import { errorTypeOf, type Span, startChildSpan, traced } from '../tracing/index.ts';
import type { BlobStore, BlobWriter, ByteRange } from './store.ts';

/** A store with spans for what requests and tasks do with it. Without a trace, it costs a function call. */
export class TracedBlobStore implements BlobStore {
  readonly #store: BlobStore;

  constructor(store: BlobStore) {
    this.#store = store;
  }

  async create(key: string): Promise<BlobWriter> {
    const span = startChildSpan('write document', 'client', {});
    try {
      const writer = await this.#store.create(key);
      return span === undefined ? writer : new TracedWriter(writer, span);
    } catch (error) {
      span?.end(errorTypeOf(error));
      throw error;
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const span = startChildSpan('read document', 'client', {});
    try {
      const stream = await this.#store.read(key, range);
      // A reader of a range destroys the stream before its end.
      if (span !== undefined)
        finished(stream, (error) =>
          span.end(error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE' ? errorTypeOf(error) : undefined),
        );
      return stream;
    } catch (error) {
      span?.end(errorTypeOf(error));
      throw error;
    }
  }

  delete(key: string): Promise<void> {
    return traced('delete document', 'client', {}, () => this.#store.delete(key));
  }

  size(key: string): Promise<number | undefined> {
    return this.#store.size(key);
  }

  locate(key: string): string {
    return this.#store.locate(key);
  }

  list(prefix?: string): AsyncIterable<{ key: string; modifiedAt: Date }> {
    return this.#store.list(prefix);
  }

  removeUnfinished(olderThan: Date): Promise<number> {
    return this.#store.removeUnfinished(olderThan);
  }

  check(): Promise<void> {
    return this.#store.check();
  }

  readOwner(): Promise<string | undefined> {
    return this.#store.readOwner();
  }

  writeOwner(id: string, options: { replaces: boolean }): Promise<void> {
    return this.#store.writeOwner(id, options);
  }

  removeOwner(): Promise<void> {
    return this.#store.removeOwner();
  }
}

/** The span lasts from the creation to the end of the upload, which the sender can slow down. */
class TracedWriter implements BlobWriter {
  readonly #writer: BlobWriter;
  readonly #span: Span;
  #bytes = 0;

  constructor(writer: BlobWriter, span: Span) {
    this.#writer = writer;
    this.#span = span;
  }

  write(chunk: Uint8Array): Promise<void> {
    this.#bytes += chunk.length;
    return this.#writer.write(chunk);
  }

  commit(): Promise<void> {
    return this.#end(this.#writer.commit());
  }

  abort(): Promise<void> {
    return this.#end(this.#writer.abort(), 'aborted');
  }

  async #end(work: Promise<void>, outcome?: string): Promise<void> {
    this.#span.set({ 'stellwerk.document.bytes': this.#bytes });
    try {
      await work;
      this.#span.end(outcome);
    } catch (error) {
      this.#span.end(errorTypeOf(error));
      throw error;
    }
  }
}
