import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { insertAd, Visitor } from '../../testing/portal-visitor.ts';

const service = await startTestService();
const visitor = new Visitor(service);

const GERMANY = 276;

function posting(text: string) {
  const block = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(text);
  assert.ok(block !== null, text);
  return JSON.parse(block[1]!);
}

test('the page of an ad shows its texts and links to the form', async () => {
  const id = await insertAd(service, {
    title: 'Schweißer (m/w/d)',
    introduction: '<p>Im <strong>Schiffbau</strong>.</p>',
    tasks: '<ul><li>Nähte schweißen</li></ul>',
    weekly_hours: 38.5,
    salary_from: 18.8,
    salary_to: 22,
    salary_currency: 'EUR',
    salary_period: 'hour',
    start_date: '2027-01-15',
  });
  const { status, text } = await visitor.own(`/${id}?channel=9`);
  assert.equal(status, 200);
  for (const part of [
    '<h1>Schweißer (m/w/d)</h1>',
    '<p>Im <strong>Schiffbau</strong>.</p>',
    '<li>Nähte schweißen</li>',
    '38,5 Stunden pro Woche',
    '18,80\u00a0€ bis 22,00\u00a0€ pro Stunde',
    '15. Januar 2027',
    `href="/jobs/${service.tenant.key}/${id}/apply?channel=9"`,
  ])
    assert.ok(text.includes(part), part);
});

test('the page of an ad contains a JobPosting of schema.org', async () => {
  const id = await insertAd(service, {
    title: 'Pflegefachkraft </script><b>',
    introduction: '<p>Früh & spät</p>',
    benefits: '<ul><li>Zulagen</li></ul>',
    employment_type: 'Voll- oder Teilzeit, unbefristet',
    street: 'Hauptstraße',
    street_number: '5',
    city: 'Hamburg',
    zip_code: '20097',
    country_id: GERMANY,
    geo_lat: 53.55,
    geo_lon: 10.02,
    salary_from: 3200,
    salary_to: 3900,
    salary_currency: 'EUR',
    salary_period: 'month',
    published_at: '2026-03-02T08:00:00Z',
  });
  const { publicUrl } = service.services.settings;
  const job = posting((await visitor.own(`/${id}`)).text);
  assert.deepEqual(job, {
    '@context': 'https://schema.org/',
    '@type': 'JobPosting',
    title: 'Pflegefachkraft </script><b>',
    description: '<p>Früh &amp; spät</p><h3>Das bieten wir</h3><ul><li>Zulagen</li></ul>',
    identifier: { '@type': 'PropertyValue', name: 'Test', value: String(id) },
    datePosted: '2026-03-02',
    employmentType: ['FULL_TIME', 'PART_TIME'],
    hiringOrganization: {
      '@type': 'Organization',
      name: 'Test',
      sameAs: `${publicUrl}/jobs/${service.tenant.key}`,
    },
    jobLocation: {
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        streetAddress: 'Hauptstraße 5',
        addressLocality: 'Hamburg',
        postalCode: '20097',
        addressCountry: 'DE',
      },
      geo: { '@type': 'GeoCoordinates', latitude: 53.55, longitude: 10.02 },
    },
    baseSalary: {
      '@type': 'MonetaryAmount',
      currency: 'EUR',
      value: { '@type': 'QuantitativeValue', minValue: 3200, maxValue: 3900, unitText: 'MONTH' },
    },
    directApply: true,
    url: `${publicUrl}/jobs/${service.tenant.key}/${id}`,
  });
});

test('the JobPosting omits values that the ad does not have', async () => {
  const id = await insertAd(service, {
    title: 'Bare',
    city: null,
    zip_code: null,
    employment_type: null,
    salary_from: 20,
  });
  const job = posting((await visitor.own(`/${id}`)).text);
  for (const name of ['jobLocation', 'employmentType', 'baseSalary', 'jobStartDate', 'validThrough'])
    assert.ok(!(name in job), name);
});

