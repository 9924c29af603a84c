import type { RecordStream } from './record-stream.ts';

/**
 * A running call whose response is read record by record: `for await (const record of client.candidates.stream())`.
 * Await it first for the headers of the response, such as `streamPosition`.
 */
export class StreamCall<T> extends Promise<RecordStream<T>> implements AsyncIterable<T> {
  // then() and its relatives return a plain promise.
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  static of<T>(stream: Promise<RecordStream<T>>): StreamCall<T> {
    return new StreamCall((resolve, reject) => stream.then(resolve, reject));
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    yield* await this;
  }
}
