import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiResponse, startTestService } from '../../testing/harness.ts';

const service = await startTestService();
const { api } = service.tenant;
const created = await api.post('/candidates', {
  firstName: 'Ada',
  lastName: 'Muster',
  location: { countryId: 276 },
});
const DETAIL = `/candidates/${created.body.id}`;
// The tag of a list names the changes that are not final one by one, so it is another one when they are.
await service.settle();

function tagOf(response: ApiResponse): string {
  assert.equal(response.status, 200, response.text);
  const tag = response.headers.get('etag');
  assert.ok(tag, 'the response has no ETag');
  return tag;
}

const READS: [string, string][] = [
  [DETAIL, 'no-store'],
  ['/candidates', 'no-store'],
  ['/candidates/export/candidates', 'no-store'],
  ['/users', 'no-store'],
  ['/users/all', 'no-store'],
  ['/users/responsibilities', 'no-store'],
  ['/branches', 'no-store'],
  ['/usage/tokens', 'no-store'],
  ['/masterdata/languages', 'private, max-age=86400'],
  ['/masterdata/channels', 'private, max-age=86400'],
  ['/masterdata/professions', 'private, max-age=86400'],
  ['/masterdata/professions?search=lager', 'private, max-age=86400'],
];

for (const [path, cacheControl] of READS) {
  test(`GET ${path} returns an ETag, and 304 without a body for it`, async () => {
    const first = await api.get(path);
    const tag = tagOf(first);
    assert.match(tag, /^W\/"[\w-]+"$/);
    assert.equal(first.headers.get('cache-control'), cacheControl);
    const second = await api.get(path, { headers: { 'if-none-match': tag } });
    assert.equal(second.status, 304);
    assert.equal(second.text, '');
    assert.equal(second.headers.get('etag'), tag);
    assert.equal(second.headers.get('cache-control'), cacheControl);
    assert.equal(second.headers.get('content-type'), null);
    assert.match(second.headers.get('x-request-id')!, /-/);
  });
}

test('the tag matches in a list, as a strong tag and as a star', async () => {
  const tag = tagOf(await api.get(DETAIL));
  for (const header of [`"other", ${tag}`, tag.slice(2), '*', ` ${tag} `]) {
    assert.equal((await api.get(DETAIL, { headers: { 'if-none-match': header } })).status, 304, header);
  }
});

test('a different tag does not match', async () => {
  const tag = tagOf(await api.get(DETAIL));
  for (const header of ['"other"', tag.replaceAll('"', ''), `${tag}x`, '']) {
    assert.equal((await api.get(DETAIL, { headers: { 'if-none-match': header } })).status, 200, header);
  }
});

for (const path of [DETAIL, '/candidates', '/candidates/export/candidates']) {
  test(`the tag of ${path} changes with the record`, async () => {
    const tag = tagOf(await api.get(path));
    await api.put(DETAIL, { title: `Dr. ${path.length}` });
    const second = await api.get(path, { headers: { 'if-none-match': tag } });
    assert.notEqual(tagOf(second), tag);
  });
}

test('an empty change does not change the tag of a list', async () => {
  await service.settle();
  const tag = tagOf(await api.get('/candidates'));
  await api.put(DETAIL, {});
  assert.equal((await api.get('/candidates', { headers: { 'if-none-match': tag } })).status, 304);
});

test('lists of different periods have different tags', async () => {
  const all = tagOf(await api.get('/candidates'));
  assert.notEqual(tagOf(await api.get('/candidates?startDate=2026-01-01')), all);
});

test('lists of different tenants have different tags', async () => {
  const other = await service.createTenant();
  assert.notEqual(tagOf(await other.api.get('/candidates')), tagOf(await api.get('/candidates')));
});

for (const path of [
  '/masterdata/languages',
  '/masterdata/channels',
  DETAIL,
  '/candidates/export/candidates',
]) {
  test(`the tag of ${path} in one language does not match the other language`, async () => {
    const german = tagOf(await api.get(path, { headers: { 'accept-language': 'de' } }));
    const english = await api.get(path, { headers: { 'accept-language': 'en', 'if-none-match': german } });
    assert.notEqual(tagOf(english), german);
  });
}

test('Vary lists the headers that master data depends on', async () => {
  const response = await api.get('/masterdata/languages');
  const vary = response.headers.get('vary')!.toLowerCase().split(/, */);
  assert.deepEqual(vary.toSorted(), ['accept-encoding', 'accept-language', 'authorization']);
  const again = await api.get('/masterdata/languages', {
    headers: { 'if-none-match': response.headers.get('etag')! },
  });
  assert.equal(again.status, 304);
  assert.equal(again.headers.get('vary'), response.headers.get('vary'));
});

test('the tag is the same in every encoding', async () => {
  const tags = await Promise.all(
    ['gzip', 'br', 'identity'].map(async (encoding) =>
      tagOf(await api.get('/masterdata/countries', { headers: { 'accept-encoding': encoding } })),
    ),
  );
  assert.equal(new Set(tags).size, 1);
});

test('caches must not store the response to a write', async () => {
  const response = await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' });
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.equal((await api.put(DETAIL, { title: 'Prof.' })).headers.get('cache-control'), 'no-store');
});

test('HEAD returns the headers of GET and no body, and the length of the body only if it is not compressed', async () => {
  const send = (method: string, encoding: string) =>
    fetch(`${service.baseUrl}/v3${DETAIL}`, {
      method,
      headers: {
        authorization: `Bearer ${api.token}`,
        'user-agent': 'Test/1.0',
        'accept-encoding': encoding,
      },
    });
  for (const encoding of ['identity', 'gzip']) {
    const [get, head] = [await send('GET', encoding), await send('HEAD', encoding)];
    assert.equal(head.status, 200);
    for (const name of ['etag', 'content-type', 'vary', 'cache-control'])
      assert.equal(head.headers.get(name), get.headers.get(name), name);
    const length = encoding === 'identity' ? String((await get.arrayBuffer()).byteLength) : null;
    assert.equal(head.headers.get('content-length'), length);
    assert.equal(await head.text(), '');
  }
});
