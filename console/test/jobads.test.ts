import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { makeBranch } from '../../server/testing/makers/branches.ts';
import { openAs, openConsole } from './open-console.ts';

const { service, consoleTest, urlOf } = await openConsole();
const berlin = await makeBranch(service, 'Berlin');
const bonn = await makeBranch(service, 'Bonn');
const recruiter = await service.platform('recruiter');
const colleague = await service.platform('recruiter');

const PUBLISHABLE = {
  location: { zipCode: '10115', city: 'Berlin', countryId: 276 },
  tasks: '<ul><li>Pakete packen</li></ul>',
};

async function create(title: string, body: object = PUBLISHABLE): Promise<number> {
  const response = await colleague.post('/jobads', { title, officeId: berlin, ...body });
  assert.equal(response.status, 200, response.text);
  return response.body.id;
}

const readAd = async (id: number) => (await colleague.get(`/jobads/${id}`)).body;
const open = (page: Page, path: string) => openAs(page, urlOf(path), recruiter.cookie);
const openAd = (page: Page, id: number) => open(page, `/jobads/${id}`);
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const preview = (page: Page) => page.getByRole('article', { name: 'Vorschau' });
const save = (page: Page) => page.getByRole('button', { name: 'Speichern' });
const status = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor();

consoleTest(
  'the list is filtered by words, status, and branch, and its filters are in the address',
  async (page) => {
    const driver = await create('Staplerfahrer (m/w/d)');
    await create('Lagerhelfer (m/w/d)', { officeId: bonn });
    assert.equal((await colleague.post(`/jobads/${driver}/publish`)).status, 204);
    await open(page, '/jobads');
    const table = page.getByRole('table', { name: 'Stellenanzeigen' });
    await table
      .getByRole('row', { name: /Staplerfahrer.*10115 Berlin.*Berlin.*Veröffentlicht.*0/ })
      .waitFor();
    await page.getByLabel('Status').selectOption('Entwurf');
    await table.getByRole('link', { name: /Staplerfahrer/ }).waitFor({ state: 'hidden' });
    await page.getByLabel('Niederlassung').selectOption('Bonn');
    await page.getByLabel('Suchen').fill('lager');
    await page.waitForURL(/\?status=Editing&branch=\d+&q=lager$/);
    await table.getByRole('link', { name: 'Lagerhelfer (m/w/d)' }).waitFor();
    assert.equal(await table.getByRole('row').count(), 2);
    await page.reload();
    await table.getByRole('link', { name: 'Lagerhelfer (m/w/d)' }).waitFor();
    assert.equal(await page.getByLabel('Suchen').inputValue(), 'lager');
    await page.getByLabel('Suchen').fill('gibt es nicht');
    await page.getByText('Keine Stellenanzeige passt zu diesen Filtern.').waitFor();
    await page.getByRole('button', { name: 'Filter zurücksetzen' }).click();
    await table.getByRole('link', { name: /Staplerfahrer/ }).waitFor();
  },
);

consoleTest('a long list is read in pages', async (page) => {
  await service.sql(
    `INSERT INTO job_ad (tenant_id, title, office_id, process_status)
     SELECT $1, 'Serie ' || number, $2, 'Completed' FROM generate_series(1, 60) AS number`,
    [service.tenant.id, bonn],
  );
  await open(page, '/jobads?status=Completed');
  const link = (number: number) => page.getByRole('link', { name: `Serie ${number}`, exact: true });
  await link(60).waitFor();
  assert.equal(await link(10).count(), 0);
  await page.getByRole('link', { name: 'Ältere anzeigen' }).click();
  await link(10).waitFor();
  assert.equal(await link(60).count(), 0);
  await page.getByRole('link', { name: 'Zu den neuesten' }).click();
  await link(60).waitFor();
});

