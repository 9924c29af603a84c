import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnyEndpoint } from '../core/http/index.ts';
import { ENDPOINTS } from '../endpoints.ts';
import type { ApiResponse, Calls } from '../testing/harness.ts';
import { sendRaw } from '../testing/raw-http.ts';
import { ABSENT, RequestsOfB } from './tenant-sweep/requests.ts';
import { startTwoTenants } from './tenant-sweep/two-tenants.ts';

// Calls every operation and checks the headers that decide what caches and browsers do with the response.

const tenants = await startTwoTenants(ENDPOINTS);
const requests = new RequestsOfB(tenants);
const localized: string[] = [];
// The tag of an export names the changes that are not final one by one, so it is another one when they are.
await tenants.service.settle();

// If the responses in both languages differ, Vary must name the header, or a cache between the service and an integrator
// serves names in the wrong language.

function varyOf({ headers }: ApiResponse): string[] {
  return (headers.get('vary') ?? '').toLowerCase().split(/, */);
}

for (const endpoint of ENDPOINTS.filter(({ method }) => method === 'GET')) {
  test(`Vary names the headers that the response depends on: ${endpoint.id}`, async () => {
    const path = `${requests.path(endpoint)}?${requests.query(endpoint)}`.replace(/[?&]$/, '');
    const read = (language: string) =>
      tenants.b.calls(endpoint).get(path, { headers: { 'accept-language': language } });
    const [english, german] = [await read('en'), await read('de')];
    if (english.status !== 200) return;
    // The OpenAPI document offers the header for the operations that say so.
    for (const response of [english, german])
      assert.equal(varyOf(response).includes('accept-language'), endpoint.isLocalized === true);
    if (english.text === german.text) return;
    localized.push(endpoint.id);
    assert.ok(endpoint.isLocalized);
    const etag = english.headers.get('etag');
    if (etag === null) return;
    const current = await tenants.b
      .calls(endpoint)
      .get(path, { headers: { 'accept-language': 'en', 'if-none-match': etag } });
    assert.equal(current.status, 304);
    assert.ok(varyOf(current).includes('accept-language'), 'the 304 lacks it');
  });
}

test('the records with names were read', () => {
  for (const id of [
    'candidate_get',
    'candidate_export',
    'company_get',
    'site_get',
    'request_getTemporaryStaffing',
  ])
    assert.ok(localized.includes(id), `${id} is not among ${localized.join(', ')}`);
});

// A program can call for several tenants through one cache, and a browser can have several users after each other. So what may
// be kept names in Vary what identifies its caller, or the cache serves what one has read to the other.

const HOUR_MS = 3_600_000;
const ended = new Date(tenants.service.clock.now().getTime() - 2 * HOUR_MS).toISOString();
const keptForCaller: string[] = [];
const user = await tenants.service.platform('admin', tenants.b.tenant);

const isKept = ({ method, path }: AnyEndpoint) =>
  method === 'GET' && (/^\/masterdata\/\w+$/.test(path) || path.endsWith('/changes/{date}/{hour}'));

for (const endpoint of ENDPOINTS.filter(isKept)) {
  const { audience, id } = endpoint;
  const callers: { calls: Calls; credential: string }[] = [{ calls: user, credential: 'cookie' }];
  if (audience === 'integration') callers.push({ calls: tenants.b.tenant.api, credential: 'authorization' });
  for (const { calls, credential } of callers)
    test(`a cache keeps for its caller only, by ${credential}: ${id}`, async () => {
      const hour = String(Number(ended.slice(11, 13)));
      const path = endpoint.path.replace('{date}', ended.slice(0, 10)).replace('{hour}', hour);
      const first = await calls.get(path);
      assert.equal(first.status, 200);
      assert.match(first.headers.get('cache-control')!, /^private, (max-age|no-cache)/);
      assert.ok(varyOf(first).includes(credential), String(first.headers.get('vary')));
      // From memory, if the list lies there by now. A cache takes over the headers of a 304.
      const current = await calls.get(path, { headers: { 'if-none-match': first.headers.get('etag')! } });
      assert.equal(current.status, 304);
      assert.deepEqual(varyOf(current), varyOf(first));
      assert.deepEqual(varyOf(await calls.get(path)), varyOf(first));
      keptForCaller.push(`${id} ${credential}`);
    });
}

