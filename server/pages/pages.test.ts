import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { get as httpGet } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { parse } from 'yaml';
import { apiDocument, platformDocument } from '../api-document.ts';
import { startTestService } from '../testing/harness.ts';
import { withCurrentExamples } from './current-examples.ts';
import { GUIDES } from './guides.ts';

const ORIGIN = 'https://jobs.example.org';
const service = await startTestService({ PUBLIC_URL: ORIGIN });
await service.clock.set('2026-11-20T14:30:00Z');

interface ExampleDocument {
  paths: Record<string, { get: { parameters: { name: string; example: unknown }[] } }>;
}

const get = (path: string, init?: RequestInit) => fetch(service.baseUrl + path, init);
const page = async (path: string) => (await get(path)).text();
const expected = (document: typeof apiDocument) =>
  JSON.parse(JSON.stringify(withCurrentExamples(document(ORIGIN), new Date('2026-11-20T14:30:00Z'))));

test('the JSON document is readable without a token and cacheable', async () => {
  const response = await get('/v3/openapi.json');
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.deepEqual(await response.json(), expected(apiDocument));
  const again = await get('/v3/openapi.json', {
    headers: { 'if-none-match': response.headers.get('etag')! },
  });
  assert.equal(again.status, 304);
});

test('the document of the platform is readable without a session', async () => {
  const response = await get('/platform/openapi.json');
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), expected(platformDocument));
});

test('the YAML document is the same', async () => {
  const response = await get('/v3/openapi.yaml');
  assert.equal(response.headers.get('content-type'), 'application/yaml; charset=utf-8');
  const text = await response.text();
  assert.deepEqual(parse(text), expected(apiDocument));
  // In YAML 1.1, which many parsers follow, a date without quotation marks is not a string.
  assert.deepEqual(parse(text, { version: '1.1' }), expected(apiDocument));
});

test('the periods of the examples find what was created today, and move on with the day', async () => {
  const { api } = service.tenant;
  const { body } = await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' });
  const example = async (path: string, name: string) => {
    const document = (await (await get('/v3/openapi.json')).json()) as ExampleDocument;
    return document.paths[path]!.get.parameters.find((parameter) => parameter.name === name)?.example;
  };
  const window = '/candidates/export/candidates/changes/{date}/{hour}';
  const [from, to] = [await example('/candidates', 'startDate'), await example('/candidates', 'endDate')];
  const [date, hour] = [await example(window, 'date'), await example(window, 'hour')];
  const list = await api.get(`/candidates?startDate=${from}&endDate=${to}`);
  assert.deepEqual(
    list.body.candidates.map(({ id }: { id: number }) => id),
    [body.id],
  );
  const changes = await api.get(`/candidates/export/candidates/changes/${date}/${hour}`);
  assert.equal(changes.body.new[0].id, body.id);
  await service.clock.set('2026-11-21T00:00:01Z');
  assert.equal(await example('/candidates', 'endDate'), '2026-11-21');
});

test('the reference page and its script come from the service and may load nothing from elsewhere', async () => {
  const reference = await get('/docs/reference/');
  const html = await reference.text();
  assert.equal(reference.status, 200);
  const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!);
  assert.deepEqual(
    addresses.filter((address) => /^(https?:)?\/\//.test(address)),
    [],
  );
  assert.match(reference.headers.get('content-security-policy') ?? '', /connect-src 'self';/);
  const script = await get('/docs/reference/js/scalar.js', { method: 'HEAD' });
  assert.equal(script.status, 200);
});

test('the reference page offers the documents of the interface and of the platform', async () => {
  const html = await page('/docs/reference/');
  for (const path of ['/v3/openapi.json', '/platform/openapi.json']) {
    assert.ok(html.includes(JSON.stringify(path)), path);
    assert.equal((await get(path)).status, 200);
  }
});

test('the page at the origin shows the installation’s own address, in the visitor’s language', async () => {
  const open = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(service.baseUrl + path, { headers });
    return { response, html: await response.text() };
  };
  const { response, html } = await open('/');
  assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.match(html, /curl -s https:\/\/jobs\.example\.org\/oauth\/token/);
  assert.doesNotMatch(html, /\{\w+\}/);
  assert.match(html, /<a href="\/\?lang=de" lang="de" hreflang="de">Deutsch<\/a>/);
  const german = await open('/', { 'accept-language': 'de' });
  assert.match(german.html, /<html lang="de">/);
  assert.match(german.response.headers.get('vary')!, /accept-language/i);
  assert.match((await open('/?lang=de')).html, /<html lang="de">/);
});

test('the page at the origin links to the portal of the only tenant, and names none of several', async () => {
  const read = async () => (await fetch(`${service.baseUrl}/`)).text();
  const { key } = service.tenant;
  assert.ok((await read()).includes(`href="/jobs/${key}"`));
  const other = await service.createTenant();
  const html = await read();
  for (const name of [key, other.key]) assert.ok(!html.includes(`/jobs/${name}`));
});

