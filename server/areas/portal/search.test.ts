import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { insertAd, titlesOf, visitorOfNewTenant } from '../../testing/portal-visitor.ts';

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
  for (const q of ['H&M', '2 <', 'lagerfachkraft', 'Bäcker', 'Ba\u0308cker', 'Bä\u00adcker'])
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
