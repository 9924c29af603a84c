import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import {
  FILLED_IN,
  insertAd,
  insertBranch,
  titlesOf,
  Visitor,
  visitorOfNewTenant,
} from '../../testing/portal-visitor.ts';
import { sendRaw } from '../../testing/raw-http.ts';

const service = await startTestService();
const visitor = new Visitor(service);

test('with one tenant, /jobs redirects to its list and keeps the channel', async () => {
  const page = await visitor.get('?channel=9');
  assert.equal(page.status, 302);
  assert.equal(page.headers.get('location'), `/jobs/${service.tenant.key}?channel=9`);
});

test('with several tenants, /jobs names none of them', async () => {
  const other = await visitorOfNewTenant(service);
  const page = await visitor.get('');
  assert.equal(page.status, 404);
  assert.match(page.text, /Namen der Firma/);
  for (const { tenant } of [visitor, other]) assert.ok(!page.text.includes(tenant.key));
});

test('an unknown tenant and an invalid key are 404 pages', async () => {
  for (const key of ['nobody', 'NOBODY', 'a%00b', '%', `${'x'.repeat(300)}`]) {
    const page = await visitor.get(`/${key}`);
    assert.ok(page.status === 404 || page.status === 400, `${key}: ${page.status}`);
  }
});

test('an address with a slash at the end or the key in capitals leads to the page, with its query', async () => {
  const { key } = visitor.tenant;
  const id = await insertAd(service);
  for (const [path, expected] of [
    [`/${key}/`, `/${key}`],
    [`/${key}/?q=lager&channel=9`, `/${key}?q=lager&channel=9`],
    [`/${key.toUpperCase()}`, `/${key}`],
    [`/${key.toUpperCase()}/${id}/apply/?lang=en`, `/${key}/${id}/apply?lang=en`],
    [`/${key}/${id}/`, `/${key}/${id}`],
    [`/${key}//${id}`, `/${key}/${id}`],
    [`/${key}/feed.xml/`, `/${key}/feed.xml`],
  ] as const) {
    const page = await visitor.get(path);
    assert.equal(page.status, 301, path);
    assert.equal(page.headers.get('location'), `/jobs${expected}`, path);
    assert.equal((await visitor.get(expected)).status, 200, expected);
  }
  for (const path of ['/nobody/', '/NOBODY/1/', '//example.org/'])
    assert.equal((await visitor.get(path)).status, 404, path);
});