test('the JobPosting of an ad without a country has the country that its form has selected', async () => {
  const other = new Visitor(service, await service.createTenant());
  const countryOf = async (columns: object) => {
    const id = await insertAd(service, { city: 'Graz', ...columns }, other.tenant);
    const { text } = await other.own(`/${id}/apply`);
    const job = posting((await other.own(`/${id}`)).text);
    return [job.jobLocation.address.addressCountry, /<option value="(\d+)" selected>/.exec(text)![1]];
  };
  assert.deepEqual(await countryOf({}), ['DE', '276']);
  assert.deepEqual(await countryOf({ country_id: 40 }), ['AT', '40']);
  const feed = (await other.own('/feed.xml')).text;
  assert.deepEqual(feed.match(/<country>.*<\/country>/g), ['<country>DE</country>', '<country>AT</country>']);
});

test('markup in a title is shown as text, and scripts in the texts of an ad are removed', async () => {
  const id = await insertAd(service, {
    title: '<img src=x onerror=alert(1)>',
    introduction: '<p onclick="alert(2)">Hallo<script>alert(3)</script></p></div></main><style>*{}</style>',
    contact_text:
      '<a href="javascript:alert(4)">a</a> <a href="https://example.org/?a=1&amp;b=2">b</a><iframe src="//x">',
  });
  for (const path of ['', `/${id}`, `/${id}/apply`]) {
    const { text } = await visitor.own(path);
    assert.doesNotMatch(text, /<img|onclick|<iframe|javascript:|<script>|alert\(3\)|<style/);
    assert.ok(text.includes('&lt;img src=x onerror=alert(1)&gt;'));
  }
  const { text } = await visitor.own(`/${id}`);
  assert.equal(text.match(/<\/main>/g)?.length, 1);
  assert.ok(text.includes('<a href="https://example.org/?a=1&amp;b=2" rel="nofollow noopener">b</a>'));
});

test('an ad that is no longer published is a 410, and one that was never published is a 404', async () => {
  const wasActive = await insertAd(service, { status: 'Completed' });
  const draft = await insertAd(service, { status: 'Editing' });
  const deleted = await insertAd(service, { deleted_at: '2026-04-01T00:00:00Z' });
  const reopened = await insertAd(service, { status: 'Editing' });
  await service.sql(
    "INSERT INTO job_ad_publication (tenant_id, job_ad_id, published_at, ended_at) VALUES ($1, $2, '2026-01-01', '2026-01-02')",
    [service.tenant.id, reopened],
  );
  for (const [id, status] of [
    [wasActive, 410],
    [deleted, 410],
    [reopened, 410],
    [draft, 404],
    [99_999_999, 404],
    ['4711000000', 404],
    ['x', 404],
  ] as const) {
    for (const path of [`/${id}`, `/${id}/apply`]) {
      const page = await visitor.own(path);
      assert.equal(page.status, status, path);
      assert.match(page.text, new RegExp(`href="/jobs/${service.tenant.key}"`));
    }
  }
});

test('the uuid of an ad redirects to its page', async () => {
  const id = await insertAd(service);
  const [row] = await service.sql<{ row_guid: string }>('SELECT row_guid FROM job_ad WHERE id = $1', [id]);
  const page = await visitor.own(`/${row!.row_guid}?channel=9`);
  assert.equal(page.status, 301);
  assert.equal(page.headers.get('location'), `/jobs/${service.tenant.key}/${id}?channel=9`);
  const unknown = await visitor.own('/6f1c2a34-5b7d-4e8f-9a01-23456789abcd');
  assert.equal(unknown.status, 404);
});

test('a change of an ad is visible on its page at once', async () => {
  const id = await insertAd(service, { title: 'Before' });
  const before = await visitor.own(`/${id}`);
  await service.sql('UPDATE job_ad SET title = $2 WHERE id = $1', [id, 'After']);
  const after = await visitor.own(`/${id}`, { 'if-none-match': before.headers.get('etag')! });
  assert.equal(after.status, 200);
  assert.match(after.text, /After/);
});

