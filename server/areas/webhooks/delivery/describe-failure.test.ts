import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import { TEST_CERTIFICATE, TEST_KEY } from '../../../testing/certificate.ts';
import { WebhookCaller } from './call.ts';
import { describeFailure, describeStatus } from './describe-failure.ts';

const caller = new WebhookCaller({ allowPrivate: true, timeoutMs: 5000 });
after(() => caller.close());

const post = (url: string) => caller.post(url, {}, '{}', new AbortController().signal);

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** The port of a server that does this to a connection as soon as it sends something. */
function portOfServer(respond: (socket: Socket) => void): Promise<number> {
  return portOf(
    createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => respond(socket));
    }),
  );
}

async function portOfTlsServer(): Promise<number> {
  return portOf(createTlsServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }));
}

async function unusedPort(): Promise<number> {
  const server = createServer();
  const port = await portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const FAILURES: readonly (readonly [string, () => Promise<string>, string])[] = [
  [
    'closes the connection without a response',
    async () => `http://127.0.0.1:${await portOfServer((socket) => socket.end())}/`,
    'The receiver closed the connection before it responded.',
  ],
  [
    'closes the connection within the headers',
    async () => `http://127.0.0.1:${await portOfServer((socket) => socket.end('HTTP/1.1 200 OK\r\nx: '))}/`,
    'The receiver closed the connection before it responded.',
  ],
  [
    'resets the connection',
    async () => `http://127.0.0.1:${await portOfServer((socket) => socket.resetAndDestroy())}/`,
    'The receiver reset the connection before it responded.',
  ],
  [
    'responds with something else than HTTP',
    async () => `http://127.0.0.1:${await portOfServer((socket) => socket.end('220 ready\r\n'))}/`,
    'The response is not valid HTTP.',
  ],
  ...[
    [
      'sends 100 Continue unasked',
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n',
    ],
    [
      'switches to another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
    ],
  ].map(
    ([what, response]) =>
      [
        what!,
        async () => `http://127.0.0.1:${await portOfServer((socket) => socket.write(response!))}/`,
        'The receiver sent an interim status, 100 or 101, which calls do not support.',
      ] as const,
  ),
  [
    'does not speak TLS',
    async () => `https://127.0.0.1:${await portOfServer((socket) => socket.end('HTTP/1.1 400\r\n\r\n'))}/`,
    'A TLS connection to the receiver could not be set up.',
  ],
  [
    'has a certificate of its own',
    async () => `https://localhost:${await portOfTlsServer()}/`,
    'The certificate of the receiver is not signed by a trusted authority, or its chain is incomplete.',
  ],
  [
    'does not run',
    async () => `http://127.0.0.1:${await unusedPort()}/`,
    'The receiver refused the connection.',
  ],
];

for (const [what, start, reason] of FAILURES) {
  test(`the reason is a sentence if the receiver ${what}`, async () => {
    assert.equal((await post(await start()))?.reason, reason);
  });
}

const reasonOf = (code: string) => describeFailure(Object.assign(new Error('x'), { code }), 16_384);

test('only an unknown code is shown', () => {
  for (const code of [
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'EHOSTUNREACH',
    'EPIPE',
    'ETIMEDOUT',
  ])
    assert.doesNotMatch(reasonOf(code), /[()]|_/);
  assert.equal(reasonOf('EWHATEVER'), 'The call failed (EWHATEVER).');
  assert.equal(describeFailure(new TypeError('x'), 16_384), 'The call failed (TypeError).');
});

test('the console translates each sentence', () => {
  const source = readFileSync(
    new URL('../../../../console/areas/webhooks/causes.ts', import.meta.url),
    'utf8',
  );
  const patterns = [...source.matchAll(/\/(\^.+)\/[\],]/g)].map(([, pattern]) => new RegExp(pattern!));
  const sentences = [
    ...FAILURES.map(([, , reason]) => reason),
    ...['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'EHOSTUNREACH', 'ETIMEDOUT', 'ENOTFOUND'].map(
      reasonOf,
    ),
    ...[204, 302, 500].map((status) => describeStatus(status, null)),
    describeStatus(201, 'created'),
  ];
  for (const sentence of sentences)
    assert.ok(
      patterns.some((pattern) => pattern.test(sentence)),
      sentence,
    );
});
