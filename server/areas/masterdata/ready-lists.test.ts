import assert from 'node:assert/strict';
import { get as httpGet } from 'node:http';
import { afterEach, mock, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { eventually } from '../../testing/another-process.ts';
import { startTestService } from '../../testing/harness.ts';

// A shared list that is in memory is sent without its handler. Nobody may notice.

const service = await startTestService();
const { api } = service.tenant;
const user = await service.platform('viewer');

afterEach(() => mock.timers.reset());

/** The headers of a response without those that differ from response to response, or that say how its bytes are sent. */
function lastingHeaders(headers: Headers): Record<string, string> {
  const lasting = new Map(headers);
  assert.match(lasting.get('x-request-id')!, /^[0-9a-f-]{36}$/);
  for (const name of ['date', 'x-request-id', 'content-length', 'transfer-encoding']) lasting.delete(name);
  return Object.fromEntries(lasting);
}

for (const [audience, caller, list] of [
  ['client', api, 'countries'],
  ['client', api, 'languages'],
  ['user', user, 'nationalities'],
] as const) {
  test(`a list that lies ready has the headers and the content of its first response: ${audience}, ${list}`, async () => {
    for (const language of ['en', 'de']) {
      const read = () => caller.get(`/masterdata/${list}`, { headers: { 'accept-language': language } });
      const [first, ...others] = [await read(), await read(), await read()];
      const expected = audience === 'client' ? 'private, max-age=86400' : 'private, no-cache';
      const credential = audience === 'client' ? 'authorization' : 'cookie';
      const vary = `accept-language, accept-encoding, ${credential}`;
      assert.equal(first.headers.get('cache-control'), expected);
      assert.equal(first.headers.get('vary'), vary);
      for (const other of others) {
        assert.equal(other.text, first.text);
        assert.deepEqual(lastingHeaders(other.headers), lastingHeaders(first.headers));
      }
      const tag = first.headers.get('etag')!;
      const current = await caller.get(`/masterdata/${list}`, {
        headers: { 'accept-language': language, 'if-none-match': tag },
      });
      assert.equal(current.status, 304);
      assert.equal(current.headers.get('etag'), tag);
      assert.equal(current.headers.get('vary'), vary);
    }
  });
}

// fetch always accepts a compressed body, and would decompress it.
function readEncoded(
  list: string,
  encoding: string,
): Promise<{ encoding: unknown; length: unknown; bytes: Buffer }> {
  const headers = {
    authorization: `Bearer ${api.token}`,
    'user-agent': 'Test/1.0',
    'accept-encoding': encoding,
    'accept-language': 'de',
  };
  return new Promise((resolve, reject) => {
    httpGet(`${service.baseUrl}/v3/masterdata/${list}`, { headers }, async (response) => {
      const bytes = Buffer.concat(await response.toArray());
      const { 'content-encoding': sent, 'content-length': length } = response.headers;
      resolve({ encoding: sent, length, bytes });
    }).on('error', reject);
  });
}

for (const list of ['countries', 'languages'])
  for (const [encoding, decompress] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['identity', (bytes: Buffer) => bytes],
  ] as const) {
    test(`a list is encoded as ${encoding}, and its length is known once it lies ready: ${list}`, async () => {
      const { text } = await api.get(`/masterdata/${list}`, { headers: { 'accept-language': 'de' } });
      assert.match(text, /[äöü]/);
      const hasLength = async () => {
        const { encoding: sent, length, bytes } = await readEncoded(list, encoding);
        assert.equal(sent, encoding === 'identity' ? undefined : encoding);
        assert.equal(decompress(bytes).toString(), text);
        return length === String(bytes.length);
      };
      await eventually('the list lies ready', hasLength);
      for (let round = 0; round < 5; round++) assert.ok(await hasLength());
    });
  }

test('HEAD returns the headers of a list that lies ready, without its body', async () => {
  const { headers } = await api.get('/masterdata/countries');
  const response = await fetch(`${service.baseUrl}/v3/masterdata/countries`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${api.token}`, 'user-agent': 'Test/1.0' },
  });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('etag'), headers.get('etag'));
  assert.equal(await response.text(), '');
});

test('a list that lies ready is only for callers who may read it, and its query is still checked', async () => {
  const path = '/masterdata/countries';
  await api.get(path);
  await api.get(path);
  const without = await service.createApi(service.tenant, ['candidates:read']);
  assert.equal((await without.get(path)).status, 403);
  const call = (headers: Record<string, string>) => fetch(`${service.baseUrl}/v3${path}`, { headers });
  assert.equal((await call({ 'user-agent': 'Test/1.0' })).status, 401);
  assert.equal((await call({ 'user-agent': 'Test/1.0', authorization: `Bearer x${api.token}` })).status, 401);
  assert.equal((await call({ 'user-agent': '-', authorization: `Bearer ${api.token}` })).status, 400);
  assert.equal((await api.get(`${path}?search=german`)).status, 400);
  assert.equal((await user.get('/masterdata/professions?ids=1')).status, 200);
});

test('calls for a list that lies ready are counted and logged like others', async () => {
  service.logLines.length = 0;
  const response = await api.get('/masterdata/countries');
  const id = response.headers.get('x-request-id');
  await eventually('the line of the log', async () =>
    service.logLines.some(
      ({ requestId, operation, tenantId }) =>
        requestId === id && operation === 'masterdata_countries' && tenantId === service.tenant.id,
    ),
  );
});

test('a minute later, a list without a change is the same, and one that was changed by hand is new', async () => {
  const read = () => api.get('/masterdata/genders');
  const first = await read();
  assert.equal((await read()).text, first.text);
  mock.timers.enable({ apis: ['Date'], now: Date.now() + 61_000 });
  const unchanged = await read();
  assert.equal(unchanged.headers.get('etag'), first.headers.get('etag'));
  await service.sql(
    "UPDATE catalog_entry SET name_en = 'Nobody' WHERE list = 'genders' AND id = (SELECT min(id) FROM catalog_entry WHERE list = 'genders')",
  );
  assert.equal((await read()).text, first.text);
  mock.timers.reset();
  mock.timers.enable({ apis: ['Date'], now: Date.now() + 180_000 });
  const changed = await read();
  assert.ok(changed.text.includes('Nobody'));
  assert.notEqual(changed.headers.get('etag'), first.headers.get('etag'));
});
