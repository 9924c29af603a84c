import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { Geocoder, GeocoderFault, type GeocoderOptions, type Question } from './geocoder.ts';

let answer: RequestListener = () => {};
const requests: IncomingMessage[] = [];
const server = createServer((request, response) => {
  requests.push(request);
  answer(request, response);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
after(() => {
  server.closeAllConnections();
  server.close();
});

const QUESTION: Question = {
  street: 'Hauptstraße',
  streetNumber: '5b',
  zipCode: '10115',
  city: 'Berlin',
  country: 'DE',
};

function open(options: Partial<GeocoderOptions> = {}): Geocoder {
  return new Geocoder({ url, userAgent: 'StellwerkTests/1.0 (https://jobs.example.org)', ...options });
}

function answerWith(body: string, status = 200, headers: Record<string, string> = {}): void {
  answer = (_request, response) => response.writeHead(status, headers).end(body);
}

const fault = (pattern: RegExp) => (error: unknown) =>
  error instanceof GeocoderFault && pattern.test(error.message);

test('the first hit is the place', async () => {
  answerWith('[{"lat": "52.5321", "lon": "13.3849", "display_name": "…"}]');
  assert.deepEqual(await open().find(QUESTION), { latitude: 52.5321, longitude: 13.3849 });
});

test('the whole address is asked for, by an application that names itself', async () => {
  answerWith('[]');
  await open({ url: `${url}/nominatim/` }).find(QUESTION);
  const { url: path, headers } = requests.at(-1)!;
  const asked = new URL(path!, url);
  assert.equal(asked.pathname, '/nominatim/search');
  assert.deepEqual(Object.fromEntries(asked.searchParams), {
    street: '5b Hauptstraße',
    postalcode: '10115',
    city: 'Berlin',
    countrycodes: 'de',
    format: 'jsonv2',
    limit: '1',
  });
  assert.equal(headers['user-agent'], 'StellwerkTests/1.0 (https://jobs.example.org)');
});

test('what the address lacks is not asked for', async () => {
  answerWith('[]');
  await open().find({ ...QUESTION, street: null, streetNumber: null, city: '' });
  const asked = new URL(requests.at(-1)!.url!, url).searchParams;
  assert.deepEqual([...asked.keys()].sort(), ['countrycodes', 'format', 'limit', 'postalcode']);
});

test('no hit is an answer: the place is unknown', async () => {
  answerWith('[]');
  assert.equal(await open().find(QUESTION), undefined);
});

test('a server that does not answer in time is a fault', async () => {
  answer = () => {};
  await assert.rejects(open({ timeoutMs: 50 }).find(QUESTION), fault(/within 50 ms/));
});

test('an answer that begins and does not end is a fault', async () => {
  answer = (_request, response) => void response.writeHead(200).write('[');
  await assert.rejects(open({ timeoutMs: 50 }).find(QUESTION), fault(/within 50 ms/));
});

test('an error of the server is a fault', async () => {
  answerWith('{"error": "out of order"}', 500);
  await assert.rejects(open().find(QUESTION), fault(/status 500/));
});

test('a redirect is a fault and not followed', async () => {
  answerWith('', 302, { location: `${url}/elsewhere` });
  const before = requests.length;
  await assert.rejects(open().find(QUESTION), fault(/status 302/));
  assert.equal(requests.length, before + 1);
});

test('a server that is not there is a fault', async () => {
  // Nothing listens on the discard port.
  await assert.rejects(open({ url: 'http://127.0.0.1:9/' }).find(QUESTION), fault(/cannot be reached/));
});

test('more than 64 KB are not read', async () => {
  let isClosed: () => void = () => {};
  const closed = new Promise<void>((resolve) => {
    isClosed = resolve;
  });
  answer = (_request, response) => {
    response.on('close', isClosed).writeHead(200).write(' '.repeat(70_000));
  };
  await assert.rejects(open().find(QUESTION), fault(/64 KB/));
  await closed;
});

for (const garbage of [
  '<html>',
  '{"lat": "52", "lon": "13"}',
  '[{}]',
  '[null]',
  '[{"lat": "north", "lon": "13"}]',
  '[{"lat": "", "lon": "13"}]',
  '[{"lat": "91", "lon": "13"}]',
  '[{"lat": 52.5, "lon": 181}]',
]) {
  test(`${garbage} is a fault`, async () => {
    answerWith(garbage);
    await assert.rejects(open().find(QUESTION), fault(/something else/));
  });
}

test('questions are asked one after the other, a second apart, also after a fault', async () => {
  let clockMs = 0;
  const asked: number[] = [];
  answer = (_request, response) => {
    asked.push(clockMs);
    response.writeHead(asked.length === 2 ? 500 : 200).end('[]');
  };
  const geocoder = open({
    now: () => clockMs,
    pause: async (milliseconds) => {
      clockMs += milliseconds;
    },
  });
  await Promise.allSettled([1, 2, 3].map(() => geocoder.find(QUESTION)));
  assert.deepEqual(asked, [0, 1000, 2000]);
});
