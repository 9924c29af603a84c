import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../testing/another-process.ts';
import { startTestService } from '../../testing/harness.ts';
import { shortOrLong } from '../../testing/long.ts';
import { openSocket } from '../../testing/raw-http.ts';
import { Random } from '../chaos/random.ts';

// Sends several requests at once on a connection, which HTTP clients do not: whole ones, broken ones, and such that Node hands over
// outside its usual course. Whatever is sent, in whatever packets, and however the connection ends: nothing is thrown outside a handler,
// which would end the process and fail this file; the responses have the order of the requests; and no place is held afterwards.
// PIPELINES sets the number of connections, PIPELINES_SEED repeats a run.

const CONNECTIONS = Number(process.env.PIPELINES ?? shortOrLong(300, 20_000));
const SEED = Number(process.env.PIPELINES_SEED ?? 20_261_130);
const AT_ONCE = 20;
const LONGEST_PAUSE_MS = 20;

const service = await startTestService();
const { api, id: tenantId } = service.tenant;
const { id } = (await api.post('/candidates', { firstName: 'Ada', lastName: 'Lovelace' })).body;
await service.sql(
  `INSERT INTO candidate (tenant_id, first_name, last_name, remarks) SELECT $1, 'A', 'B', repeat('x', 8000) FROM generate_series(1, 60)`,
  [tenantId],
);

const request = (line: string, more = '', body = '') =>
  `${line} HTTP/1.1\r\nHost: x\r\nUser-Agent: Test/1.0\r\nAuthorization: Bearer ${api.token}\r\n${more}\r\n${body}`;
const json = (length: number) => `Content-Type: application/json\r\nContent-Length: ${length}\r\n`;
const CANDIDATE = '{"firstName":"Grace","lastName":"Hopper"}';
const CHUNKED = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n';

/** With the status of the response. The connection can go on after it. */
const WHOLE: [status: number, text: string][] = [
  [200, request(`GET /v3/candidates/${id}`)],
  [200, request('GET /v3/masterdata/countries')],
  [200, request('GET /v3/masterdata/countries', 'Accept-Encoding: br\r\n')],
  [200, request('GET /v3/candidates/export/candidates')],
  [200, request('GET /v3/candidates/export/candidates', 'Accept-Encoding: gzip\r\n')],
  [200, request('HEAD /v3/branches')],
  [404, request('GET /v3/nothing')],
  [405, request('PATCH /oauth/token')],
  [200, request('POST /v3/candidates', json(CANDIDATE.length), CANDIDATE)],
  [
    200,
    request('POST /v3/candidates', CHUNKED, `${CANDIDATE.length.toString(16)}\r\n${CANDIDATE}\r\n0\r\n\r\n`),
  ],
  [400, request('POST /v3/candidates', json(2), '[]')],
];
/** After them, the connection has ended or waits for the rest. */
const LAST = [
  request('CONNECT x:443'),
  request('CONNECT /oauth/token'),
  request('BREW /oauth/token'),
  // Node drops what follows in its packet.
  request('GET /health/live', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'),
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  request('GET /v3/branches', 'Connection: close\r\n'),
  request('GET /v3/branches').replace('HTTP/1.1', 'HTTP/1.0'),
  request('GET /v3/branches', 'a header without a colon\r\n'),
  request('GET /v3/branches').slice(0, 60),
  request('POST /v3/candidates', CHUNKED, 'no length\r\n'),
  request('POST /v3/candidates', json(100_000), CANDIDATE),
  request('POST /v3/candidates', `${json(CANDIDATE.length)}Expect: 100-continue\r\n`),
  request('POST /v3/candidates', `${json(CANDIDATE.length)}Expect: something\r\n`, CANDIDATE),
  request(
    `POST /v3/candidates/${id}/documents`,
    json(400_000),
    `{"filename":"a.txt","base64File":"${'QUJD'.repeat(20_000)}`,
  ),
];
const ENDS = ['half', 'destroy', 'reset', 'stay', 'unread'] as const;

const faults: string[] = [];

async function run(random: Random): Promise<void> {
  const whole = Array.from({ length: random.integer(0, 4) }, () => random.pick(WHOLE));
  const last = random.chance(0.7) ? random.pick(LAST) : '';
  const end = random.pick(ENDS);
  const socket = await openSocket(service.baseUrl);
  let received = '';
  socket.on('error', () => {});
  if (end !== 'unread') socket.setEncoding('latin1').on('data', (text) => (received += text));
  const text = whole.map(([, one]) => one).join('') + last;
  for (let at = 0; at < text.length && socket.writable; ) {
    const length = random.chance(0.6) ? text.length : random.integer(1, 3000);
    socket.write(text.slice(at, at + length));
    at += length;
    if (random.chance(0.3)) await delay(random.next() * LONGEST_PAUSE_MS);
  }
  const statuses = () =>
    [...received.matchAll(/HTTP\/1\.1 ([2-5]\d\d) /g)].map(([, digits]) => Number(digits));
  if (end === 'stay') {
    await eventually('the responses', async () => statuses().length >= whole.length || socket.destroyed);
    // Exports have a limit.
    const wrong = whole.filter(([status], index) => ![status, 429].includes(statuses()[index]!));
    if (wrong.length > 0)
      faults.push(`${statuses()} to ${whole.map(([status]) => status)} and ${last.slice(0, 60)}`);
  } else await delay(random.next() * LONGEST_PAUSE_MS);
  // Node answers no more then.
  if (end === 'half') socket.end();
  else if (end === 'reset') socket.resetAndDestroy();
  else socket.destroy();
}

test(`${CONNECTIONS} connections with several requests at once, seed ${SEED}`, async () => {
  const random = new Random(SEED);
  let left = CONNECTIONS;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await run(random.fork());
    }),
  );
  assert.deepEqual(faults, []);
  const { streams, downloads, uploads } = service.services.load;
  await eventually('no place is held', async () =>
    [streams, downloads, uploads].every(({ running, waiting }) => running + waiting === 0),
  );
  assert.equal((await api.get(`/candidates/${id}`)).status, 200);
});
