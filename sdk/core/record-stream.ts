import type { OpenResponse } from './caller.ts';
import { ConnectionError, UnexpectedResponseError } from './errors.ts';
import { type ListedRecord, RecordsFault, readRecords } from './json-records.ts';

/** A record of a response with several lists, such as a change window, and the list that contains it. */
export interface Listed<List extends string, T> {
  list: List;
  record: T;
}

/**
 * A long response, read record by record. One record is in memory at a time, and the service waits while you handle it.
 * Iterate the stream once; you can leave the loop early. Call `cancel()` if you do not iterate at all. If the connection
 * breaks, the loop throws a ConnectionError, so a loop that ends normally has seen every record.
 */
export class RecordStream<T> implements AsyncIterable<T> {
  readonly headers: Headers;
  /** Identifies the request in the log of the service. */
  readonly requestId: string | null;
  readonly etag: string | null;
  /** The cursor at which the feed of changes continues after this response. Null if there is none. */
  readonly streamPosition: string | null;
  /** The form of the records that an export or the change streams name. Another one than before: export again. */
  readonly recordForm: string | null;
  readonly #opened: OpenResponse;
  readonly #lists: readonly string[];
  #isTaken = false;

  constructor(opened: OpenResponse, lists: readonly string[]) {
    // The timer starts when the first record is requested.
    opened.exchange.pause();
    const { headers } = opened.response;
    this.headers = headers;
    this.requestId = headers.get('x-request-id');
    this.etag = headers.get('etag');
    this.streamPosition = headers.get('stream-position');
    this.recordForm = headers.get('record-form');
    this.#opened = opened;
    this.#lists = lists;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    if (this.#isTaken) throw new TypeError('A stream of records can be read only once.');
    this.#isTaken = true;
    const { exchange, response } = this.#opened;
    const hasOneList = this.#lists.length === 1;
    try {
      for await (const listed of readRecords(exchange.readParts(response), this.#lists))
        yield (hasOneList ? listed.record : (listed satisfies ListedRecord)) as T;
    } catch (error) {
      if (!(error instanceof RecordsFault)) throw error;
      throw error.isIncomplete
        ? new ConnectionError(exchange.operation, error.message)
        : new UnexpectedResponseError(exchange.operation, response, error.message);
    }
  }

  /** Ends the transfer without reading the response. */
  cancel(): void {
    this.#isTaken = true;
    this.#opened.exchange.abandon();
  }
}