test('a cache keeps windows and value lists for their caller only', () => {
  for (const id of ['candidate_listChangesOfHour', 'masterdata_channels', 'masterdata_countries'])
    for (const credential of ['authorization', 'cookie'])
      assert.ok(keptForCaller.includes(`${id} ${credential}`), `${id} ${credential}`);
});

// Personal data must not stay in a cache, on the disk of a browser least of all. So a response may be kept only if its
// operation is a value list. (Windows that have ended may be kept too. They contain ids only, and none is read below.)
const KEPT = /^private, (max-age=86400|no-cache)$/;
const mayBeKept = ({ path }: AnyEndpoint) => path.startsWith('/masterdata/');

const kept = new Set<string>();

function assertGuarded(endpoint: AnyEndpoint, { status, headers }: ApiResponse): void {
  assert.equal(headers.get('x-content-type-options'), 'nosniff', String(status));
  const cacheControl = headers.get('cache-control') ?? '';
  if (/^no-store(,|$)/.test(cacheControl)) return;
  assert.ok(status < 400 && mayBeKept(endpoint), `${status} ${cacheControl}`);
  assert.match(cacheControl, KEPT);
  kept.add(endpoint.id);
}

const ORDER = ['GET', 'POST', 'PUT', 'DELETE'];
const ordered = [...ENDPOINTS].sort((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method));

for (const endpoint of ordered) {
  test(`neither caches nor browsers keep or guess what ${endpoint.id} returns`, async () => {
    const calls = tenants.b.calls(endpoint);
    const call = (path: string, body?: unknown): Promise<ApiResponse> => {
      if (endpoint.method === 'POST') return calls.post(path, body);
      if (endpoint.method === 'PUT') return calls.put(path, body);
      return endpoint.method === 'DELETE' ? calls.delete(path) : calls.get(path);
    };
    const path = requests.path(endpoint);
    const query = `?${requests.query(endpoint)}`.replace(/[?&]$/, '');
    assertGuarded(endpoint, await call(path + query, requests.body(endpoint)));
    // Rejections: an unknown parameter, a malformed body, an id that does not exist.
    assertGuarded(endpoint, await call(`${path}?nonsense=1`, []));
    assertGuarded(endpoint, await call(requests.path(endpoint, ABSENT), requests.body(endpoint)));
  });
}

test('only value lists may be kept, of all operations', () => {
  assert.ok(kept.size > 0);
});

const { baseUrl, tenant } = tenants.service;
/** Pages and feeds that anyone may keep. */
const PUBLIC = /^public, |^(private, )?no-cache$/;

for (const [path, isPublic] of [
  ['/', true],
  ['/docs/', true],
  ['/docs/guides', true],
  ['/v3/openapi.json', true],
  ['/.well-known/jwks.json', true],
  [`/jobs/${tenant.key}`, true],
  [`/jobs/${tenant.key}/feed.xml`, true],
  ['/password', false],
  ['/oauth/token', false],
  ['/metrics', false],
  ['/health/ready', false],
  ['/v3/candidates', false],
  ['/platform/session', false],
  ['/nothing', false],
  [`/jobs/${tenant.key}/4711`, false],
  [`/jobs/${tenant.key}/4711/apply`, false],
] as const) {
  test(`the same holds without a caller for ${path}`, async () => {
    for (const [method, accept] of [
      ['GET', '*/*'],
      ['GET', 'text/html'],
      ['PATCH', '*/*'],
    ] as const) {
      const { status, headers, body } = await fetch(baseUrl + path, {
        method,
        headers: { 'user-agent': 'Test/1.0', accept },
      });
      await body?.cancel();
      assert.equal(headers.get('x-content-type-options'), 'nosniff', `${method} ${status}`);
      const cacheControl = headers.get('cache-control') ?? '';
      if (isPublic && status === 200) assert.match(cacheControl, PUBLIC);
      else assert.equal(cacheControl, 'no-store', `${method} ${status}`);
    }
  });
}

test('the same holds for what is no HTTP, and for headers that are too large', async () => {
  for (const bytes of [
    'nonsense\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`,
  ]) {
    const { headers } = await sendRaw(baseUrl, bytes);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['cache-control'], 'no-store');
  }
});
