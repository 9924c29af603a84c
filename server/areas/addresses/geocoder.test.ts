import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { Geocoder, GeocoderError, type GeocoderOptions, type GeocoderQuery } from './geocoder.ts';

let respond: RequestListener = () => {};
const requests: IncomingMessage[] = [];
const server = createServer((request, response) => {
  requests.push(request);
  respond(request, response);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
after(() => {
  server.closeAllConnections();
  server.close();
});

const QUERY: GeocoderQuery = {
  street: 'Hauptstraße',
  streetNumber: '5b',
  zipCode: '10115',
  city: 'Berlin',
  country: 'DE',
};

function open(options: Partial<GeocoderOptions> = {}): Geocoder {
  return new Geocoder({ url, userAgent: 'StellwerkTests/1.0 (https://jobs.example.org)', ...options });
}

function respondWith(body: string, status = 200, headers: Record<string, string> = {}): void {
  respond = (_request, response) => response.writeHead(status, headers).end(body);
}

const errorMatching = (pattern: RegExp) => (error: unknown) =>
  error instanceof GeocoderError && pattern.test(error.message);

test('returns the coordinates of the first result', async () => {
  respondWith('[{"lat": "52.5321", "lon": "13.3849", "display_name": "…"}]');
  assert.deepEqual(await open().find(QUERY), { latitude: 52.5321, longitude: 13.3849 });
});

test('sends the whole address and a User-Agent that names the application', async () => {
  respondWith('[]');
  await open({ url: `${url}/nominatim/` }).find(QUERY);
  const { url: path, headers } = requests.at(-1)!;
  const sent = new URL(path!, url);
  assert.equal(sent.pathname, '/nominatim/search');
  assert.deepEqual(Object.fromEntries(sent.searchParams), {
    street: '5b Hauptstraße',
    postalcode: '10115',
    city: 'Berlin',
    countrycodes: 'de',
    format: 'jsonv2',
    limit: '1',
  });
  assert.equal(headers['user-agent'], 'StellwerkTests/1.0 (https://jobs.example.org)');
});

test('omits the empty parts of an address', async () => {
  respondWith('[]');
  await open().find({ ...QUERY, street: null, streetNumber: null, city: '' });
  const sent = new URL(requests.at(-1)!.url!, url).searchParams;
  assert.deepEqual([...sent.keys()].sort(), ['countrycodes', 'format', 'limit', 'postalcode']);
});

test('returns undefined for an empty result list', async () => {
  respondWith('[]');
  assert.equal(await open().find(QUERY), undefined);
});

test('throws if the server does not respond in time', async () => {
  respond = () => {};
  await assert.rejects(open({ timeoutMs: 50 }).find(QUERY), errorMatching(/within 50 ms/));
});

test('throws if the response does not end in time', async () => {
  respond = (_request, response) => void response.writeHead(200).write('[');
  await assert.rejects(open({ timeoutMs: 50 }).find(QUERY), errorMatching(/within 50 ms/));
});

test('throws on a server error', async () => {
  respondWith('{"error": "out of order"}', 500);
  await assert.rejects(open().find(QUERY), errorMatching(/status 500/));
});

test('throws on a redirect instead of following it', async () => {
  respondWith('', 302, { location: `${url}/elsewhere` });
  const before = requests.length;
  await assert.rejects(open().find(QUERY), errorMatching(/status 302/));
  assert.equal(requests.length, before + 1);
});

test('throws if the server cannot be reached', async () => {
  // Nothing listens on the discard port.
  await assert.rejects(open({ url: 'http://127.0.0.1:9/' }).find(QUERY), errorMatching(/cannot be reached/));
});

test('reads at most 64 KB of a response', async () => {
  let isClosed: () => void = () => {};
  const closed = new Promise<void>((resolve) => {
    isClosed = resolve;
  });
  respond = (_request, response) => {
    response.on('close', isClosed).writeHead(200).write(' '.repeat(70_000));
  };
  await assert.rejects(open().find(QUERY), errorMatching(/64 KB/));
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
  test(`throws on the response ${garbage}`, async () => {
    respondWith(garbage);
    await assert.rejects(open().find(QUERY), errorMatching(/is not/));
  });
}

test('sends queries one after another, a second apart, even after an error', async () => {
  let clockMs = 0;
  const sentAtMs: number[] = [];
  respond = (_request, response) => {
    sentAtMs.push(clockMs);
    response.writeHead(sentAtMs.length === 2 ? 500 : 200).end('[]');
  };
  const geocoder = open({
    now: () => clockMs,
    delay: async (milliseconds) => {
      clockMs += milliseconds;
    },
  });
  await Promise.allSettled([1, 2, 3].map(() => geocoder.find(QUERY)));
  assert.deepEqual(sentAtMs, [0, 1000, 2000]);
});
