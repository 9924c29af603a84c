import type { OpenAnswer } from './caller.ts';
import { type ListedRecord, readRecords } from './json-records.ts';

/** A record of an answer with several lists, such as a change window, and which list it stands in. */
export interface Listed<List extends string, T> {
  list: List;
  record: T;
}

/**
 * A long answer, read record by record: memory holds one record, and the service waits while you work. Iterate it
 * once, to the end or until you leave the loop; call `cancel()` if you never begin. It throws a ConnectionError when
 * the answer breaks off, so a loop that ends has seen everything.
 */
export class RecordStream<T> implements AsyncIterable<T> {
  readonly headers: Headers;
  /** Names the exchange in the log of the service. */
  readonly requestId: string | null;
  readonly etag: string | null;
  /** Cursor at which the feed of changes goes on behind this answer; null where the answer has none. */
  readonly streamPosition: string | null;
  readonly #answer: OpenAnswer;
  readonly #lists: readonly string[];
  #isTaken = false;

  constructor(answer: OpenAnswer, lists: readonly string[]) {
    // The time allowed begins with the first record asked for.
    answer.exchange.pause();
    const { headers } = answer.response;
    this.headers = headers;
    this.requestId = headers.get('x-request-id');
    this.etag = headers.get('etag');
    this.streamPosition = headers.get('stream-position');
    this.#answer = answer;
    this.#lists = lists;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    if (this.#isTaken) throw new TypeError('A stream of records can be read once.');
    this.#isTaken = true;
    const { exchange, response } = this.#answer;
    const hasOneList = this.#lists.length === 1;
    for await (const listed of readRecords(exchange.readParts(response), this.#lists))
      yield (hasOneList ? listed.record : (listed satisfies ListedRecord)) as T;
  }

  /** Ends the transfer of an answer that is not to be read. */
  cancel(): void {
    this.#isTaken = true;
    this.#answer.exchange.abandon();
  }
}
