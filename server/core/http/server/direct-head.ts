import type { ServerResponse } from 'node:http';
import { KEEP_ALIVE_MS } from '../limits.ts';

// Node checks the name and the value of every header, looks for those that change how it sends the response, and sends the head and
// a body of bytes as two pieces. For a value list that lies ready, that is up to a quarter of its cost. So the heads of most reads that
// are served directly are written here. docs/adr/0054-heads-of-our-own.md has the numbers.

/** Fields of Node's own class. With a version of Node that lacks one, Node makes the heads, which is slower and otherwise the same. */
interface NodeResponse {
  /** The head of the response as text. Null until it is made. */
  _header: string | null;
  _headerSent: boolean;
}

const toNodeResponse = (response: ServerResponse) => response as unknown as NodeResponse;

/** Names and values in turn, without the request id, the date, and those about the connection. */
export type Headers = readonly string[];

const STATUS_LINES = { 200: 'HTTP/1.1 200 OK\r\n', 304: 'HTTP/1.1 304 Not Modified\r\n' };

/** Begins a response as `response.writeHead` does. The values are not checked, so none may be a caller's text. */
export function writeHead(
  response: ServerResponse,
  status: keyof typeof STATUS_LINES,
  requestId: string,
  headers: Headers,
): void {
  if (keepsConnection(response)) {
    response.statusCode = status;
    toNodeResponse(response)._header = toHead(status, requestId, headers, httpDate());
  } else response.writeHead(status, ['x-request-id', requestId, ...headers]);
}

/** The longest body that a `ReadyResponse` is for. The system seldom takes a longer one at once. */
export const READY_BYTES = 64 * 1024;
/** In the place of the id of a request, and as long. */
const NO_REQUEST_ID = '0'.repeat(36);

/** A response that lies ready with its head. Only the id of the request and the date differ from one time to the next. */
export class ReadyResponse {
  readonly #bytes: Buffer;
  readonly #requestIdAt: number;
  readonly #dateAt: number;
  #date: string;
  /** The system has not taken all of it yet, so it must not change. */
  #isLeaving = false;

  constructor(headers: Headers, body: Buffer) {
    this.#date = httpDate();
    const head = toHead(200, NO_REQUEST_ID, headers, this.#date);
    this.#requestIdAt = head.indexOf(NO_REQUEST_ID);
    this.#dateAt = head.lastIndexOf(this.#date);
    this.#bytes = Buffer.concat([Buffer.from(head, 'latin1'), body]);
  }

  /** Sends it, and ends the response. Returns false, and sends nothing, if the caller has to send a head and a body. */
  send(response: ServerResponse, requestId: string): boolean {
    const { socket } = response;
    // A response behind another one of its connection has no socket yet.
    if (this.#isLeaving || !socket?.writable || !keepsConnection(response)) return false;
    this.#bytes.write(requestId, this.#requestIdAt, 'latin1');
    const date = httpDate();
    if (date !== this.#date) {
      this.#bytes.write(date, this.#dateAt, 'latin1');
      this.#date = date;
    }
    const node = toNodeResponse(response);
    // Node only checks that there is one.
    node._header = STATUS_LINES[200];
    node._headerSent = true;
    socket.write(this.#bytes);
    if (socket.writableLength > 0) {
      this.#isLeaving = true;
      response.once('close', () => {
        this.#isLeaving = false;
      });
    }
    response.end();
    return true;
  }
}

/** Whether the connection stays open after the response. False if Node lacks the fields that are set here. */
function keepsConnection(response: ServerResponse): boolean {
  const { _header, _headerSent } = toNodeResponse(response);
  // Node closes a connection with HTTP/1.0 after some responses, even if the reader wants to keep it.
  return (
    response.shouldKeepAlive &&
    response.req.httpVersion === '1.1' &&
    _header === null &&
    _headerSent === false
  );
}

const CONNECTION_LINES = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / 1000}\r\n`;

function toHead(
  status: keyof typeof STATUS_LINES,
  requestId: string,
  headers: Headers,
  date: string,
): string {
  let head = `${STATUS_LINES[status]}x-request-id: ${requestId}\r\n`;
  for (let index = 0; index < headers.length; index += 2)
    head += `${headers[index]}: ${headers[index + 1]}\r\n`;
  return `${head}Date: ${date}\r\n${CONNECTION_LINES}\r\n`;
}

let date = '';
let dateSeconds = 0;

/** The time in the form of the Date header. Made once a second. */
function httpDate(): string {
  const seconds = Math.floor(Date.now() / 1000);
  if (seconds !== dateSeconds) {
    dateSeconds = seconds;
    date = new Date(seconds * 1000).toUTCString();
  }
  return date;
}
