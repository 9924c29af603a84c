import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { formOf, partOf, save } from './elements.ts';
import {
  loseResponse,
  openAs,
  openConsole,
  signIn,
  untilDraftOf,
  untilIdle,
  untilTrue,
} from './open-console.ts';
import { insertApplications } from './recruiting-data.ts';

const { service, consoleTest, urlOf } = await openConsole();
const { ids } = await insertApplications(service);
const recruiter = await service.platform('recruiter');
const colleague = await service.platform('recruiter');

const idOf = (lastName: string) => ids[lastName]!.candidateId;
const pathOf = (lastName: string) => `/candidates/${idOf(lastName)}`;
const read = async (lastName: string) => (await recruiter.get(pathOf(lastName))).body;
const edit = (page: Page, part: string) => page.getByRole('button', { name: `Bearbeiten: ${part}` }).click();
const draftsIn = (page: Page) =>
  page.evaluate<string[]>(
    "Object.entries(localStorage).filter(([name]) => name.startsWith('stellwerk.draft.')).map(([, value]) => value)",
  );

async function open(page: Page, lastName: string, query = '', as = recruiter): Promise<void> {
  await openAs(page, urlOf(`${pathOf(lastName)}${query}`), as.cookie);
  await page.getByRole('heading', { level: 1, name: lastName }).waitFor();
  await untilIdle(page);
}

