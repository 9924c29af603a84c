import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Pool } from 'undici';
import { openSocket, readAnswer } from '../../../testing/raw-http.ts';
import { AUTHORIZATION } from './framings.ts';
import { type Answer, fillReferences, type SentRequest } from './planned.ts';
import type { World } from './world.ts';

const LONGEST_WAIT_MS = 30_000;
/** Characters that would end the path of a request. */
const UNSENDABLE = /[^\x21-\x7e]+/g;
const NOTHING = Buffer.alloc(0);

/** Sends planned requests over kept connections, and raw bytes over connections of their own. */
export class Client {
  readonly #world: World;
  readonly #pool: Pool;
  /** The ids that requests created, by the number of the request. */
  readonly ids: Map<number, string>;

  constructor(world: World, connections: number, ids = new Map<number, string>()) {
    this.#world = world;
    this.ids = ids;
    this.#pool = new Pool(world.installation.baseUrl, {
      connections,
      headersTimeout: LONGEST_WAIT_MS,
      bodyTimeout: LONGEST_WAIT_MS,
    });
  }

  async send(request: SentRequest): Promise<Answer> {
    try {
      return await (request.surface === 'raw' ? this.#sendBytes(request) : this.#sendRequest(request));
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      const reason = /TIMEOUT/.test(code ?? '') ? `no response within ${LONGEST_WAIT_MS / 1000} s` : message;
      return { status: 0, headers: {}, body: NOTHING, error: reason, number: request.number };
    }
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  async #sendRequest({ number, sender, method, path, headers, body }: SentRequest): Promise<Answer> {
    const response = await this.#pool.request({
      method: method as 'GET',
      path: fillReferences(path, this.ids).replaceAll(UNSENDABLE, toEscapes),
      headers: { ...this.#world.credentials[sender], ...headers },
      body: body === undefined ? null : fillReferences(body, this.ids),
    });
    const bytes = Buffer.from(await response.body.arrayBuffer());
    const encoding = response.headers['content-encoding'];
    return {
      number,
      status: response.statusCode,
      headers: response.headers,
      body: encoding === undefined ? bytes : decompress(bytes, String(encoding)),
    };
  }

  async #sendBytes({ number, body = '' }: SentRequest): Promise<Answer> {
    const socket = await openSocket(this.#world.installation.baseUrl);
    const answered = readAnswer(socket);
    const timer = setTimeout(() => socket.destroy(new Error('timeout')), LONGEST_WAIT_MS);
    const startedAt = performance.now();
    const text = body.replace(AUTHORIZATION, this.#world.credentials.owner.authorization!);
    // The half-closed connection tells the service that nothing else follows.
    socket.write(Buffer.from(text, 'latin1'));
    setImmediate(() => socket.end());
    const { status, headers, body: content } = await answered;
    clearTimeout(timer);
    if (performance.now() - startedAt >= LONGEST_WAIT_MS)
      throw new Error('the connection stayed open for 30 s');
    return { number, status: Number.isNaN(status) ? 0 : status, headers, body: Buffer.from(content) };
  }
}

function decompress(body: Buffer, encoding: string): Buffer {
  if (body.length === 0) return body;
  return encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body);
}

function toEscapes(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
