import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { insertAd, titlesOf, visitorOfNewTenant } from '../../testing/portal-visitor.ts';
import { countPages } from './pages/list.ts';
import { readSearch } from './search.ts';

const service = await startTestService();

test('an ad is found by the words that it shows, however its text is encoded', async () => {
  const other = await visitorOfNewTenant(service);
  const decomposed = 'Bäcker in Köln'.normalize('NFD');
  const city = 'Köln'.normalize('NFD');
  const text = { title: decomposed, city, tasks: '<p>Bei H&amp;M, 2 &lt; 3, Lager\u00adfachkraft</p>' };
  await insertAd(service, { ...text, employment_type: 'Für alle'.normalize('NFD') }, other.tenant);
  await insertAd(service, { title: 'Lager', city: 'Köln', employment_type: 'Für alle' }, other.tenant);
  await insertAd(service, { title: 'Anderswo', city: 'Ulm' }, other.tenant);
  const found = async (query: Record<string, string>) =>
    (await other.own(`?${new URLSearchParams(query)}`)).text;
  for (const q of [
    'H&M',
    '2 <',
    'lagerfachkraft',
    'Bäcker',
    'Ba\u0308cker',
    'Bä\u00adcker',
    'Ba\u00ad\u0308cker',
  ])
    assert.deepEqual(titlesOf(await found({ q })), [decomposed], q);
  for (const q of ['amp;', 'lt;']) assert.deepEqual(titlesOf(await found({ q })), [], q);
  for (const form of ['NFC', 'NFD'])
    for (const [name, value] of [
      ['city', 'Köln'],
      ['type', 'Für alle'],
    ])
      assert.equal(titlesOf(await found({ [name!]: value!.normalize(form) })).length, 2);
  assert.equal((await found({})).match(/<option value="Köln"/g)?.length, 1);
});

test('each option of the filters finds its ads, also if their text has soft hyphens', async () => {
  const other = await visitorOfNewTenant(service);
  const [city, type] = ['Garmisch-Parten\u00adkirchen', 'Schicht\u00addienst'];
  await insertAd(service, { title: 'Koch', city, employment_type: type }, other.tenant);
  await insertAd(service, { title: 'Anderswo', city: 'Ulm', employment_type: 'Vollzeit' }, other.tenant);
  const { text } = await other.own();
  for (const [name, value] of Object.entries({ city, type })) {
    assert.ok(text.includes(`<option value="${value}"`), name);
    const page = await other.own(`?${new URLSearchParams({ [name]: value })}`);
    assert.deepEqual(titlesOf(page.text), ['Koch'], name);
  }
});

test('a search for soft hyphens and blanks is no search', () => {
  assert.equal(readSearch({ q: '\u00ad \u00ad' }).q, '');
});

test('the last page that can be read has no next one', () => {
  assert.equal(countPages({ total: 10_000 }), 500);
  assert.equal(countPages({ total: 10_001 }), readSearch({ page: '501' }).page);
});

test('an ad is found by its employment type as the page shows it in either language, and by its number', async () => {
  const other = await visitorOfNewTenant(service);
  const types = {
    Kommissionierer: 'Vollzeit',
    Packer: 'part-time',
    Staplerfahrer: 'Voll- oder Teilzeit',
    Monteur: 'Unbefristet',
    Koch: 'Teilzeit ab 20 Stunden',
  };
  const ids = new Map<string, number>();
  for (const [title, type] of Object.entries(types))
    ids.set(title, await insertAd(service, { title, employment_type: type, zip_code: null }, other.tenant));
  await insertAd(service, { title: 'Lager', employment_type: null, zip_code: null }, other.tenant);
  const found = async (q: string) =>
    titlesOf((await other.own(`?${new URLSearchParams({ q })}`)).text).sort();
  for (const q of ['Vollzeit', 'full-time', 'FULL-TIME'])
    assert.deepEqual(await found(q), ['Kommissionierer', 'Staplerfahrer'], q);
  assert.deepEqual(await found('teilzeit'), ['Koch', 'Packer', 'Staplerfahrer']);
  assert.deepEqual(await found('full-time stapler'), ['Staplerfahrer']);
  assert.deepEqual(await found('20 stunden'), ['Koch']);
  assert.deepEqual(await found('Fixed-term'), []);
  assert.deepEqual(await found(String(ids.get('Packer'))), ['Packer']);
  assert.deepEqual(await found(`stapler ${ids.get('Packer')}`), []);
});

test('a search does not depend on how umlauts and other letters are written', async () => {
  const other = await visitorOfNewTenant(service);
  for (const title of ['Fräser', 'Fraeser', 'Autoelektriker', 'Straßenbauer'])
    await insertAd(service, { title, employment_type: 'Für Schüler' }, other.tenant);
  await insertAd(service, { title: 'Monteur', city: 'Łódź', employment_type: null }, other.tenant);
  const found = async (q: string) =>
    titlesOf((await other.own(`?${new URLSearchParams({ q })}`)).text).sort();
  for (const q of ['Fräser', 'Fraeser', 'Fraser', 'FRÄSER', 'fra\u0308s'])
    assert.deepEqual(await found(q), ['Fraeser', 'Fräser'], q);
  for (const q of ['Elektriker', 'autoelektriker']) assert.deepEqual(await found(q), ['Autoelektriker'], q);
  for (const q of ['Straßenbauer', 'strassen', 'STRAẞEN', 'bauer'])
    assert.deepEqual(await found(q), ['Straßenbauer'], q);
  assert.deepEqual(await found('lodz'), ['Monteur']);
  for (const q of ['fuer schueler', 'fur schuler']) assert.equal((await found(q)).length, 4, q);
});

test('a page after the last one leads to the last one, with its search', async () => {
  const other = await visitorOfNewTenant(service);
  for (let index = 0; index < 21; index++) await insertAd(service, { title: `Ad ${index}` }, other.tenant);
  const location = async (query: string) => (await other.own(query)).headers.get('location');
  const list = `/jobs/${other.tenant.key}`;
  assert.equal(await location('?page=3&channel=9'), `${list}?page=2&channel=9`);
  assert.equal(await location('?q=ad+20&page=2'), `${list}?q=ad+20`);
  assert.equal(await location('?q=nothing&page=7'), `${list}?q=nothing`);
  assert.equal(await location('?page=2'), null);
});
