import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { externalApplication } from '../../server/testing/makers/applications.ts';
import { openAs, openConsole } from './open-console.ts';
import { ageOf, insertApplications } from './recruiting-data.ts';

const { service, consoleTest, urlOf } = await openConsole();
const { ids, jobAdId, newestAt } = await insertApplications(service);
const recruiter = await service.platform('recruiter');

const open = (page: Page, path = `/jobads/${jobAdId}/pipeline`) =>
  openAs(page, urlOf(path), recruiter.cookie);
const column = (page: Page, name: string) => page.getByRole('region', { name });
const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

async function stageOf(name: string): Promise<string> {
  const { body } = await recruiter.get(`/candidates/${ids[name]!.candidateId}/applies`);
  return body.applies[0].stage;
}

consoleTest('each column has its count and its cards, newest first', async (page) => {
  await open(page);
  await page.getByRole('heading', { level: 1, name: 'Pipeline' }).waitFor();
  const cards = column(page, 'Neu 4').getByRole('listitem');
  await cards.first().waitFor();
  const newest = (await cards.first().textContent())!;
  assert.ok(newest.startsWith(`Ada MusterEingegangen${ageOf(newestAt)}RecruiterTest recruiter`), newest);
  assert.deepEqual(await cards.getByRole('link').allTextContents(), [
    'Ada Muster',
    'Bülent Öztürk',
    'Chiara Weiß',
    'Elif Şahin',
  ]);
  await column(page, 'Angebot 0').getByText('Keine Bewerbung').waitFor();
  await page.getByRole('link', { name: /^Fachkraft für Lagerlogistik/ }).click();
  await page.getByRole('heading', { level: 1, name: /^Fachkraft für Lagerlogistik/ }).waitFor();
  await page.getByRole('link', { name: 'Pipeline' }).click();
  await column(page, 'Neu 4').waitFor();
});

consoleTest('a card is moved, and moved back, by keyboard alone', async (page) => {
  await open(page);
  const button = card(page, 'Ada Muster').getByRole('button', { name: 'Verschieben nach …' });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'In Prüfung' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Ada Muster: jetzt „In Prüfung“.').waitFor();
  await column(page, 'In Prüfung 1').getByText('Ada Muster').waitFor();
  await column(page, 'Neu 3').waitFor();
  assert.equal(await stageOf('Muster'), 'inReview');
  // The focus has followed the card.
  await button.and(page.locator(':focus')).waitFor();
  await page.getByRole('button', { name: 'Rückgängig' }).focus();
  await page.keyboard.press('Enter');
  await column(page, 'Neu 4').getByText('Ada Muster').waitFor();
  await column(page, 'In Prüfung 0').waitFor();
  assert.equal(await stageOf('Muster'), 'new');
});

consoleTest('a card is dragged to another column', async (page) => {
  await open(page);
  await card(page, 'Chiara Weiß').dragTo(column(page, 'Vorstellungsgespräch'));
  await column(page, 'Vorstellungsgespräch 1').getByText('Chiara Weiß').waitFor();
  await page.getByRole('status').getByText('Chiara Weiß: jetzt „Vorstellungsgespräch“.').waitFor();
  assert.equal(await stageOf('Weiß'), 'interview');
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await column(page, 'Neu 4').getByText('Chiara Weiß').waitFor();
  assert.equal(await stageOf('Weiß'), 'new');
});

consoleTest('a move without a response leaves the card where it is', async (page) => {
  await page.route('**/platform/applications/*/stage', (route) => route.abort());
  await open(page);
  await card(page, 'Elif Şahin').dragTo(column(page, 'Angebot'));
  await page.getByRole('status').getByText('Der Dienst hat nicht geantwortet. Es kann sein,').waitFor();
  await column(page, 'Neu 4').getByText('Elif Şahin').waitFor();
  await column(page, 'Angebot 0').waitFor();
});

async function arrive(firstName: string): Promise<number> {
  const person = externalApplication({ firstName, lastName: 'Neumann', jobAdId });
  const sent = await service.tenant.api.post('/candidates/applies/external', person);
  assert.equal(sent.status, 200, sent.text);
  return sent.body.applicationId;
}

async function reject(id: number): Promise<void> {
  assert.equal((await recruiter.put(`/applications/${id}/stage`, { stage: 'rejected' })).status, 204);
}

consoleTest('an application that arrives appears, but not under the pointer', async (page) => {
  await open(page);
  await column(page, 'Neu 4').waitFor();
  const first = await arrive('Greta');
  await column(page, 'Neu 5').getByText('Greta Neumann').waitFor();
  await card(page, 'Ada Muster').hover();
  const top = async () => (await card(page, 'Ada Muster').boundingBox())!.y;
  const before = await top();
  const second = await arrive('Henrike');
  await column(page, 'Neu 6').getByRole('button', { name: '1 neu' }).waitFor();
  assert.equal(await card(page, 'Henrike Neumann').count(), 0);
  assert.equal(await top(), before);
  await page.getByRole('heading', { level: 1 }).hover();
  await card(page, 'Henrike Neumann').waitFor();
  for (const id of [first, second]) await reject(id);
  await column(page, 'Neu 4').waitFor();
  await column(page, 'Abgelehnt 2').getByText('Henrike Neumann').waitFor();
});

