import type { PlannedRequest } from './planned.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

// Requests as no HTTP client sends them. Each has a connection of its own, which ends with it.

const REJECTED = [400, 431] as const;
const CLOSE = 'Connection: close\r\n';

type Framing = (context: { head: string; host: string; random: Random }) => {
  bytes: string;
  /** Statuses besides those that any invalid request may have. Empty: the connection may only be rejected. */
  also?: readonly number[];
};

const FRAMINGS: readonly Framing[] = [
  ({ random }) => ({ bytes: randomBytes(random, 1 + random.below(400)) }),
  () => ({ bytes: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03' }),
  () => ({ bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' }),
  ({ host }) => ({ bytes: `GET / HTTP/1.1\r\n${CLOSE}\r\n${host}` }),
  ({ host }) => ({ bytes: `GET /health/live HTTP/9.9\r\n${host}${CLOSE}\r\n`, also: [505] }),
  ({ host }) => ({ bytes: `GET /health/live\r\n${host}\r\n`, also: [200] }),
  ({ host }) => ({ bytes: `GET /health/live HTTP/1.1\n${host}${CLOSE}\n`, also: [200] }),
  ({ host }) => ({ bytes: `GET /health/live HTTP/1.1\r\n${host}X: a\r\n b\r\n${CLOSE}\r\n`, also: [200] }),
  ({ host }) => ({ bytes: `GET /health/live HTTP/1.1\r\n${host}X: a\0b\r\n${CLOSE}\r\n` }),
  ({ host }) => ({ bytes: `GET /health/live HTTP/1.1\r\n${host}: x\r\n${CLOSE}\r\n` }),
  ({ host }) => ({ bytes: `GET /health/live HTTP/1.1\r\n${host}X y: z\r\n${CLOSE}\r\n` }),
  ({ host }) => ({ bytes: `GET /health/live HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n` }),
  ({ host }) => ({ bytes: `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, also: [414] }),
  ({ host }) => ({
    bytes: `GET /v3/${'x'.repeat(9000)} HTTP/1.1\r\n${host}${CLOSE}\r\n`,
    also: [401, 404, 414],
  }),
  ({ host }) => ({
    bytes: `GET http://other.example.org/health/live HTTP/1.1\r\n${host}${CLOSE}\r\n`,
    also: [200, 404],
  }),
  ({ host }) => ({ bytes: `OPTIONS * HTTP/1.1\r\n${host}${CLOSE}\r\n`, also: [404, 405] }),
  ({ host }) => ({ bytes: `CONNECT example.org:443 HTTP/1.1\r\n${host}\r\n`, also: [404, 405] }),
  ({ host }) => ({
    bytes: `GET /health/live HTTP/1.1\r\n${host}Upgrade: websocket\r\nConnection: Upgrade, close\r\n\r\n`,
    also: [200, 426],
  }),
  ({ head }) => ({ bytes: `${head}Content-Length: 2\r\nContent-Length: 3\r\n${CLOSE}\r\n{}` }),
  ({ head }) => ({ bytes: `${head}Content-Length: -1\r\n${CLOSE}\r\n{}` }),
  ({ head }) => ({ bytes: `${head}Content-Length: 99999999999999999999\r\n${CLOSE}\r\n{}` }),
  ({ head }) => ({ bytes: `${head}Content-Length: 0x2\r\n${CLOSE}\r\n{}` }),
  ({ head }) => ({
    bytes: `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n${CLOSE}\r\n0\r\n\r\n`,
  }),
  ({ head }) => ({
    bytes: `${head}Transfer-Encoding: chunked, identity\r\n${CLOSE}\r\n2\r\n{}\r\n0\r\n\r\n`,
  }),
  ({ head }) => ({ bytes: `${head}Transfer-Encoding: gzip\r\n${CLOSE}\r\n{}` }),
  ({ head }) => ({ bytes: `${head}Transfer-Encoding: chunked\r\n${CLOSE}\r\nzz\r\n{}\r\n0\r\n\r\n` }),
  ({ head }) => ({ bytes: `${head}Transfer-Encoding: chunked\r\n${CLOSE}\r\n-2\r\n{}\r\n0\r\n\r\n` }),
  ({ head }) => ({ bytes: `${head}Transfer-Encoding: chunked\r\n${CLOSE}\r\nffffffffffffffffff\r\n{}` }),
  ({ head, random }) => ({
    bytes: `${head}Transfer-Encoding: chunked\r\n${CLOSE}\r\n2;${'x'.repeat(random.below(30_000))}\r\n{}\r\n0\r\n\r\n`,
    also: [413],
  }),
  // Valid bodies in unusual framings, and bodies that end early.
  ({ head }) => ({
    bytes: `${head}Transfer-Encoding: chunked\r\n${CLOSE}\r\n1\r\n{\r\n1\r\n}\r\n0\r\nX: y\r\n\r\n`,
  }),
  ({ head }) => ({ bytes: `${head}Content-Length: 50\r\n${CLOSE}\r\n{"firstName":` }),
  ({ head }) => ({ bytes: `${head}Transfer-Encoding: chunked\r\n${CLOSE}\r\n10\r\n{"firstName":` }),
  ({ head }) => ({ bytes: `${head}Content-Length: 2\r\n${CLOSE}\r\n{}GET / HTTP/1.1\r\n\r\n` }),
  ({ head }) => ({ bytes: `${head}Content-Length: 2\r\nExpect: 100-continue\r\n${CLOSE}\r\n{}` }),
  ({ head }) => ({
    bytes: `${head}Content-Length: 999999999\r\nExpect: 100-continue\r\n${CLOSE}\r\n`,
    also: [413],
  }),
  ({ head }) => ({ bytes: `${head}Content-Length: 2\r\nExpect: x\r\n${CLOSE}\r\n{}`, also: [417] }),
  // Several requests at once.
  ({ host }) => ({
    bytes: `${`GET /health/live HTTP/1.1\r\n${host}\r\n`.repeat(4)}GET /health/live HTTP/1.1\r\n${host}${CLOSE}\r\n`,
    also: [200],
  }),
];

/** Statuses that any request to an operation may have, apart from its success. */
const ORDINARY = [401, 403, 404, 405, 408, 411, 413, 415, 429, 503];

/** Stands for the first tenant's Authorization header. */
export const AUTHORIZATION = '@authorization@';

export function framingRequest({ installation }: World, random: Random): PlannedRequest {
  const { host: name } = new URL(installation.baseUrl);
  const host = `Host: ${name}\r\n`;
  const [method, path] = random.pick([
    ['POST', '/v3/candidates'],
    ['POST', '/v3/customers'],
    ['POST', '/v3/candidates/1/documents/other'],
    ['POST', '/oauth/token'],
    ['POST', '/platform/session'],
    ['GET', '/v3/candidates'],
    ['POST', '/jobs/x/1/apply'],
  ] as const);
  const head = `${method} ${path} HTTP/1.1\r\n${host}User-Agent: Fuzz/1.0\r\nAuthorization: ${AUTHORIZATION}\r\nContent-Type: application/json\r\n`;
  const { bytes, also = [] } = random.pick(FRAMINGS)({ head, host, random });
  const isRequest = bytes.startsWith(method) && bytes.includes(path);
  return {
    surface: 'raw',
    sender: 'nobody',
    method,
    path,
    headers: {},
    body: bytes,
    // An accepted read of GET /v3/candidates is a 200.
    expected: [...REJECTED, ...also, ...(isRequest ? [...ORDINARY, ...(method === 'GET' ? [200] : [])] : [])],
  };
}

function randomBytes(random: Random, length: number): string {
  return Array.from({ length }, () => String.fromCharCode(random.below(256))).join('');
}
