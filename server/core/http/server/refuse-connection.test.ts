import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { openSocket, readAnswer, sendRaw } from '../../../testing/raw-http.ts';
import { refuseConnection } from './refuse-connection.ts';

const service = await startTestService();
const { api } = service.tenant;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function startServer(context: TestContext, handler: Handler): Promise<string> {
  const server = createServer({ connectionsCheckingInterval: 50 });
  server.on('request', handler);
  server.on('clientError', (error, socket) =>
    refuseConnection(service.services, error as Parameters<typeof refuseConnection>[1], socket as Socket),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const post = (body: string, length = body.length) =>
  `POST /v3/candidates HTTP/1.1\r\nhost: x\r\nuser-agent: Test/1.0\r\nauthorization: Bearer ${api.token}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`;

test('after a 408, the rest of the body does not reach the handler, and the connection closes', {
  timeout: 30_000,
}, async (context) => {
  const end = Promise.withResolvers<string>();
  const baseUrl = await startServer(context, (request) => {
    // From here on, so that the head has arrived. A client of the service has more time than a test can take.
    Object.assign(request.socket.server!, { headersTimeout: 1, requestTimeout: 1 });
    request.resume();
    request.once('end', () => end.resolve('complete'));
    request.once('error', () => end.resolve('aborted'));
  });
  const { hostname, port } = new URL(baseUrl);
  // It keeps its side of the connection open, as a client does that wants to go on sending.
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  context.after(() => socket.destroy());
  socket.once('data', () => socket.write('}'));
  socket.write(post('{', 2));
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  assert.match(chunk.toString(), /^HTTP\/1\.1 408 [\s\S]*\r\nConnection: close\r\n/);
  assert.equal(await end.promise, 'aborted');
});

for (const surplus of ['\0', '}'])
  test(`a request before the byte ${JSON.stringify(surplus)} too many gets its response, and the connection closes`, {
    timeout: 30_000,
  }, async () => {
    const body = JSON.stringify({ firstName: 'Ada', lastName: 'Muster' });
    const response = await sendRaw(service.baseUrl, `${post(body)}${surplus}`);
    assert.equal(response.status, 200, response.body);
  });

test('invalid HTTP during a response does not get into its body', { timeout: 30_000 }, async (context) => {
  const baseUrl = await startServer(context, (request, response) => {
    response.writeHead(200, { 'content-length': '4' }).write('ab');
    request.socket.server!.once('clientError', () => response.end('cd'));
  });
  const socket = await openSocket(baseUrl);
  socket.once('data', () => socket.write('\x01'));
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  const { status, body } = await readAnswer(socket);
  assert.deepEqual({ status, body }, { status: 200, body: 'abcd' });
});

test('a connection that sends on after its refusal is logged once', { timeout: 30_000 }, async () => {
  const { status } = await sendRaw(
    service.baseUrl,
    `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(400_000)}\r\n\r\n`,
  );
  assert.equal(status, 431);
  assert.equal(service.logLines.filter((line) => line.code === 'headersTooLarge').length, 1);
});
