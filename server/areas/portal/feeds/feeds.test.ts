import assert from 'node:assert/strict';
import { test } from 'node:test';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { startAnotherProcess } from '../../../testing/another-process.ts';
import { startTestService } from '../../../testing/harness.ts';
import { insertAd, insertBranch, Visitor } from '../../../testing/portal-visitor.ts';

const service = await startTestService();
const visitor = new Visitor(service);
const origin = service.services.settings.publicUrl;

test('robots.txt excludes the forms and names the sitemap of the only tenant', async () => {
  const robots = async () => (await fetch(`${service.baseUrl}/robots.txt`)).text();
  assert.match(await robots(), new RegExp(`Sitemap: ${origin}/jobs/${service.tenant.key}/sitemap.xml`));
  await service.createTenant();
  assert.doesNotMatch(await robots(), /Sitemap/);
  assert.match(await robots(), /Disallow: \/jobs\/\*\/apply/);
});

function parse(text: string) {
  assert.equal(XMLValidator.validate(text), true);
  return new XMLParser({ parseTagValue: false, isArray: (name) => name === 'job' }).parse(text);
}

test('the feed has every active ad in the format of job boards', async () => {
  const other = new Visitor(service, await service.createTenant());
  const id = await insertAd(
    service,
    {
      title: 'Fräser & Dreher <m/w/d> ]]>',
      introduction: '<p>Präzise \u0007Teile</p>',
      street: 'Weg',
      street_number: '1',
      country_id: 276,
      federal_state_id: null,
      salary_from: 20.5,
      salary_to: 24,
      salary_currency: 'EUR',
      salary_period: 'hour',
      published_at: '2026-03-02T08:00:00Z',
    },
    other.tenant,
  );
  await insertAd(service, { title: 'Draft', status: 'Editing' }, other.tenant);
  const page = await other.own('/feed.xml?channel=9');
  assert.equal(page.headers.get('content-type'), 'application/xml; charset=utf-8');
  const { source } = parse(page.text);
  assert.equal(source.publisher, 'Test');
  assert.equal(source.job.length, 1);
  const url = `${origin}/jobs/${other.tenant.key}/${id}`;
  assert.deepEqual(source.job[0], {
    title: 'Fräser & Dreher <m/w/d> ]]>',
    date: 'Mon, 02 Mar 2026 08:00:00 GMT',
    expirationdate: '',
    referencenumber: String(id),
    url: `${url}?channel=9`,
    applyurl: `${url}/apply?channel=9`,
    company: 'Test',
    city: 'Berlin',
    state: '',
    country: 'DE',
    postalcode: '10115',
    streetaddress: 'Weg 1',
    description: '<p>Präzise Teile</p>',
    salary: '20,50\u00a0€ bis 24,00\u00a0€ pro Stunde',
    jobtype: 'fulltime',
    category: 'Vollzeit',
  });
});

test('the feed names federal states in the language of the ads', async () => {
  const other = new Visitor(service, await service.createTenant());
  const admin = await service.platform('admin', other.tenant);
  await insertAd(service, { country_id: 276, federal_state_id: 27_604 }, other.tenant);
  const stateOf = async () => parse((await other.own('/feed.xml')).text).source.job[0].state;
  assert.equal(await stateOf(), 'Bayern');
  assert.equal((await admin.put('/portal', { language: 'en' })).status, 204);
  assert.equal(await stateOf(), 'Bavaria');
  // The settings that exist by now are changed in place.
  assert.equal((await admin.put('/portal', { language: 'de' })).status, 204);
  assert.equal(await stateOf(), 'Bayern');
});

test('a reader gets the new links after the service moved to another URL', async () => {
  const publicUrl = 'https://moved.example.org';
  const moved = await startAnotherProcess(service, { settings: { publicUrl } });
  for (const name of ['feed.xml', 'sitemap.xml']) {
    const etag = (await visitor.own(`/${name}`)).headers.get('etag')!;
    const response = await fetch(`${moved.baseUrl}/jobs/${service.tenant.key}/${name}`, {
      headers: { 'if-none-match': etag },
    });
    assert.equal(response.status, 200);
    assert.ok((await response.text()).includes(publicUrl));
  }
});

test('a feed with many ads is complete', async () => {
  const other = new Visitor(service, await service.createTenant());
  const office = await insertBranch(service, 'Mitte', other.tenant);
  await service.sql(
    `INSERT INTO job_ad (tenant_id, title, process_status, office_id, published_at)
     SELECT $1, 'Ad ' || n, 'Active', $2, '2026-03-02' FROM generate_series(1, 450) AS n`,
    [other.tenant.id, office],
    other.tenant.id,
  );
  const { source } = parse((await other.own('/feed.xml')).text);
  assert.equal(new Set(source.job.map((job: { title: string }) => job.title)).size, 450);
  const { urlset } = parse((await other.own('/sitemap.xml')).text);
  assert.equal(urlset.url.length, 451);
});