consoleTest('a job ad is created with everything that it can have', async (page) => {
  await open(page, '/jobads');
  await page.getByRole('link', { name: 'Neue Stellenanzeige' }).click();
  await page.getByRole('heading', { level: 1, name: 'Neue Stellenanzeige' }).waitFor();
  await field(page, 'Titel').fill('Schweißer (m/w/d)');
  await page.getByLabel('Niederlassung').selectOption('Bonn');
  await page.getByLabel('Zuständig').selectOption({ index: 1 });
  await page.getByPlaceholder('Tippen Sie einen Teil des Berufs.').fill('lager');
  await page.getByRole('listbox').getByRole('option').first().click();
  await field(page, 'Wochenstunden').fill('38,5');
  await field(page, 'Vergütung von').fill('18,80');
  await field(page, 'Währung').fill('EUR');
  await page.getByLabel('Zeitraum').selectOption('pro Stunde');
  await page.getByLabel('Arbeitsbeginn').fill('2027-01-15');
  await field(page, 'Postleitzahl').fill('53111');
  await field(page, 'Ort').fill('Bonn');
  await field(page, 'Aufgaben').click();
  await page.keyboard.type('Nähte schweißen');
  await preview(page).getByText('53111 Bonn').waitFor();
  await preview(page).getByText('18,80 € pro Stunde').waitFor();
  await preview(page).getByText('Nähte schweißen').waitFor();
  await page.getByRole('button', { name: 'Anlegen' }).click();
  await page.getByRole('heading', { level: 1, name: 'Schweißer (m/w/d)' }).waitFor();
  await status(page, '„Schweißer (m/w/d)“ ist angelegt.');
  const ad = await readAd(Number(new URL(page.url()).pathname.split('/').at(-1)));
  assert.deepEqual(
    [ad.status, ad.officeId, ad.weeklyHours, ad.salary, ad.startDate, ad.location.city, ad.tasks],
    [
      'Editing',
      bonn,
      38.5,
      { from: 18.8, to: null, currency: 'EUR', period: 'hour' },
      '2027-01-15',
      'Bonn',
      'Nähte schweißen',
    ],
  );
  assert.ok(ad.responsibility > 0);
  assert.ok(ad.professionId > 0);
});

consoleTest(
  'what the service refuses stands beside its field, and nothing that was entered is lost',
  async (page) => {
    const id = await create('Fräser (m/w/d)');
    await openAd(page, id);
    await field(page, 'Titel').fill('');
    await field(page, 'Wochenstunden').fill('70');
    await field(page, 'Vergütung bis').fill('12');
    await save(page).click();
    const summary = page.getByRole('alert').and(page.locator(':focus'));
    await summary.getByText(/Angaben sind nicht zulässig:/).waitFor();
    await summary.getByRole('link', { name: 'Wochenstunden' }).click();
    await field(page, 'Wochenstunden').and(page.locator(':focus')).waitFor();
    const errorOf = (name: string, error: string) =>
      page.getByRole('textbox', { name, exact: true, description: error }).waitFor();
    await errorOf('Titel', 'Bitte ausfüllen.');
    await errorOf('Wochenstunden', 'Geben Sie eine Zahl von 0 bis 60 ein.');
    assert.equal(await field(page, 'Wochenstunden').inputValue(), '70');
    await field(page, 'Titel').fill('Fräser');
    await field(page, 'Wochenstunden').fill('35');
    await field(page, 'Vergütung von').fill('20');
    // Each of them is five characters for the service.
    await field(page, 'Profil').fill('&'.repeat(14_000));
    await save(page).click();
    await errorOf(
      'Vergütung bis',
      '„Vergütung bis“ darf nicht kleiner als „Vergütung von“ sein. Geben Sie eine Zahl von 0 bis 9.999.999.999 ein.',
    );
    await page
      .getByText(/darf der Text höchstens 65.535 Zeichen lang sein/)
      .first()
      .waitFor();
    await field(page, 'Vergütung von').fill('');
    await field(page, 'Profil').fill('');
    assert.equal(await field(page, 'Währung').inputValue(), 'EUR');
    await page.getByLabel('Zeitraum').selectOption('pro Stunde');
    await save(page).click();
    await status(page, 'Die Stellenanzeige ist gespeichert.');
    const { title, weeklyHours } = await readAd(id);
    assert.deepEqual([title, weeklyHours], ['Fräser', 35]);
  },
);

consoleTest('a change is undone, and the history names both', async (page) => {
  const id = await create('Dreher (m/w/d)');
  await openAd(page, id);
  await field(page, 'Art der Anstellung').fill('Teilzeit');
  await field(page, 'Profil').click();
  await page.getByRole('toolbar', { name: 'Formatierung: Profil' }).getByText('Aufzählung').click();
  await page.keyboard.type('Sorgfalt');
  await save(page).click();
  await status(page, 'Die Stellenanzeige ist gespeichert.');
  const changed = await readAd(id);
  assert.deepEqual([changed.employmentType, changed.profile], ['Teilzeit', '<ul><li>Sorgfalt</li></ul>']);
  const history = page.getByRole('table', { name: 'Verlauf' });
  await history.getByRole('row', { name: /Test recruiter Geändert: .*Profil/ }).waitFor();
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await status(page, 'Die Stellenanzeige ist wieder wie vorher.');
  const { employmentType, profile } = await readAd(id);
  assert.deepEqual([employmentType, profile], [null, null]);
  assert.equal(await field(page, 'Art der Anstellung').inputValue(), '');
  await history.getByRole('row', { name: /Angelegt/ }).waitFor();
});

