import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { after, afterEach, mock, test } from 'node:test';
import { eventually } from '../../../testing/another-process.ts';
import { startTestService } from '../../../testing/harness.ts';
import { openSocket, sendRaw } from '../../../testing/raw-http.ts';
import { ReadyResponse, writeHead } from './direct-head.ts';

// Node does not make the head of a usual read, and a value list lies ready with its head. direct.test.ts compares the headers with those
// of the framework.

const service = await startTestService();
const { api } = service.tenant;
const { id } = (await api.post('/candidates', { firstName: 'Ada', lastName: 'Lovelace' })).body;
const LIST = '/masterdata/countries';
// The first requests are unusual.
const { text: list } = await api.get(LIST);
const plain = { headers: { 'accept-encoding': 'identity' } };
await api.get(LIST, plain);

afterEach(() => mock.timers.reset());

const get = (path: string, more = '', version = '1.1') =>
  `GET /v3${path} HTTP/${version}\r\nhost: x\r\nuser-agent: Test/1.0\r\nauthorization: Bearer ${api.token}\r\n${more}\r\n`;

for (const [name, path] of [
  ['a list', LIST],
  ['a record', `/candidates/${id}`],
] as const) {
  test(`the connection ends with a response whose reader wants that: ${name}`, async () => {
    for (const request of [get(path, 'connection: close\r\n'), get(path, '', '1.0')]) {
      const { status, headers, body } = await sendRaw(service.baseUrl, request);
      assert.equal(status, 200);
      assert.equal(headers.connection, 'close');
      assert.equal(headers['keep-alive'], undefined);
      assert.equal(Buffer.byteLength(body), Number(headers['content-length']));
    }
  });

  test(`a response says when it was sent: ${name}`, async () => {
    const { headers } = await api.get(path, plain);
    assert.ok(Math.abs(Date.parse(headers.get('date')!) - Date.now()) < 60_000);
    const laterMs = Math.ceil(Date.now() / 1000) * 1000 + 2000;
    mock.timers.enable({ apis: ['Date'], now: laterMs + 678 });
    // Asks whether the token is still valid, so it is unusual.
    await api.get(path, plain);
    const later = await api.get(path, plain);
    assert.equal(Date.parse(later.headers.get('date')!), laterMs);
  });
}

interface Response {
  requestId: string;
  body: string;
}

/** Reads responses, all of the same list, from a connection. */
async function readResponses(socket: Socket, count: number): Promise<Response[]> {
  const chunks: Buffer[] = [];
  let missing = count;
  let bytes = 0;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    const [, length] = /^content-length: (\d+)/m.exec(chunks[0]!.toString())!;
    const headBytes = chunks[0]!.indexOf('\r\n\r\n') + 4;
    missing = count - Math.floor(bytes / (headBytes + Number(length)));
    if (missing === 0) break;
  }
  assert.equal(missing, 0);
  return Buffer.concat(chunks)
    .toString()
    .split('HTTP/1.1 200 OK\r\n')
    .slice(1)
    .map((text) => {
      const end = text.indexOf('\r\n\r\n');
      const [, requestId = ''] = /^x-request-id: (\S+)/m.exec(text.slice(0, end))!;
      return { requestId, body: text.slice(end + 4) };
    });
}

test('requests that do not wait for the responses before them get the list in order, beside other readers', async () => {
  // The responses are more than the system takes for a reader that does not read.
  const REQUESTS = 500;
  const socket = await openSocket(service.baseUrl);
  after(() => socket.destroy());
  socket.write(get(LIST).repeat(REQUESTS));
  await once(socket, 'readable');
  const ids = new Set<string>();
  const OTHERS = 20;
  for (let read = 0; read < OTHERS; read++) {
    const { text, headers } = await api.get(LIST, plain);
    assert.equal(text, list);
    ids.add(headers.get('x-request-id')!);
  }
  for (const { requestId, body } of await readResponses(socket, REQUESTS)) {
    assert.equal(body, list);
    ids.add(requestId);
  }
  assert.equal(ids.size, OTHERS + REQUESTS);
  const logged = () =>
    new Set(service.logLines.filter(({ msg }) => msg === 'request').map(({ requestId }) => requestId));
  await eventually('a line of the log for each response', async () => ids.isSubsetOf(logged()));
});

/** A connection that takes nothing until it is told to. A real one takes the start of a response, and so its id, before it stops. */
class SlowConnection extends Duplex {
  readonly waiting: { bytes: Buffer; taken: () => void }[] = [];

  override _read(): void {}

  override _write(bytes: Buffer, _encoding: string, taken: () => void): void {
    this.waiting.push({ bytes, taken });
  }

  /** Takes all there is, and returns it. */
  takeAll(): string {
    const taken = [];
    for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) {
      taken.push(next.bytes.toString());
      next.taken();
    }
    return taken.join('');
  }
}

test('a response whose connection has taken nothing of it keeps its id, and others are sent beside it', async () => {
  const headers = ['content-length', '4'];
  const body = Buffer.from('body');
  const ready = new ReadyResponse(headers, body);
  const inOnePiece: boolean[] = [];
  let ended = 0;
  const server = createServer((request, response) => {
    const id = request.url!.slice(1);
    response.on('close', () => {
      ended += 1;
    });
    inOnePiece.push(ready.send(response, id));
    if (inOnePiece.at(-1)) return;
    writeHead(response, 200, id, headers);
    response.end(body);
  });
  const request = async (id: string): Promise<SlowConnection> => {
    const connection = new SlowConnection();
    after(() => connection.destroy());
    server.emit('connection', connection);
    connection.push(`GET /${id} HTTP/1.1\r\nhost: x\r\n\r\n`);
    await eventually('the response', async () => connection.waiting.length > 0);
    return connection;
  };
  const [first, second, third, fourth] = Array.from({ length: 4 }, () => randomUUID());
  const waiting = [await request(first!), await request(second!)];
  assert.deepEqual(inOnePiece, [true, false]);
  for (const [index, id] of [first, second].entries()) {
    const text = waiting[index]!.takeAll();
    assert.match(text, /^HTTP\/1\.1 200 OK\r\n.*\r\ncontent-length: 4\r\n.*\r\n\r\nbody$/s);
    assert.equal(/^x-request-id: (\S+)/m.exec(text)![1], id);
  }
  await eventually('the end of both responses', async () => ended === 2);
  const broken = await request(third!);
  broken.destroy();
  await eventually('the end of the broken response', async () => ended === 3);
  assert.match((await request(fourth!)).takeAll(), new RegExp(`^x-request-id: ${fourth}`, 'm'));
  assert.deepEqual(inOnePiece.slice(2), [true, true]);
});