consoleTest('a long column is loaded in parts', async (page) => {
  await service.sql(
    `INSERT INTO application (tenant_id, candidate_id, channel_id, job_ad_id, applied_at, stage, stage_changed_at)
     SELECT tenant_id, candidate_id, channel_id, $3, clock_timestamp() - interval '100 days' - number * interval '1 hour',
            'withdrawn', clock_timestamp()
       FROM application, generate_series(1, 30) AS number WHERE tenant_id = $1 AND candidate_id = $2`,
    [service.tenant.id, ids.Muster!.candidateId, jobAdId],
  );
  await open(page);
  const long = column(page, 'Zurückgezogen 30');
  await long.waitFor();
  assert.equal(await long.getByRole('listitem').count(), 25);
  await long.getByRole('button', { name: 'Weitere laden' }).click();
  await long.getByRole('listitem').nth(29).waitFor();
  assert.equal(await long.getByRole('button', { name: 'Weitere laden' }).count(), 0);
});

consoleTest('the menu of a card far down opens where the card is', async (page) => {
  await open(page);
  const cards = column(page, 'Zurückgezogen 30').getByRole('listitem');
  const button = cards.nth(24).getByRole('button', { name: 'Verschieben nach …' });
  await button.scrollIntoViewIfNeeded();
  const scrolled = () => page.evaluate(() => (globalThis as unknown as { scrollY: number }).scrollY);
  const before = await scrolled();
  assert.ok(before > 600, String(before));
  for (const start of [() => button.click(), () => button.press('Enter')]) {
    await start();
    await page.getByRole('menuitem').and(page.locator(':focus')).waitFor();
    assert.equal(await scrolled(), before);
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem').first().waitFor({ state: 'hidden' });
    await button.and(page.locator(':focus')).waitFor();
  }
});

consoleTest('a printed board has every stage, its cards, and how many more there are', async (page) => {
  await open(page);
  const [reviewed, withdrawn] = [column(page, 'In Prüfung 0'), column(page, 'Zurückgezogen 30')];
  await reviewed.waitFor();
  await withdrawn.getByRole('listitem').nth(24).waitFor();
  const pdf = await page.pdf({ format: 'A4' });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false });
  assert.match(text[0]!, /Ada Muster/);
  const paper = text.join(' ').replaceAll(/\s+/g, ' ');
  const stages = [
    'Neu 4',
    'In Prüfung 0',
    'Vorstellungsgespräch 0',
    'Angebot 0',
    'Eingestellt 0',
    'Abgelehnt 2',
  ];
  const places = [...stages, 'Zurückgezogen 30'].map((heading) => paper.indexOf(heading));
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  );
  assert.ok(places[0]! > 0, paper);
  const last = paper.slice(places.at(-1));
  assert.equal(last.match(/Ada Muster/g)?.length, 25, last);
  assert.match(last, /Gedruckt sind die ersten 25 von 30\./);
  assert.doesNotMatch(paper.slice(0, places.at(-1)), /Gedruckt sind/);
});

consoleTest('a card from far down can be dropped beside its place', async (page) => {
  await open(page);
  const moved = column(page, 'Zurückgezogen 30').getByRole('listitem').nth(24);
  const target = column(page, 'Angebot 0');
  await target.waitFor();
  await moved.scrollIntoViewIfNeeded();
  const place = (await moved.boundingBox())!;
  const { x, width } = (await target.boundingBox())!;
  await moved.hover();
  await page.mouse.down();
  await page.mouse.move(x + width / 2, place.y + 20, { steps: 5 });
  await page.mouse.up();
  await column(page, 'Angebot 1').waitFor();
  await column(page, 'Zurückgezogen 29').waitFor();
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await column(page, 'Zurückgezogen 30').waitFor();
});

consoleTest('in a narrow window, one column is a list', async (page) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await open(page);
  await column(page, 'Neu 4').waitFor();
  assert.equal(await column(page, 'Angebot').count(), 0);
  await page.getByLabel('Phase', { exact: true }).selectOption('Angebot');
  await column(page, 'Angebot 0').waitFor();
  assert.equal(new URL(page.url()).search, '?stage=offer');
});

consoleTest('a viewer sees the board, and can move nothing', async (page) => {
  const viewer = await service.platform('viewer');
  await openAs(page, urlOf(`/jobads/${jobAdId}/pipeline`), viewer.cookie);
  await card(page, 'Ada Muster').first().waitFor();
  assert.equal(await page.getByRole('button', { name: 'Verschieben nach …' }).count(), 0);
  assert.equal(await card(page, 'Ada Muster').first().getAttribute('draggable'), null);
});

consoleTest('an application that arrives waits for the focus, and not when it has left', async (page) => {
  await open(page);
  await column(page, 'Neu').waitFor();
  const move = card(page, 'Bülent Öztürk').getByRole('button', { name: 'Verschieben nach …' });
  await move.focus();
  await arrive('Ina');
  await column(page, 'Neu').getByRole('button', { name: '1 neu' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'In Prüfung' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await move.and(page.locator(':focus')).waitFor();
  await column(page, 'In Prüfung').getByText('Bülent Öztürk').waitFor();
  // The card has taken the focus with it.
  await card(page, 'Ina Neumann').waitFor();
  await arrive('Jule');
  await column(page, 'Neu').getByText('Jule Neumann').waitFor();
});