test('an unknown address is a page for browsers and an error record for programs', async () => {
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const open = (path: string, headers: Record<string, string>, method = 'GET') =>
    fetch(service.baseUrl + path, { headers, method });
  for (const path of ['/nowhere', '//nowhere', '/wp-login.php?a=1', '/apps']) {
    const page = await open(path, browser);
    assert.equal(page.status, 404, path);
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.match(page.headers.get('vary') ?? '', /accept/i);
    const html = await page.text();
    assert.match(html, /<h1>Page not found<\/h1>/);
    assert.match(html, /href="\/[^/"][^"]*lang=de" lang="de"/);
    assert.ok(!html.includes(service.tenant.key));
  }
  assert.match(
    await (await open('/nowhere', { ...browser, 'accept-language': 'de' })).text(),
    /Seite nicht gefunden/,
  );
  for (const [path, headers, method] of [
    ['/nowhere', {}, 'GET'],
    ['/nowhere', { accept: 'application/json' }, 'GET'],
    ['/nowhere', browser, 'POST'],
    ['/v3/nowhere', browser, 'GET'],
    ['/platform/nowhere', browser, 'GET'],
  ] as const) {
    const record = await open(path, headers, method);
    assert.equal(record.status, 404, path);
    assert.ok(((await record.json()) as { messageGuid: string }).messageGuid);
  }
});

test('/docs begins with a first call to this installation', async () => {
  for (const path of ['/docs', '/docs/']) {
    const html = await page(path);
    const heading = /<main[^>]*>[\s\S]*?<h2[^>]*>([^<]+)/.exec(html)?.[1];
    assert.equal(heading, 'Your first call');
    assert.ok(html.includes(`BASE=${ORIGIN}/v3`));
    assert.doesNotMatch(html, /localhost/);
  }
});

test('every guide for integrators has a page, with its whole text', async () => {
  const files = readFileSync(join(import.meta.dirname, '../../docs/README.md'), 'utf8').matchAll(
    /\(integrating\/([\w-]+)\.md\)/g,
  );
  const names = new Set([...files].map((match) => match[1]!));
  assert.ok(names.size > 10);
  for (const name of names)
    assert.ok(
      GUIDES.some((guide) => guide.name === name),
      name,
    );
  for (const { path, file } of GUIDES) {
    const html = await page(path);
    const headings = readFileSync(join(import.meta.dirname, '../..', file), 'utf8').match(/^## /gm) ?? [];
    const article = html.slice(html.indexOf('<main'));
    assert.equal(article.match(/<h2 id="(?!your-first-call)/g)?.length, headings.length, path);
  }
});

test('every link of every guide leads to a page and a heading that exist', async () => {
  const pages = new Map(await Promise.all(GUIDES.map(async ({ path }) => [path, await page(path)] as const)));
  const others = [
    '/',
    '/docs/reference',
    '/docs/reference/#platform',
    '/v3/openapi.json',
    '/v3/openapi.yaml',
  ];
  for (const [path, html] of pages) {
    for (const [, href = ''] of html.matchAll(/href="([^"]+)"/g)) {
      if (/^https?:/.test(href) || href.endsWith('.css') || href.endsWith('.svg') || href === '#content')
        continue;
      const [target = '', anchor] = href.split('#');
      const linked = pages.get(target || path);
      assert.ok(linked !== undefined || others.includes(href), `${path}: ${href}`);
      if (anchor !== undefined && linked !== undefined)
        assert.ok(linked.includes(`id="${anchor}"`), `${path}: ${href}`);
    }
  }
});

test('every style sheet and icon that a page links to exists, and each style sheet defines the properties that it uses', async () => {
  for (const path of ['/', '/docs', '/docs/guides/webhooks', '/docs/guides/no-such-guide']) {
    const files = [...(await page(path)).matchAll(/<link rel="(\w+)" href="([^"]+)"/g)];
    assert.deepEqual(
      files.map(([, relation]) => relation),
      ['icon', 'stylesheet'],
    );
    for (const [, relation, file = ''] of files) {
      const response = await get(file);
      assert.equal(response.status, 200, file);
      if (relation !== 'stylesheet') continue;
      assert.match(response.headers.get('content-type')!, /^text\/css/);
      const css = await response.text();
      const defined = new Set([...css.matchAll(/^ +(--[\w-]+):/gm)].map((match) => match[1]));
      const used = new Set([...css.matchAll(/var\((--[\w-]+)\)/g)].map((match) => match[1]));
      assert.ok(used.size > 0, file);
      assert.deepEqual(used.difference(defined), new Set(), file);
    }
  }
});

test('the address of a guide’s file leads to the guide, and an unknown guide is a page with a way on', async () => {
  const moved = await get('/docs/guides/webhooks.md', { redirect: 'manual' });
  assert.deepEqual([moved.status, moved.headers.get('location')], [301, '/docs/guides/webhooks']);
  const missing = await get('/docs/guides/no-such-guide');
  assert.equal(missing.status, 404);
  assert.match(missing.headers.get('content-type')!, /^text\/html/);
  assert.match(await missing.text(), /<a href="\/docs">/);
});

// fetch would decompress the body. This returns it as it was sent.
function read(path: string, acceptEncoding: string) {
  return new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve, reject) => {
    httpGet(service.baseUrl + path, { headers: { 'accept-encoding': acceptEncoding } }, async (response) => {
      const bytes = Buffer.concat(await response.toArray());
      resolve({ encoding: response.headers['content-encoding'], bytes });
    }).on('error', reject);
  });
}

for (const path of ['/docs', '/v3/openapi.yaml', '/docs/reference/js/scalar.js']) {
  test(`${path} is sent compressed, plain, and to a reader who has it, not at all`, async () => {
    const plain = await read(path, 'identity');
    assert.equal(plain.encoding, undefined);
    const brotli = await read(path, 'gzip, br');
    assert.equal(brotli.encoding, 'br');
    assert.deepEqual(brotliDecompressSync(brotli.bytes), plain.bytes);
    const gzip = await read(path, 'gzip, br;q=0');
    assert.equal(gzip.encoding, 'gzip');
    assert.deepEqual(gunzipSync(gzip.bytes), plain.bytes);
    assert.ok(brotli.bytes.length < plain.bytes.length / 2);
  });
}