consoleTest('two people on different fields of a job ad keep both changes', async (page) => {
  const id = await create('Maurer (m/w/d)');
  await openAd(page, id);
  await field(page, 'Titel').fill('Maurer in Bonn');
  assert.equal((await colleague.put(`/jobads/${id}`, { weeklyHours: 40 })).status, 204);
  await save(page).click();
  await status(page, 'Die Stellenanzeige ist gespeichert.');
  assert.equal(await page.getByRole('dialog').count(), 0);
  assert.equal(await field(page, 'Wochenstunden').inputValue(), '40');
  const { title, weeklyHours } = await readAd(id);
  assert.deepEqual([title, weeklyHours], ['Maurer in Bonn', 40]);
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await status(page, 'Die Stellenanzeige ist wieder wie vorher.');
  assert.equal((await readAd(id)).title, 'Maurer (m/w/d)');
});

consoleTest('two people on one field of a job ad are shown both values, and each is chosen', async (page) => {
  const munich = await makeBranch(service, 'München');
  const id = await create('Zimmerer (m/w/d)');
  await openAd(page, id);
  await field(page, 'Titel').fill('Mein Titel');
  await page.getByLabel('Niederlassung').selectOption('Bonn');
  await page.getByLabel('Arbeitsbeginn').fill('2027-01-15');
  await field(page, 'Aufgaben').fill('Meine Aufgaben');
  const tasks = '<ul><li>Ihre <b>Aufgaben</b></li></ul>';
  const theirs = { title: 'Ihr Titel', officeId: munich, startDate: '2027-02-01', tasks, weeklyHours: 40 };
  assert.equal((await colleague.put(`/jobads/${id}`, theirs)).status, 204);
  await save(page).click();
  const dialog = page.getByRole('dialog', { name: 'Jemand hat dasselbe geändert' });
  const choiceOf = (name: string) => dialog.getByRole('radiogroup', { name, exact: true });
  await choiceOf('Titel').getByLabel('Meine Angabe: Mein Titel').waitFor();
  assert.equal(await dialog.getByRole('radiogroup').count(), 4);
  assert.equal((await readAd(id)).title, 'Ihr Titel');

  // Back in the form, everything is as it was entered.
  await dialog.getByRole('button', { name: 'Zurück zum Formular' }).click();
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(await field(page, 'Titel').inputValue(), 'Mein Titel');
  await save(page).click();
  await choiceOf('Titel').getByLabel('Gespeichert: Ihr Titel').check();
  await choiceOf('Niederlassung').getByLabel('Meine Angabe: Bonn').check();
  await choiceOf('Niederlassung').getByLabel('Gespeichert: München').waitFor();
  await choiceOf('Arbeitsbeginn').getByLabel('Meine Angabe: 15.01.2027').check();
  const choose = dialog.getByRole('button', { name: 'Auswahl speichern' });
  assert.ok(await choose.isDisabled());
  assert.equal(await choiceOf('Aufgaben').locator('b').textContent(), 'Aufgaben');
  await choiceOf('Aufgaben').getByLabel('Gespeichert: Ihre Aufgaben').check();
  await choose.click();
  await status(page, 'Die Stellenanzeige ist gespeichert.');
  const stored = await readAd(id);
  assert.deepEqual(
    [stored.title, stored.officeId, stored.startDate, stored.tasks, stored.weeklyHours],
    ['Ihr Titel', bonn, '2027-01-15', tasks, 40],
  );
  assert.equal(await field(page, 'Titel').inputValue(), 'Ihr Titel');
  await page.getByRole('listitem').getByText('Ihre Aufgaben').first().waitFor();
});

consoleTest('the preview is what the portal shows, and runs nothing', async (page) => {
  const id = await create('Packer (m/w/d)', {
    ...PUBLISHABLE,
    employmentType: 'Vollzeit',
    introduction: '<p>Für einen <b>Kunden</b> & <a href="https://a.example/x">mehr</a></p>',
  });
  // What no editor stores, but a database could contain.
  await service.sql('UPDATE job_ad SET benefits = $3 WHERE tenant_id = $1 AND id = $2', [
    service.tenant.id,
    id,
    '<p>Tarif</p><img src=x onerror="document.title=1"><script>document.title=1</script>',
  ]);
  await openAd(page, id);
  await preview(page).getByText('Das bieten wir').waitFor();
  const shown = await preview(page).getByRole('region').allInnerTexts();
  const facts = await preview(page).getByText('10115 Berlin').count();
  await preview(page).getByRole('link', { name: 'mehr' }).click();
  assert.equal(new URL(page.url()).pathname, `/app/jobads/${id}`);
  await page.getByRole('button', { name: 'Veröffentlichen' }).click();
  const link = page.getByRole('link', { name: 'Seite auf dem Portal' });
  const url = new URL((await link.getAttribute('href'))!);
  await page.goto(`${service.baseUrl}${url.pathname}`);
  await page.getByRole('heading', { level: 1, name: 'Packer (m/w/d)' }).waitFor();
  assert.deepEqual(await page.locator('.prose').getByRole('region').allInnerTexts(), shown);
  assert.ok(facts > 0);
  assert.doesNotMatch(await page.title(), /^1$/);
});

