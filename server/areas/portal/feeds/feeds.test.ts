import assert from 'node:assert/strict';
import { test } from 'node:test';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
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
    salary: '20,50\u00a0€ bis 24\u00a0€ pro Stunde',
    jobtype: 'fulltime',
    category: 'Vollzeit',
  });
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