test('a 404 or 410 page is not logged as an error', async () => {
  const before = service.logLines.length;
  for (const path of ['/4711', '/4711/apply', '/none']) assert.equal((await visitor.own(path)).status, 404);
  const logged = service.logLines.slice(before);
  assert.deepEqual(
    logged.filter(({ level }) => Number(level) > 30),
    [],
  );
});

test('an ad is on the portal until the end of its last day (UTC), and its page is a 410 afterwards', async () => {
  const endDate = '2026-12-30';
  await service.clock.set(`${endDate}T12:00:00Z`);
  const other = new Visitor(service, await service.createTenant());
  const id = await insertAd(service, { title: 'Nur heute', end_date: endDate }, other.tenant);
  const listing = ['', '/feed.xml', '/sitemap.xml'];
  const { text } = await other.own(`/${id}`);
  assert.equal(posting(text).validThrough, `${endDate}T23:59:59Z`);
  const etag = (await other.own('/feed.xml')).headers.get('etag')!;
  for (const path of listing) assert.ok((await other.own(path)).text.includes(`/${id}`), path);
  assert.match(
    (await other.own('/feed.xml')).text,
    new RegExp(`<expirationdate>${endDate}</expirationdate>`),
  );

  await service.clock.set(new Date(Date.parse(`${endDate}T23:59:59Z`) + 1000));
  for (const path of listing) assert.ok(!(await other.own(path)).text.includes(`/${id}`), path);
  assert.equal((await other.own('/feed.xml', { 'if-none-match': etag })).status, 200);
  for (const path of [`/${id}`, `/${id}/apply`]) {
    const page = await other.own(path);
    assert.equal(page.status, 410);
    assert.match(page.text, /<h1>Diese Stelle ist nicht mehr ausgeschrieben|<h1>[^<]*nicht mehr/);
  }
});

test('links that are shared have a preview', async () => {
  const id = await insertAd(service, { title: 'Koch "Nord"', salary_from: 20, salary_period: 'hour' });
  const { publicUrl } = service.services.settings;
  const url = `${publicUrl}/jobs/${service.tenant.key}/${id}`;
  const { text } = await visitor.own(`/${id}?channel=9`);
  for (const tag of [
    '<meta property="og:title" content="Koch &quot;Nord&quot; – Test">',
    '<meta property="og:type" content="website">',
    '<meta property="og:site_name" content="Test">',
    '<meta property="og:locale" content="de_DE">',
    `<meta property="og:url" content="${url}">`,
    '<meta name="twitter:card" content="summary">',
    `<link rel="canonical" href="${url}">`,
    `<link rel="alternate" hreflang="de" href="${url}?lang=de">`,
    `<link rel="alternate" hreflang="en" href="${url}?lang=en">`,
    `<link rel="alternate" hreflang="x-default" href="${url}">`,
  ])
    assert.ok(text.includes(tag), tag);
  assert.match(text, /<meta property="og:description" content="Koch &quot;Nord&quot; · 10115 Berlin · ab 20/);
  // Search engines ignore alternates of a page that names another page as the canonical one.
  const english = (await visitor.own(`/${id}?lang=en`)).text;
  assert.ok(english.includes(`<link rel="canonical" href="${url}?lang=en">`));
  const search = (await visitor.own('?q=x')).text;
  assert.match(search, /<meta name="robots" content="noindex">/);
  assert.doesNotMatch(search, /rel="canonical"|hreflang="x-default"/);
});

test('the day of publication is the same everywhere, and not after the last day, also when it is already tomorrow in Germany', async () => {
  const endDate = '2026-12-31';
  await service.clock.set('2026-12-31T23:12:00Z');
  const other = new Visitor(service, await service.createTenant());
  const id = await insertAd(
    service,
    { title: 'Silvester', end_date: endDate, published_at: '2026-12-31T23:12:00Z' },
    other.tenant,
  );
  const { text } = await other.own(`/${id}`);
  assert.ok(text.includes('<time datetime="2026-12-31">31. Dezember 2026</time>'), text);
  assert.equal(posting(text).datePosted, endDate);
  assert.ok((await other.own('')).text.includes('<time datetime="2026-12-31">31. Dezember 2026</time>'));
});
