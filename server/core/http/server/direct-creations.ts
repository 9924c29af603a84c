import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Handler } from '../handler/handle.ts';
import type { HandledReply, HandledRequest } from '../handler/operation.ts';
import { FailedOperation } from './direct-failures.ts';
import type { Served, Work } from './direct-routes.ts';

/** Reads the body. If the connection ends before the body does, nobody waits for it. */
export function readBody(request: IncomingMessage, use: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => use(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
}

/** The work of an operation with `creates`. The handler that the framework calls does it. */
export function toCreation(handle: Handler, served: Served, body: Buffer): Work {
  const { caller, request, response } = served;
  return async (leave) => {
    const reply = new PlainReply(served);
    const { headers, method, url } = request;
    const plain: HandledRequest = {
      headers,
      // Those of a request to a server are always set.
      method: method!,
      url: url!,
      params: {},
      query: {},
      body,
      caller,
      raw: request,
      leaveTurn: leave,
    };
    try {
      await handle(plain, reply);
    } catch (error) {
      throw response.headersSent ? error : new FailedOperation(error as Error, reply.getHeaders());
    } finally {
      leave();
    }
  };
}

/** The part of the framework's reply that handlers of JSON operations use. */
class PlainReply implements HandledReply {
  readonly raw: ServerResponse;
  readonly #fixed: OutgoingHttpHeaders;
  readonly #headers: Record<string, string> = {};
  #status = 200;

  constructor({ response, requestId }: Served) {
    this.raw = response;
    this.#fixed = { 'x-request-id': requestId, 'x-content-type-options': 'nosniff' };
  }

  header(name: string, value: string): this {
    this.#headers[name] = value;
    return this;
  }

  getHeader(name: string): string | undefined {
    return this.#headers[name];
  }

  hasHeader(name: string): boolean {
    return this.#headers[name] !== undefined;
  }

  getHeaders(): Record<string, string> {
    return this.#headers;
  }

  type(type: string): this {
    return this.header('content-type', type);
  }

  /** Nothing to do: the text is complete. */
  serializer(): this {
    return this;
  }

  status(status: number): this {
    this.#status = status;
    return this;
  }

  send(text: string | Buffer | Readable = ''): this {
    if (text instanceof Readable)
      throw new Error('An operation with isDirect must not respond with a stream.');
    const length = { 'content-length': Buffer.byteLength(text) };
    this.raw.writeHead(this.#status, { ...this.#fixed, ...this.#headers, ...length });
    this.raw.end(text);
    return this;
  }
}
