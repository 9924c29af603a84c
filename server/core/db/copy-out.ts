import { type Duplex, Readable } from 'node:stream';
import type pg from 'pg';
import { countGarbage } from '../garbage.ts';

/** What this file uses of a connection of pg. */
interface Connection {
  stream: Duplex;
  query(text: string): void;
}

type Receive = (chunk: Buffer) => void;
/** Passes bytes on, which must not change afterwards. */
export type Send = (bytes: Buffer) => void;

/** Turns the messages of a COPY into what the stream has. */
export interface CopyWriter {
  /** Takes a message, which is one row. `bytes` may only be used during the call. */
  take(bytes: Buffer, from: number, to: number, send: Send): void;
  /** Sends what it still has. More rows may follow. */
  flush(send: Send): void;
  /** Sends the rest, after the last row. */
  end(send: Send): void;
}

/** The code of a message and its length, which counts itself and not the code. */
const HEADER_BYTES = 5;
const codeOf = (letter: string) => letter.charCodeAt(0);
const ROW = codeOf('d');
const ERROR = codeOf('E');
const DONE = codeOf('c');
/** What may come between rows, and before the first: the response to COPY, parameters, notices, and notifications. */
const IGNORED: ReadonlySet<number> = new Set(['H', 'S', 'N', 'A'].map(codeOf));
const HIGH_WATER_MARK = 256 * 1024;

/**
 * Streams what a COPY … TO STDOUT sends, as `writer` writes it, which sees the rows where they arrived. pg-copy-streams makes an
 * object for each row and copies all rows into another buffer.
 */
export class CopyOut extends Readable implements pg.Submittable {
  readonly text: string;
  /** All rows have arrived, although the reader may not have them yet. */
  isComplete = false;
  readonly #writer: CopyWriter;
  #stream: Duplex | undefined;
  /** What pg does with the bytes that arrive. */
  #receive: Receive | undefined;
  /** The beginning of a message, if its end has not arrived. */
  #parts: Buffer[] = [];
  /** How many bytes of it are missing. 0 if not even its length has arrived. */
  #missing = 0;
  #isWanted = true;

  constructor(text: string, writer: CopyWriter) {
    super({ highWaterMark: HIGH_WATER_MARK });
    this.text = text;
    this.#writer = writer;
  }

  submit(connection: unknown): void {
    const { stream } = connection as Connection;
    const [receive, ...more] = stream.listeners('data') as Receive[];
    if (receive === undefined || more.length > 0) throw new Error('The connection has another reader.');
    stream.off('data', receive);
    stream.on('data', this.#takeChunk);
    this.#receive = receive;
    this.#stream = stream;
    (connection as Connection).query(this.text);
  }

  override _read(): void {
    this.#stream?.resume();
  }

  readonly #send: Send = (bytes) => {
    this.#isWanted = this.push(bytes);
  };

  readonly #takeChunk = (chunk: Buffer): void => {
    if (this.destroyed) return;
    countGarbage(chunk.length);
    try {
      this.#isWanted = true;
      this.#take(chunk);
      if (this.#stream === undefined) return;
      this.#writer.flush(this.#send);
      if (!this.#isWanted) this.#stream.pause();
    } catch (error) {
      this.destroy(error as Error);
    }
  };

  #take(chunk: Buffer): void {
    if (this.#parts.length === 0) {
      this.#takeMessages(chunk);
      return;
    }
    if (chunk.length < this.#missing) {
      this.#parts.push(chunk);
      this.#missing -= chunk.length;
      return;
    }
    // Only the message that is cut is joined, not the chunk, unless its length is cut too.
    const end = this.#missing === 0 ? chunk.length : this.#missing;
    const joined = Buffer.concat([...this.#parts, chunk.subarray(0, end)]);
    this.#parts = [];
    this.#takeMessages(joined);
    if (end < chunk.length) this.#takeMessages(chunk.subarray(end));
  }

  #takeMessages(bytes: Buffer): void {
    let at = 0;
    while (bytes.length - at >= HEADER_BYTES) {
      const code = bytes[at]!;
      if (code !== ROW && !IGNORED.has(code)) {
        this.#finish(code, bytes.subarray(at));
        return;
      }
      const end = at + 1 + bytes.readUInt32BE(at + 1);
      if (end > bytes.length) {
        this.#keep(bytes.subarray(at), end - bytes.length);
        return;
      }
      if (code === ROW) this.#writer.take(bytes, at + HEADER_BYTES, end, this.#send);
      at = end;
    }
    if (at < bytes.length) this.#keep(bytes.subarray(at), 0);
  }

  #keep(part: Buffer, missing: number): void {
    this.#parts = [part];
    this.#missing = missing;
  }

  /** Gives the connection back to pg, with the message that has ended the rows and all that follows. */
  #finish(code: number, unread: Buffer): void {
    const stream = this.#stream!;
    this.#stream = undefined;
    stream.off('data', this.#takeChunk);
    stream.on('data', this.#receive!);
    if (code === DONE) this.#writer.end(this.#send);
    else this.#writer.flush(this.#send);
    this.isComplete = code === DONE;
    // pg knows no end of rows here, and passes an error on to `handleError`.
    this.#receive!(this.isComplete ? unread.subarray(HEADER_BYTES) : unread);
    if (code !== ERROR) this.push(null);
    stream.resume();
  }

  // Called by pg.

  handleError(error: Error): void {
    this.destroy(error);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {}
}
