import { type Duplex, Readable } from 'node:stream';
import type pg from 'pg';

/** What this file uses of a connection of pg. */
interface Connection {
  stream: Duplex;
  query(text: string): void;
}

type Receive = (chunk: Buffer) => void;

/** The code of a message and its length, which counts itself. */
const HEADER_BYTES = 5;
const LENGTH_BYTES = 4;
const codeOf = (letter: string) => letter.charCodeAt(0);
const ROW = codeOf('d');
const DONE = codeOf('c');
const ERROR = codeOf('E');
/** What may come between rows, and before the first: the response to COPY, parameters, notices, and notifications. */
const IGNORED: ReadonlySet<number> = new Set(['H', 'S', 'N', 'A'].map(codeOf));
const NOTHING = Buffer.alloc(0);
const HIGH_WATER_MARK = 256 * 1024;

/**
 * Streams what a COPY … TO STDOUT sends. The rows stay in the buffer in which they arrived and are only moved together.
 * pg-copy-streams makes an object for each row and copies all rows into another buffer, and V8 then collects all garbage of the
 * process again and again.
 */
export class CopyOut extends Readable implements pg.Submittable {
  readonly text: string;
  #stream: Duplex | undefined;
  /** What pg does with the bytes that arrive. */
  #receive: Receive | undefined;
  /** An incomplete header. */
  #rest: Buffer = NOTHING;
  /** How many bytes of the present message have not arrived. */
  #missing = 0;
  #isRow = false;

  constructor(text: string) {
    super({ highWaterMark: HIGH_WATER_MARK });
    this.text = text;
  }

  submit(connection: unknown): void {
    const { stream } = connection as Connection;
    const [receive, ...more] = stream.listeners('data') as Receive[];
    if (receive === undefined || more.length > 0) throw new Error('The connection has another reader.');
    stream.off('data', receive);
    stream.on('data', this.#take);
    this.#receive = receive;
    this.#stream = stream;
    (connection as Connection).query(this.text);
  }

  override _read(): void {
    this.#stream?.resume();
  }

  readonly #take = (chunk: Buffer): void => {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    this.#rest = NOTHING;
    let at = 0;
    let end = 0;
    for (;;) {
      const length = Math.min(this.#missing, bytes.length - at);
      if (this.#isRow && length > 0) {
        bytes.copyWithin(end, at, at + length);
        end += length;
      }
      at += length;
      this.#missing -= length;
      if (this.#missing > 0 || bytes.length - at < HEADER_BYTES) break;
      const code = bytes[at]!;
      this.#isRow = code === ROW;
      if (!this.#isRow && !IGNORED.has(code)) {
        this.#finish(bytes.subarray(0, end), code, bytes.subarray(at));
        return;
      }
      this.#missing = bytes.readUInt32BE(at + 1) - LENGTH_BYTES;
      at += HEADER_BYTES;
    }
    if (at < bytes.length) this.#rest = bytes.subarray(at);
    if (end > 0 && !this.push(bytes.subarray(0, end))) this.#stream!.pause();
  };

  /** Gives the connection back to pg, with the message that has ended the rows and all that follows. */
  #finish(rows: Buffer, code: number, unread: Buffer): void {
    const stream = this.#stream!;
    this.#stream = undefined;
    stream.off('data', this.#take);
    stream.on('data', this.#receive!);
    if (rows.length > 0) this.push(rows);
    // pg knows no end of rows here, and passes an error on to `handleError`.
    this.#receive!(code === DONE ? unread.subarray(HEADER_BYTES) : unread);
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