test('a page can be requested by its whole URL, as some proxies do', async () => {
  const { key } = visitor.tenant;
  const { host } = new URL(service.baseUrl);
  const get = (path: string) =>
    sendRaw(
      service.baseUrl,
      `GET http://${host}/jobs/${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    );
  assert.equal((await get(`${key}?channel=9`)).status, 200);
  assert.equal((await get(`${key}/?channel=9`)).headers.location, `/jobs/${key}?channel=9`);
});

test('the list shows only active ads, newest first', async () => {
  const other = await visitorOfNewTenant(service);
  const { tenant } = other;
  await insertAd(service, { title: 'Older', published_at: '2026-01-01T00:00:00Z' }, tenant);
  await insertAd(service, { title: 'Newer', published_at: '2026-02-01T00:00:00Z' }, tenant);
  await insertAd(service, { title: 'Draft', status: 'Editing' }, tenant);
  await insertAd(service, { title: 'Done', status: 'Completed' }, tenant);
  await insertAd(service, { title: 'Deleted', deleted_at: '2026-02-02T00:00:00Z' }, tenant);
  const page = await other.own();
  assert.equal(page.status, 200);
  assert.deepEqual(titlesOf(page.text), ['Newer', 'Older']);
  assert.match(page.text, /2 Stellen/);
});

test('the portal of a tenant does not show ads of another tenant', async () => {
  const [a, b] = [await visitorOfNewTenant(service), await visitorOfNewTenant(service)];
  const id = await insertAd(service, { title: 'Secret of A', city: 'Aachen' }, a.tenant);
  const page = await b.own();
  assert.ok(!page.text.includes('Secret of A') && !page.text.includes('Aachen'));
  for (const path of [`/${id}`, `/${id}/apply`]) assert.equal((await b.own(path)).status, 404);
  for (const path of ['/feed.xml', '/sitemap.xml']) {
    const { text } = await b.own(path);
    assert.ok(!text.includes('Secret of A') && !text.includes(`/${id}<`));
  }
});

test('a search finds ads whose text contains all words, regardless of case and markup', async () => {
  const other = await visitorOfNewTenant(service);
  await insertAd(service, { title: 'Lagerhelfer', tasks: '<ul><li>Ärzte beliefern</li></ul>' }, other.tenant);
  await insertAd(service, { title: 'Lagerist', city: 'Ulm' }, other.tenant);
  const search = async (q: string) =>
    titlesOf((await other.own(`?${new URLSearchParams({ q })}`)).text).sort();
  assert.deepEqual(await search('LAGER'), ['Lagerhelfer', 'Lagerist']);
  assert.deepEqual(await search('lager ärzte'), ['Lagerhelfer']);
  assert.deepEqual(await search('ulm'), ['Lagerist']);
  assert.deepEqual(await search('li'), ['Lagerhelfer']);
  assert.deepEqual(await search('<li>'), []);
  assert.deepEqual(await search('100%_'), []);
});

test('city, branch and employment type filter the list, and the form keeps the selection', async () => {
  const other = await visitorOfNewTenant(service);
  const [north, south] = [
    await insertBranch(service, 'Nord', other.tenant),
    await insertBranch(service, 'Süd', other.tenant),
  ];
  await insertAd(service, { title: 'One', city: 'Kiel', office_id: north }, other.tenant);
  await insertAd(
    service,
    { title: 'Two', city: 'Ulm', office_id: south, employment_type: 'Teilzeit' },
    other.tenant,
  );
  for (const [query, expected] of [
    ['city=Kiel', ['One']],
    [`branch=${south}`, ['Two']],
    ['type=Teilzeit', ['Two']],
    ['type=Teilzeit&city=Kiel', []],
    ['branch=nonsense', []],
  ] as const) {
    assert.deepEqual(titlesOf((await other.own(`?${query}`)).text), expected, query);
  }
  const { text } = await other.own('?city=Kiel&channel=9');
  assert.match(text, /<option value="Kiel" selected>/);
  assert.match(text, /<input type="hidden" name="channel" value="9">/);
});

test('the employment type is in the language of the page, in the list, in the search and in the ad', async () => {
  const other = await visitorOfNewTenant(service);
  const types = {
    Vollzeit: ['Vollzeit', 'Full-time'],
    'part-time': ['Teilzeit', 'Part-time'],
    'Voll- oder Teilzeit': ['Vollzeit, Teilzeit', 'Full-time, Part-time'],
    'Unbefristet, Vollzeit': ['Unbefristet, Vollzeit', 'Permanent, Full-time'],
    // A translation would lose the hours.
    'Teilzeit ab 20 Stunden': ['Teilzeit ab 20 Stunden', 'Teilzeit ab 20 Stunden'],
  };
  for (const [type, [german, english]] of Object.entries(types)) {
    const id = await insertAd(service, { title: type, employment_type: type }, other.tenant);
    for (const [language, expected] of [
      ['de', german],
      ['en', english],
    ]) {
      const list = await other.own(`?lang=${language}`);
      assert.ok(list.text.includes(`<span>${expected}</span>`), `${type} in ${language}`);
      const ad = await other.own(`/${id}?lang=${language}`);
      assert.ok(ad.text.includes(`<span>${expected}</span>`), `${type} in ${language}`);
      assert.ok(ad.text.includes(`<dd>${expected}</dd>`), `${type} in ${language}`);
    }
  }
  const { text } = await other.own('?lang=en&type=part-time');
  assert.match(text, /<option value="part-time" selected>Part-time<\/option>/);
  assert.deepEqual(titlesOf(text), ['part-time']);
});

test('the search below the first field is folded, and says how many of its filters are in use', async () => {
  const other = await visitorOfNewTenant(service);
  for (const city of ['Kiel', 'Ulm']) await insertAd(service, { title: city, city }, other.tenant);
  const summary = async (query: string) =>
    /<details class="fold">\s*<summary>(.*?)<\/summary>/.exec((await other.own(query)).text)?.[1];
  assert.equal(await summary(''), 'Filter');
  assert.equal(await summary('?q=a&city=Kiel'), 'Filter (1)');
  assert.equal(await summary('?city=Kiel&type=Vollzeit&lang=en'), 'Filters (2)');
});

test('pages have twenty ads, link to each other with the search and show each ad once', async () => {
  const other = await visitorOfNewTenant(service);
  const office = await insertBranch(service, 'Mitte', other.tenant);
  for (let index = 0; index < 45; index++)
    await insertAd(service, { title: `Ad ${index}`, office_id: office }, other.tenant);
  const pages = await Promise.all([1, 2, 3, 4].map((page) => other.own(`?q=ad&page=${page}`)));
  const found = pages.map(({ text }) => titlesOf(text));
  assert.deepEqual(
    found.map((list) => list.length),
    [20, 20, 5, 0],
  );
  assert.equal(new Set(found.flat()).size, 45);
  assert.match(pages[0]!.text, /rel="next" href="\/jobs\/[^"]*\?q=ad&amp;page=2"/);
  assert.doesNotMatch(pages[2]!.text, /rel="next"/);
});

test('the search of a visitor is shown as text', async () => {
  const attack = '"><script>alert(1)</script>';
  const page = await visitor.own(
    `?${new URLSearchParams({ q: attack, city: attack, branch: attack, type: attack })}`,
  );
  assert.equal(page.status, 200);
  assert.ok(!page.text.includes('<script>'));
  assert.ok(page.text.includes('value="&quot;&gt;&lt;script&gt;'));
});

test('invalid parameters are ignored', async () => {
  for (const query of [
    'q=%00',
    'page=0',
    'page=-1',
    'page=99999999999',
    'q=a&q=b',
    'channel=x',
    `q=${'x'.repeat(3000)}`,
  ])
    assert.equal((await visitor.own(`?${query}`)).status, 200, query);
});

test('the page is in the selected language, the preferred language of the browser, or the language of the ads', async () => {
  const language = async (path: string, preferred: string) =>
    /<html lang="(..)">/.exec((await visitor.own(path, { 'accept-language': preferred })).text)![1];
  assert.equal(await language('', 'de-DE,de;q=0.9,en;q=0.8'), 'de');
  assert.equal(await language('', 'en-GB'), 'en');
  assert.equal(await language('', 'fr'), 'de');
  assert.equal(await language('?lang=en', 'de'), 'en');
  const other = await visitorOfNewTenant(service);
  const admin = await service.platform('admin', other.tenant);
  await admin.put('/portal', { language: 'en', privacyUrl: 'https://example.org/privacy' });
  const page = await other.own('', { 'accept-language': 'fr' });
  assert.match(page.text, /<html lang="en">/);
  assert.match(page.text, /<a href="https:\/\/example.org\/privacy">Privacy<\/a>/);
});

test('an unchanged page is a 304, and no page sets a cookie or permits scripts', async () => {
  const page = await visitor.own();
  const policy = page.headers.get('content-security-policy')!;
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /script-src|unsafe/);
  assert.equal(page.headers.get('set-cookie'), null);
  const again = await visitor.own('', { 'if-none-match': page.headers.get('etag')! });
  assert.equal(again.status, 304);
});

test('an unknown path below /jobs is a 404 page', async () => {
  const page = await visitor.own('/1/2/3/4');
  assert.equal(page.status, 404);
  assert.match(page.headers.get('content-type')!, /text\/html/);
});

test('the URL of the style sheet has its version, and browsers can cache it forever', async () => {
  const { text } = await visitor.own();
  const path = /href="\/jobs(\/-\/portal\.css\?v=[\w-]+)"/.exec(text)![1]!;
  const sheet = await visitor.get(path);
  assert.equal(sheet.status, 200);
  assert.match(sheet.headers.get('cache-control')!, /immutable/);
});

test('every page without a form to fill in links to itself in the other language', async () => {
  const id = await insertAd(service, { title: 'Übersetzt' });
  // More than a page.
  for (let index = 0; index < 21; index++) await insertAd(service, { title: 'Lager Kraft', city: 'Köln' });
  const { key } = visitor.tenant;
  for (const [path, status, link] of [
    [
      '?q=lager+kraft&city=K%C3%B6ln&page=2&channel=9',
      200,
      '?q=lager+kraft&amp;city=K%C3%B6ln&amp;page=2&amp;channel=9&amp;lang=en',
    ],
    [`/${id}?channel=9`, 200, `/${id}?channel=9&amp;lang=en`],
    [`/${id}/thanks`, 200, `/${id}/thanks?lang=en`],
    ['/4711', 404, '/4711?lang=en'],
    ['/1/2/3', 404, '/1/2/3?lang=en'],
  ] as const) {
    const page = await visitor.own(path);
    assert.equal(page.status, status, path);
    assert.ok(
      page.text.includes(
        `<a class="language" href="/jobs/${key}${link}" lang="en" hreflang="en">English</a>`,
      ),
      path,
    );
    assert.match(
      (await visitor.own(`${path}${path.includes('?') ? '&' : '?'}lang=en`)).text,
      /<html lang="en">/,
    );
  }
  const unknown = await visitor.get('/nobody?x="><b>');
  assert.ok(unknown.text.includes('href="/jobs/nobody?x=%22%3E%3Cb%3E&amp;lang=en"'), unknown.text);
});

test('a form changes its language and keeps what the visitor wrote', async () => {
  const id = await insertAd(service);
  assert.match(
    (await visitor.own(`/${id}/apply`)).text,
    /<button class="language" form="application" formaction="[^"]*apply\?lang=en" formnovalidate name="switchLanguage"/,
  );
  const token = await visitor.openForm(id);
  const answers = {
    ...FILLED_IN,
    token,
    firstName: 'Grete',
    email: 'grete@example.org',
    switchLanguage: 'true',
  };
  const english = await visitor.send(id, answers, { query: '?lang=en' });
  assert.equal(english.status, 200);
  assert.match(english.text, /<html lang="en">/);
  assert.ok(english.text.includes('value="Grete"'));
  assert.doesNotMatch(english.text, /class="errors"/);
  const [row] = await service.sql<{ count: number }>(
    'SELECT count(*)::int AS count FROM candidate WHERE first_name = $1',
    ['Grete'],
  );
  assert.equal(row!.count, 0);
});

test('the page for an unknown address of a portal leads to its jobs', async () => {
  const { key } = visitor.tenant;
  for (const path of ['/1/2/3/4', '/4711', '/none']) {
    const page = await visitor.own(path);
    assert.equal(page.status, 404);
    assert.ok(page.text.includes(`<a class="brand" href="/jobs/${key}">`), path);
    assert.ok(
      page.text.includes(`<form class="find" role="search" method="get" action="/jobs/${key}"`),
      path,
    );
  }
  const stranger = await visitor.get('/nobody/1/2/3');
  assert.equal(stranger.status, 404);
  assert.ok(!stranger.text.includes(key));
});

test('the style sheet is compressed, and an unchanged one is a 304', async () => {
  const { text } = await visitor.own();
  const path = /\/jobs(\/-\/portal\.css\?v=[\w-]+)"/.exec(text)![1]!;
  for (const encoding of ['br', 'gzip']) {
    const sheet = await visitor.get(path, { 'accept-encoding': encoding });
    assert.equal(sheet.headers.get('content-encoding'), encoding);
    assert.equal(sheet.headers.get('vary'), 'accept-encoding');
    const tag = sheet.headers.get('etag')!;
    assert.equal((await visitor.get(path, { 'if-none-match': tag })).status, 304);
  }
});

test('very many searches at once are served in turn, and those beyond a limit are asked to come back', async () => {
  const pages = await Promise.all(Array.from({ length: 160 }, () => visitor.own('?q=lager')));
  const statuses = new Set(pages.map(({ status }) => status));
  assert.ok(statuses.has(200));
  for (const { status, headers } of pages) {
    assert.ok([200, 429, 503].includes(status), String(status));
    assert.match(headers.get('retry-after') ?? '', status === 200 ? /^$/ : /^[1-9]\d*$/);
  }
  assert.equal((await visitor.own('?q=lager')).status, 200);
});