consoleTest('a job ad is published, withdrawn, and published again by undo', async (page) => {
  const id = await create('Koch (m/w/d)', {});
  const portalStatus = async () =>
    (await fetch(`${service.baseUrl}/jobs/${service.tenant.key}/${id}`)).status;
  await openAd(page, id);
  const publish = page.getByRole('button', { name: 'Veröffentlichen' });
  await page
    .getByText('Zum Veröffentlichen fehlt noch: Ort (oder Postleitzahl) und Aufgaben (oder Einleitung).')
    .waitFor();
  assert.ok(await publish.isDisabled());
  await field(page, 'Ort').fill('Berlin');
  await field(page, 'Aufgaben').fill('Kochen');
  await page.getByText('Speichern Sie zuerst Ihre Änderungen.').waitFor();
  await save(page).click();
  await publish.click();
  await status(page, '„Koch (m/w/d)“ ist veröffentlicht.');
  assert.equal(await portalStatus(), 200);
  await page.getByRole('button', { name: 'Zurückziehen' }).click();
  await status(page, '„Koch (m/w/d)“ ist zurückgezogen.');
  assert.equal(await portalStatus(), 410);
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await status(page, '„Koch (m/w/d)“ ist veröffentlicht.');
  assert.equal(await portalStatus(), 200);
  await page.getByRole('button', { name: 'Abschließen' }).click();
  await page.getByRole('button', { name: 'Wieder öffnen' }).waitFor();
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await page.getByRole('button', { name: 'Abschließen' }).waitFor();
  assert.equal((await readAd(id)).status, 'Active');
});

consoleTest('a form with changes asks before it is left, and keeps a draft', async (page) => {
  const id = await create('Maler (m/w/d)');
  await openAd(page, id);
  await field(page, 'Titel').fill('Maler und Lackierer');
  await page.getByRole('link', { name: 'Zu den Stellenanzeigen' }).click();
  const question = page.getByRole('dialog', { name: 'Ihre Änderungen sind nicht gespeichert' });
  await question.getByRole('button', { name: 'Hier bleiben' }).click();
  assert.equal(await field(page, 'Titel').inputValue(), 'Maler und Lackierer');
  await page.getByRole('link', { name: 'Zu den Stellenanzeigen' }).click();
  await question.getByRole('button', { name: 'Verlassen, Entwurf behalten' }).click();
  await page.getByRole('heading', { level: 1, name: 'Stellenanzeigen' }).waitFor();

  // Meanwhile a colleague changes the field.
  const changed = await colleague.put(`/jobads/${id}`, { title: 'Maler (Innenausbau)' });
  assert.equal(changed.status, 204, changed.text);
  await openAd(page, id);
  await page.getByText(/^Entwurf vom .* wiederhergestellt\.$/).waitFor();
  assert.equal(await field(page, 'Titel').inputValue(), 'Maler und Lackierer');
  await save(page).click();
  const dialog = page.getByRole('dialog', { name: 'Jemand hat dasselbe geändert' });
  await dialog.getByLabel('Gespeichert: Maler (Innenausbau)').waitFor();
  assert.equal((await readAd(id)).title, 'Maler (Innenausbau)');
  await dialog.getByRole('button', { name: 'Zurück zum Formular' }).click();
  await page.getByRole('button', { name: 'Entwurf verwerfen' }).click();
  assert.equal(await field(page, 'Titel').inputValue(), 'Maler (Innenausbau)');
  await page.getByRole('link', { name: 'Zu den Stellenanzeigen' }).click();
  await page.getByRole('heading', { level: 1, name: 'Stellenanzeigen' }).waitFor();
});

consoleTest('a viewer reads a job ad, and an unknown one is not found', async (page) => {
  const viewer = await service.platform('viewer');
  const id = await create('Gärtner (m/w/d)');
  await openAs(page, urlOf(`/jobads/${id}`), viewer.cookie);
  await preview(page).getByText('Pakete packen').waitFor();
  assert.equal(await page.getByRole('form').count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Veröffentlichen' }).count(), 0);
  await page.goto(urlOf('/jobads/2147483647'));
  await page.getByRole('heading', { level: 1, name: 'Diese Stellenanzeige gibt es nicht' }).waitFor();
});
