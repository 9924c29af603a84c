import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { insertAd } from '../../testing/portal-visitor.ts';
import { openSocket } from '../../testing/raw-http.ts';

const service = await startTestService();
const { api } = service.tenant;
const candidate = (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
const jobAd = await insertAd(service);

const KB = 1024;
const json = { 'content-type': 'application/json', authorization: `Bearer ${api.token}` };
const upload = `/v3/candidates/${candidate}/documents/other`;

/** Requests that are rejected after a first part of their body, before any of it, or that ignore it. */
const EARLY: [string, { path: string; start: string; headers: Record<string, string>; status: number }][] = [
  ['malformed JSON', { path: upload, start: '{"filename":}', headers: json, status: 400 }],
  ['JSON nested too deeply', { path: upload, start: `{"a":${'['.repeat(100)}`, headers: json, status: 400 }],
  [
    'a missing token',
    { path: upload, start: '{', headers: { 'content-type': 'application/json' }, status: 401 },
  ],
  ['an unknown path', { path: '/v3/nowhere', start: '{', headers: json, status: 404 }],
  [
    'a portal form without a boundary',
    {
      path: `/jobs/${service.tenant.key}/${jobAd}/apply`,
      start: 'x',
      headers: { 'content-type': 'multipart/form-data' },
      status: 400,
    },
  ],
];

class Connection {
  readonly #socket: Socket;
  #received = '';
  #isClosed = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#received += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#isClosed = true;
    });
  }

  /** Sends the whole body, as clients do that read the response afterwards. Stops if the service closes the connection. */
  async send(head: string, body: Buffer, isChunked: boolean): Promise<void> {
    this.#socket.write(head);
    const step = 64 * KB;
    for (let at = 0; at < body.length && this.#socket.writable; at += step) {
      const part = body.subarray(at, at + step);
      const isRoom = isChunked
        ? this.#socket.write(
            Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]),
          )
        : this.#socket.write(part);
      if (!isRoom) await this.#next('drain');
    }
    if (isChunked) this.#socket.write('0\r\n\r\n');
  }

  /** Returns the next response, or fails if the connection ends before it. */
  async response(): Promise<{ status: number; closes: boolean }> {
    for (;;) {
      const match = /^HTTP\/1\.1 (\d+)[^\r]*\r\n([\s\S]*?)\r\n\r\n/.exec(this.#received);
      const length = Number(/^content-length: (\d+)/im.exec(match?.[2] ?? '')?.[1]);
      if (match !== null && this.#received.length >= match[0].length + length) {
        this.#received = this.#received.slice(match[0].length + length);
        return { status: Number(match[1]), closes: /^connection: close/im.test(match[2]!) };
      }
      assert.ok(!this.#isClosed, 'the connection ended without a response');
      await this.#next('data');
    }
  }

  async closed(): Promise<void> {
    if (!this.#isClosed) await this.#next('close');
  }

  /** Resolves with this event or with the end of the connection, however it ends. */
  #next(event: 'drain' | 'data' | 'close'): Promise<void> {
    return new Promise((resolve) => {
      for (const name of [event, 'close']) this.#socket.once(name, () => resolve());
    });
  }

  end(): void {
    this.#socket.destroy();
  }
}

for (const [what, { path, start, headers, status }] of EARLY) {
  for (const [sizeKb, isChunked] of [
    [4, false],
    [200, false],
    [200, true],
    [8000, false],
  ] as const) {
    const length = isChunked ? 'no Content-Length' : 'Content-Length';
    test(`after ${what} in ${sizeKb} KB with ${length}, the connection serves the next request or closes`, {
      timeout: 30_000,
    }, async () => {
      const body = Buffer.concat([Buffer.from(start), Buffer.alloc(sizeKb * KB, ' ')]);
      const framing = isChunked
        ? { 'transfer-encoding': 'chunked' }
        : { 'content-length': String(body.length) };
      const fields = Object.entries({ host: 'x', 'user-agent': 'Test/1.0', ...headers, ...framing });
      const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      const connection = new Connection(await openSocket(service.baseUrl));
      const sent = connection.send(`POST ${path} HTTP/1.1\r\n${head}\r\n`, body, isChunked);
      const response = await connection.response();
      // Some bodies are too large before they are anything else.
      assert.ok([status, 413].includes(response.status), String(response.status));
      if (response.closes) await connection.closed();
      else {
        await sent;
        await connection.send('GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n', Buffer.alloc(0), false);
        assert.equal((await connection.response()).status, 200);
      }
      connection.end();
    });
  }
}

for (const [path, status] of [
  ['/v3/nowhere', 404],
  ['/nowhere', 404],
  ['/app/nowhere', 405],
  [`/jobs/${service.tenant.key}/1/nowhere`, 404],
] as const) {
  test(`the ${status} of ${path} does not wait for the body`, { timeout: 30_000 }, async () => {
    const connection = new Connection(await openSocket(service.baseUrl));
    const head = `POST ${path} HTTP/1.1\r\nhost: x\r\nuser-agent: Test/1.0\r\n`;
    const type = 'content-type: application/json\r\n';
    await connection.send(`${head}${type}content-length: 1000000\r\n\r\n`, Buffer.alloc(1), false);
    assert.deepEqual(await connection.response(), { status, closes: true });
    connection.end();
  });
}

test('a client that sends on after a rejection for longer than the service reads is disconnected', {
  timeout: 30_000,
}, async () => {
  const connection = new Connection(await openSocket(service.baseUrl));
  const head = `POST ${upload} HTTP/1.1\r\nhost: x\r\nuser-agent: Test/1.0\r\nauthorization: Bearer ${api.token}\r\ncontent-type: application/json\r\ncontent-length: 20000000\r\n\r\n`;
  await connection.send(head, Buffer.from(`{"a":${'['.repeat(100)}`), false);
  assert.deepEqual(await connection.response(), { status: 400, closes: true });
  await connection.closed();
});