test('a feed without ads is valid', async () => {
  const { source } = parse((await visitor.own('/feed.xml')).text);
  assert.equal(source.job, undefined);
});

test('an unchanged feed is a 304', async () => {
  const id = await insertAd(service);
  const before = (await visitor.own('/feed.xml')).headers.get('etag')!;
  assert.equal((await visitor.own('/feed.xml', { 'if-none-match': before })).status, 304);
  await service.sql('UPDATE job_ad SET title = $2, modified_at = clock_now() WHERE id = $1', [id, 'New']);
  assert.equal((await visitor.own('/feed.xml', { 'if-none-match': before })).status, 200);
});

test('a cache asks for the feed and the sitemap each time, so that no unpublished ad stays in it', async () => {
  for (const path of ['/feed.xml', '/sitemap.xml']) {
    const { headers } = await visitor.own(path);
    assert.equal(headers.get('cache-control'), 'public, no-cache', path);
    const unchanged = await visitor.own(path, { 'if-none-match': headers.get('etag')! });
    assert.equal(unchanged.status, 304, path);
    assert.equal(unchanged.headers.get('cache-control'), 'public, no-cache', path);
  }
});

test('an unchanged feed is built once and sent in the encoding of each reader', async () => {
  const other = new Visitor(service, await service.createTenant());
  await insertAd(service, { tasks: 'Drehen '.repeat(1000) }, other.tenant);
  const first = await other.own('/feed.xml');
  await service.clock.advance(60_000);
  for (const encoding of ['identity', 'gzip', 'br']) {
    const again = await other.own('/feed.xml', { 'accept-encoding': encoding });
    assert.equal(again.text, first.text);
    assert.equal(again.headers.get('content-encoding') ?? 'identity', encoding);
    assert.equal(again.headers.get('etag'), first.headers.get('etag'));
  }
  // The links of another channel differ.
  assert.match((await other.own('/feed.xml?channel=9')).text, /\?channel=9/);
  assert.doesNotMatch((await other.own('/feed.xml')).text, /\?channel=9/);
});

test('the feed and the sitemap show every change at once, each of its own tenant only', async () => {
  const [own, foreign] = [await service.createTenant(), await service.createTenant()].map(
    (tenant) => new Visitor(service, tenant),
  ) as [Visitor, Visitor];
  const read = async (path: string) => {
    const pages = { own: await own.own(path), foreign: await foreign.own(path) };
    return { own: pages.own.text, foreign: pages.foreign.text, etag: pages.own.headers.get('etag')! };
  };
  await service.clock.enterNext('day');
  for (const path of ['/feed.xml', '/sitemap.xml']) {
    const isCurrent = async (etag: string) => (await own.own(path, { 'if-none-match': etag })).status === 304;
    const empty = await read(path);
    const older = await insertAd(service, { title: 'Older' }, own.tenant);
    const newer = await insertAd(service, { title: 'Newer' }, own.tenant);
    assert.equal(await isCurrent(empty.etag), false);
    const both = await read(path);
    for (const id of [older, newer]) assert.match(both.own, new RegExp(`/${id}<`));
    assert.doesNotMatch(both.foreign, new RegExp(`/${older}<`));
    assert.equal(await isCurrent(both.etag), true);

    // A transaction that changed an ad first can end last. Its time is then older than that of a change that was read.
    const set = (assignment: string, id: number) =>
      service.sql(
        `UPDATE job_ad SET ${assignment} WHERE tenant_id = $1 AND id = $2`,
        [own.tenant.id, id],
        own.tenant.id,
      );
    await set(`title = 'Renamed', modified_at = modified_at - interval '3 days'`, older);
    assert.equal(await isCurrent(both.etag), false);
    const renamed = await read(path);
    assert.notEqual(renamed.own, both.own);

    await set(`process_status = 'Completed', modified_at = clock_now()`, newer);
    assert.equal(await isCurrent(renamed.etag), false);
    const withdrawn = await read(path);
    assert.doesNotMatch(withdrawn.own, new RegExp(`/${newer}<`));
    await set(`end_date = (clock_now() AT TIME ZONE 'UTC')::date`, older);
    assert.match((await read(path)).own, new RegExp(`/${older}<`));
    await service.clock.advance(24 * 3_600_000);
    assert.doesNotMatch((await read(path)).own, new RegExp(`/${older}<`));
  }
});