consoleTest('a part is changed in place, with the properties that differ only, and back', async (page) => {
  await open(page, 'Muster');
  await edit(page, 'Kontakt');
  const form = formOf(page, 'Kontakt');
  assert.equal(await form.getByLabel('E-Mail-Adresse').inputValue(), 'kandidat0@example.org');
  await form.getByLabel('Telefon').fill('030 901820');
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await save(page, 'Kontakt');
  const request = await sent;
  assert.deepEqual(request.postDataJSON(), { contact: { phone: '030 901820' } });
  assert.match(request.headers()['if-match']!, /^W\/"/);
  await page.getByRole('status').getByText('Gespeichert.').waitFor();
  await partOf(page, 'Kontakt').getByRole('link', { name: '030 901820' }).waitFor();
  await page.getByRole('button', { name: 'Bearbeiten: Kontakt' }).and(page.locator(':focus')).waitFor();
  assert.equal((await read('Muster')).contact.phone, '030 901820');
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await page.getByRole('status').getByText('Die Änderung ist zurückgenommen.').waitFor();
  assert.equal((await read('Muster')).contact.phone, null);
  assert.deepEqual(await draftsIn(page), []);
});

consoleTest('what the service rejects is explained beside its field', async (page) => {
  await open(page, 'Muster');
  await edit(page, 'Wünsche und Verfügbarkeit');
  const form = formOf(page, 'Wünsche und Verfügbarkeit');
  const hours = form.getByLabel('Wochenstunden');
  await hours.fill('viele');
  await form.getByLabel('Umkreis in km').fill('-1');
  await save(page, 'Wünsche und Verfügbarkeit');
  const summary = form.getByRole('alert');
  await summary.getByText('2 Angaben sind nicht zulässig:').waitFor();
  assert.equal(await hours.getAttribute('aria-invalid'), 'true');
  const described = page.locator(`[id="${(await hours.getAttribute('aria-describedby'))!.trim()}"]`);
  assert.equal(await described.textContent(), 'Geben Sie eine Zahl ein, etwa 12,5.');
  await summary.getByRole('link', { name: 'Wochenstunden' }).click();
  await hours.and(page.locator(':focus')).waitFor();
  await hours.fill('38,5');
  await form.getByLabel('Umkreis in km').fill('25');
  await save(page, 'Wünsche und Verfügbarkeit');
  await partOf(page, 'Wünsche und Verfügbarkeit').getByText('38,5').waitFor();
  const { availability } = await read('Muster');
  assert.deepEqual([availability.weeklyHours, availability.radiusKm], [38.5, 25]);
});

consoleTest('two people on one field are shown both values, and each is chosen', async (page) => {
  await open(page, 'Öztürk');
  await edit(page, 'Adresse');
  const form = formOf(page, 'Adresse');
  await form.getByLabel('Straße').fill('Meine Straße');
  await form.getByLabel('Ort', { exact: true }).fill('Mein Ort');
  const theirs = { street: 'Ihre Straße', city: 'Ihr Ort', streetNumber: '7' };
  assert.equal((await colleague.put(pathOf('Öztürk'), { location: theirs })).status, 204);
  await save(page, 'Adresse');
  const dialog = page.getByRole('dialog', { name: 'Jemand hat dasselbe geändert' });
  const street = dialog.getByRole('radiogroup', { name: 'Straße' });
  const city = dialog.getByRole('radiogroup', { name: 'Ort' });
  await street.getByLabel('Meine Angabe: Meine Straße').check();
  assert.equal(await dialog.getByRole('radiogroup').count(), 2);
  assert.ok(await dialog.getByRole('button', { name: 'Auswahl speichern' }).isDisabled());
  await city.getByLabel('Gespeichert: Ihr Ort').check();
  await dialog.getByRole('button', { name: 'Auswahl speichern' }).click();
  await partOf(page, 'Adresse').getByText('Meine Straße').waitFor();
  const { location } = await read('Öztürk');
  assert.deepEqual([location.street, location.city, location.streetNumber], ['Meine Straße', 'Ihr Ort', '7']);
});

consoleTest('a change by a colleague is shown at once, and leaves an open form alone', async (page) => {
  await open(page, 'Öztürk');
  await edit(page, 'Kontakt');
  await formOf(page, 'Kontakt').getByLabel('Telefon').fill('030 1');
  const change = {
    desiredPosition: 'Staplerfahrer',
    contact: { phone: '030 2', website: 'https://example.org' },
  };
  assert.equal((await colleague.put(pathOf('Öztürk'), change)).status, 204);
  await partOf(page, 'Wünsche und Verfügbarkeit').getByText('Staplerfahrer').waitFor();
  assert.equal(await formOf(page, 'Kontakt').getByLabel('Telefon').inputValue(), '030 1');
  assert.equal(await formOf(page, 'Kontakt').getByLabel('Website').inputValue(), '');
  await formOf(page, 'Kontakt').getByRole('button', { name: 'Abbrechen' }).click();
  await partOf(page, 'Kontakt').getByText('030 2').waitFor();
});

consoleTest('a session that ends in the middle of a form loses nothing', async (page) => {
  const { user, ...calls } = await service.platform('recruiter');
  await signIn(page, urlOf(pathOf('Weiß')), user);
  await edit(page, 'Bemerkungen');
  await formOf(page, 'Bemerkungen').getByLabel('Bemerkungen').fill('Halb geschrieben');
  await calls.delete('/sessions');
  // The live stream ends as well, and can open the dialog before a mouse clicks.
  await formOf(page, 'Bemerkungen').getByRole('button', { name: 'Speichern' }).dispatchEvent('click');
  const dialog = page.getByRole('dialog', { name: 'Ihre Sitzung ist abgelaufen' });
  await dialog.getByLabel('Passwort').fill(user.password);
  await dialog.getByRole('button', { name: 'Anmelden' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await formOf(page, 'Bemerkungen')
    .getByText('Sie sind wieder angemeldet. Speichern Sie noch einmal.')
    .waitFor();
  await save(page, 'Bemerkungen');
  await page.getByRole('status').getByText('Gespeichert.').waitFor();
  await formOf(page, 'Bemerkungen').waitFor({ state: 'hidden' });
  await partOf(page, 'Bemerkungen').getByText('Halb geschrieben').waitFor();
  assert.equal((await read('Weiß')).remarks, 'Halb geschrieben');
});

consoleTest('a draft survives an interruption and a reload, encrypted', async (page) => {
  await open(page, 'Weiß');
  await edit(page, 'Kontakt');
  await page.context().setOffline(true);
  await formOf(page, 'Kontakt').getByLabel('Website').fill('https://weiss.example');
  await save(page, 'Kontakt');
  await page.getByRole('status').getByText('Keine Verbindung.').waitFor();
  await formOf(page, 'Kontakt').getByText('Keine Verbindung: Es wurde nichts gespeichert.').waitFor();
  await formOf(page, 'Kontakt').getByLabel('Telefon').fill('030 901820');
  await untilDraftOf(page, 'contact');
  assert.doesNotMatch((await draftsIn(page)).join(), /weiss|website/);
  const sent: unknown[] = [];
  page.on(
    'request',
    (request) => void (request.method() === 'PUT' && sent.push(request.postDataJSON().contact)),
  );
  await page.context().setOffline(false);
  await page.getByRole('status').getByText('Keine Verbindung.').waitFor({ state: 'hidden' });
  await untilIdle(page);
  assert.deepEqual(sent, []);
  // Everything that was entered is still there, and is saved once.
  assert.equal(await formOf(page, 'Kontakt').getByLabel('Website').inputValue(), 'https://weiss.example');
  assert.equal(await formOf(page, 'Kontakt').getByLabel('Telefon').inputValue(), '030 901820');
  await save(page, 'Kontakt');
  await partOf(page, 'Kontakt').getByRole('link', { name: '030 901820' }).waitFor();
  const { website, phone } = (await read('Weiß')).contact;
  assert.deepEqual([website, phone], ['https://weiss.example', '030 901820']);
  assert.deepEqual(sent, [{ website, phone }]);
  await edit(page, 'Adresse');
  await formOf(page, 'Adresse').getByLabel('Straße').fill('Lindenallee');
  await untilDraftOf(page, 'address');
  await page.reload();
  const form = formOf(page, 'Adresse');
  await form.getByText(/^Entwurf vom .* wiederhergestellt\.$/).waitFor();
  assert.equal(await form.getByLabel('Straße').inputValue(), 'Lindenallee');
  await form.getByRole('button', { name: 'Entwurf verwerfen' }).click();
  await form.waitFor({ state: 'hidden' });
  await page.reload();
  await page.getByRole('button', { name: 'Bearbeiten: Adresse' }).waitFor();
  assert.equal((await read('Weiß')).location.street, null);
});

consoleTest('leaving a changed form asks, and the draft can be kept', async (page) => {
  await open(page, 'Kowalenko', '', await service.platform('recruiter'));
  await edit(page, 'Person');
  await formOf(page, 'Person').getByLabel('Vorname').fill('Dmitri');
  await page.getByRole('link', { name: 'Heute', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Ihre Änderungen sind nicht gespeichert' });
  await dialog.getByRole('button', { name: 'Hier bleiben' }).click();
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(await formOf(page, 'Person').getByLabel('Vorname').inputValue(), 'Dmitri');
  await page.getByRole('link', { name: 'Heute', exact: true }).click();
  await dialog.getByRole('button', { name: 'Verlassen, Entwurf behalten' }).click();
  await page.getByRole('heading', { level: 1, name: 'Heute' }).waitFor();
  await page.goBack();
  await formOf(page, 'Person')
    .getByText(/wiederhergestellt/)
    .waitFor();
  await page.getByRole('button', { name: 'Test recruiter' }).click();
  await page.getByRole('menuitem', { name: 'Abmelden' }).click();
  await dialog.getByRole('button', { name: 'Abmelden, Änderungen verwerfen' }).click();
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  assert.deepEqual(await draftsIn(page), []);
});

consoleTest('the browser asks before a draft is lost that its storage has refused', async (page) => {
  await page.addInitScript(`
    const set = Storage.prototype.setItem;
    Storage.prototype.setItem = function (name, value) {
      if (!name.startsWith('stellwerk.draft.')) return set.call(this, name, value);
      globalThis.hasRefused = true;
      throw new DOMException('The storage is full.', 'QuotaExceededError');
    };
  `);
  await open(page, 'Kowalenko', '', await service.platform('recruiter'));
  await edit(page, 'Person');
  await formOf(page, 'Person').getByLabel('Vorname').fill('Dmitri');
  await page.getByRole('link', { name: 'Heute', exact: true }).click();
  await page.getByRole('button', { name: 'Verlassen, Entwurf behalten' }).click();
  await page.getByRole('heading', { level: 1, name: 'Heute' }).click();
  await untilTrue(page, 'globalThis.hasRefused === true');
  page.on('dialog', (dialog) => void dialog.dismiss());
  const question = page.waitForEvent('dialog');
  await page.evaluate('void setTimeout(() => location.reload())');
  assert.equal((await question).type(), 'beforeunload');
  await page.goBack();
  await formOf(page, 'Person')
    .getByText(/wiederhergestellt/)
    .waitFor();
});

consoleTest('a page that is left while it saves asks, and goes on when it has saved', async (page) => {
  await open(page, 'Weiß');
  await edit(page, 'Person');
  await formOf(page, 'Person').getByLabel('Geburtsort').fill('Hagen');
  const saving = Promise.withResolvers<void>();
  await page.route('**/platform/candidates/*', async (route) => {
    if (route.request().method() === 'PUT') await saving.promise;
    await route.continue();
  });
  await save(page, 'Person');
  await page.getByRole('link', { name: 'Heute', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Ihre Änderungen sind nicht gespeichert' });
  await dialog.waitFor();
  assert.equal((await read('Weiß')).birth?.place ?? null, null);
  saving.resolve();
  await page.getByRole('heading', { level: 1, name: 'Heute' }).waitFor();
  await dialog.waitFor({ state: 'hidden' });
  assert.equal((await read('Weiß')).birth.place, 'Hagen');
});

consoleTest('drafts of more than 30 days, and those that do not open, are dropped', async (page) => {
  const { user } = await service.platform('recruiter');
  const { rowGuid } = (await (await service.platform('recruiter')).get('/session')).body.user;
  await page.goto(urlOf('/sign-in'));
  const damaged = JSON.stringify({ savedAtUtc: new Date().toISOString(), sealed: 'AAAA' });
  const old = JSON.stringify({ savedAtUtc: '2020-01-01T00:00:00Z', sealed: 'AAAA' });
  const { body } = await service.tenant.api.get('/users/all');
  const own = body.users.find(({ id }: { id: number }) => id === user.id).rowGuid;
  await page.evaluate(
    `localStorage.setItem('stellwerk.draft.${own}.damaged', ${JSON.stringify(damaged)});
     localStorage.setItem('stellwerk.draft.${rowGuid}.of-another', ${JSON.stringify(damaged)});
     localStorage.setItem('stellwerk.draft.${rowGuid}.old', ${JSON.stringify(old)});`,
  );
  await signIn(page, urlOf('/'), user);
  assert.deepEqual(
    await page.evaluate("Object.keys(localStorage).filter((name) => name.includes('draft'))"),
    [`stellwerk.draft.${rowGuid}.of-another`],
  );
});

consoleTest('the drafts about an erased candidate are dropped', async (page) => {
  await open(page, 'Şahin');
  await edit(page, 'Bemerkungen');
  await formOf(page, 'Bemerkungen').getByLabel('Bemerkungen').fill('Halb geschrieben');
  await untilDraftOf(page, 'remarks');
  const admin = await service.platform('admin');
  assert.equal((await admin.delete(pathOf('Şahin'))).status, 204);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Diesen Bewerber gibt es nicht' }).waitFor();
  await untilIdle(page);
  assert.deepEqual(await draftsIn(page), []);
});

consoleTest('a double click on Speichern sends a change once', async (page) => {
  await open(page, 'Kowalenko');
  const sent: string[] = [];
  page.on('request', (request) => void (request.method() === 'PUT' && sent.push(request.url())));
  for (const [part, label] of [
    ['Person', 'Geburtsort'],
    ['Bemerkungen', 'Bemerkungen'],
  ] as const) {
    await edit(page, part);
    await formOf(page, part).getByLabel(label).fill('Hamm');
    await formOf(page, part).getByRole('button', { name: 'Speichern' }).dblclick();
    await formOf(page, part).waitFor({ state: 'hidden' });
    await partOf(page, part).getByText('Hamm').waitFor();
  }
  await untilIdle(page);
  assert.equal(sent.length, 2);
});

consoleTest('a change whose response was lost can be undone after saving again', async (page) => {
  const before = (await read('Muster')).birth.place;
  await open(page, 'Muster');
  await edit(page, 'Person');
  await formOf(page, 'Person').getByLabel('Geburtsort').fill('Soest');
  await loseResponse(page, 'PUT', '**/platform/candidates/*');
  await save(page, 'Person');
  await formOf(page, 'Person').getByRole('alert').waitFor();
  assert.equal((await read('Muster')).birth.place, 'Soest');
  // What is entered meanwhile is no conflict with what the user has sent.
  await formOf(page, 'Person').getByLabel('Geburtsort').fill('Werl');
  await save(page, 'Person');
  await page.getByRole('status').getByText('Person: gespeichert.').waitFor();
  assert.equal((await read('Muster')).birth.place, 'Werl');
  await edit(page, 'Person');
  await formOf(page, 'Person').getByLabel('Titel').fill('Dr.');
  await loseResponse(page, 'PUT', '**/platform/candidates/*');
  await save(page, 'Person');
  await formOf(page, 'Person').getByRole('alert').waitFor();
  await save(page, 'Person');
  await page.getByRole('status').getByText('Person: gespeichert.').waitFor();
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await page.getByRole('status').getByText('Die Änderung ist zurückgenommen.').waitFor();
  const { title, birth } = await read('Muster');
  assert.deepEqual([title, birth.place], [null, 'Werl']);
  assert.notEqual(before, 'Werl');
});

consoleTest('a message names its part, and closes when the same part is not saved', async (page) => {
  await open(page, 'Muster');
  const message = page.getByRole('status').getByText('Wünsche und Verfügbarkeit: gespeichert.');
  const fail = async (part: string, label: string) => {
    await edit(page, part);
    await formOf(page, part).getByLabel(label).fill('viele');
    await save(page, part);
    await formOf(page, part).getByRole('alert').waitFor();
  };
  await edit(page, 'Wünsche und Verfügbarkeit');
  await formOf(page, 'Wünsche und Verfügbarkeit').getByLabel('Wochenstunden').fill('30');
  await save(page, 'Wünsche und Verfügbarkeit');
  await message.waitFor();
  await fail('Kontakt', 'E-Mail-Adresse');
  assert.equal(await message.count(), 1);
  await fail('Wünsche und Verfügbarkeit', 'Wochenstunden');
  await message.waitFor({ state: 'hidden' });
});
