import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { button, formOf, partOf, refused, said, save, undo } from './elements.ts';
import { openAs, openConsole, untilDraftOf, untilIdle, untilTrue } from './open-console.ts';
import { pngOf } from './png.ts';
import { insertApplications } from './recruiting-data.ts';

const { service, consoleTest, urlOf } = await openConsole();
const { ids } = await insertApplications(service);
const recruiter = await service.platform('recruiter');
const colleague = await service.platform('recruiter');

const pathOf = (lastName: string) => `/candidates/${ids[lastName]!.candidateId}`;
const read = async (lastName: string) => (await recruiter.get(pathOf(lastName))).body;

async function open(page: Page, lastName: string, query = '', as = recruiter): Promise<void> {
  await openAs(page, urlOf(`${pathOf(lastName)}${query}`), as.cookie);
  await page.getByRole('heading', { level: 1, name: lastName }).waitFor();
  await untilIdle(page);
}

consoleTest('a job is added to the resume, refused until it is complete, and taken back', async (page) => {
  await open(page, 'Muster');
  const title = 'Hinzufügen: Berufserfahrung';
  await button(page, title).click();
  const form = formOf(page, title);
  await form.getByLabel('Tätigkeit').and(page.locator(':focus')).waitFor();
  await save(page, title);
  await refused(page, title, 'Arbeitgeber', 'Bitte ausfüllen.');
  await form.getByLabel('Tätigkeit').fill('Staplerfahrer');
  await form.getByLabel('Arbeitgeber').fill('Lager Nord');
  await form.getByLabel('Von').fill('2020-03-01');
  await form.getByLabel('Bis').fill('2019-03-01');
  await form.getByLabel('Land').selectOption('Polen');
  await save(page, title);
  await refused(page, title, 'Bis', '„Bis“ darf nicht vor „Von“ liegen.');

  // What was begun waits for the user.
  await untilDraftOf(page, 'new-jobs');
  await page.reload();
  await form.getByText(/^Entwurf vom .* wiederhergestellt\.$/).waitFor();
  await form.getByLabel('Bis').fill('2021-03-01');
  await save(page, title);
  await said(page, '„Staplerfahrer“ ist hinzugefügt.');
  const jobs = page.getByRole('list', { name: 'Berufserfahrung' });
  await jobs.getByText('Lager Nord · 01.03.2020 – 01.03.2021').waitFor();
  await button(page, title).and(page.locator(':focus')).waitFor();
  const [job] = (await read('Muster')).resume.jobs;
  assert.deepEqual([job.position, job.employer, job.countryId], ['Staplerfahrer', 'Lager Nord', 616]);
  await undo(page);
  await jobs.waitFor({ state: 'hidden' });
  assert.deepEqual((await read('Muster')).resume.jobs, []);
});

consoleTest('trainings and schools are added to the resume', async (page) => {
  await open(page, 'Muster');
  const added = [
    ['Ausbildungen und Studium', { 'Beruf oder Fach': 'Fachlagerist', Einrichtung: 'Berufsschule Berlin' }],
    ['Schulbildung', { Schule: 'Gesamtschule Mitte', Note: '2,1' }],
    ['Weiterbildungen', { Titel: 'Ladungssicherung', Stunden: '16,5' }],
  ] as const;
  for (const [list, entries] of added) {
    const title = `Hinzufügen: ${list}`;
    await button(page, title).click();
    for (const [label, value] of Object.entries(entries))
      await formOf(page, title).getByLabel(label, { exact: true }).fill(value);
    await save(page, title);
    await page.getByRole('list', { name: list }).getByText(Object.values(entries)[0]!).waitFor();
  }
  const { professionEducations, schoolEducations, educations } = (await read('Muster')).resume;
  assert.deepEqual(
    [professionEducations[0].profession, schoolEducations[0].grade, educations[0].hours],
    ['Fachlagerist', '2,1', 16.5],
  );
});

consoleTest('a lost response adds no second entry', async (page) => {
  await open(page, 'Öztürk');
  const title = 'Hinzufügen: Schulbildung';
  await button(page, title).click();
  await formOf(page, title).getByLabel('Schule').fill('Realschule Nord');
  let lost = 0;
  await page.route('**/resume/schooleducations', async (route) => {
    if (lost++ > 0) return route.continue();
    const key = route.request().headers()['idempotency-key']!;
    const body = route.request().postDataJSON();
    const path = `${pathOf('Öztürk')}/resume/schooleducations`;
    const stored = await recruiter.post(path, body, { headers: { 'idempotency-key': key } });
    assert.equal(stored.status, 200, stored.text);
    return route.abort();
  });
  await save(page, title);
  await formOf(page, title).getByText('Der Dienst ist nicht erreichbar.').waitFor();
  assert.equal((await read('Öztürk')).resume.schoolEducations.length, 1);
  await page.getByText('Keine Verbindung.').waitFor({ state: 'hidden' });
  await save(page, title);
  await formOf(page, title).waitFor({ state: 'hidden' });
  await page.getByRole('list', { name: 'Schulbildung' }).getByText('Realschule Nord').waitFor();
  assert.equal((await read('Öztürk')).resume.schoolEducations.length, 1);
});

consoleTest('contact channels are added and removed, and what a main one sets comes back', async (page) => {
  await open(page, 'Weiß');
  const part = partOf(page, 'Weitere Kontaktwege');
  const email = 'Hinzufügen: E-Mail-Adresse';
  await button(page, email).click();
  await formOf(page, email).getByLabel('E-Mail-Adresse').fill('privat');
  await save(page, email);
  await refused(page, email, 'E-Mail-Adresse', 'Geben Sie eine E-Mail-Adresse ein, etwa ada@example.org.');
  await formOf(page, email).getByLabel('E-Mail-Adresse').fill('privat@example.org');
  await save(page, email);
  await part.getByRole('link', { name: 'privat@example.org' }).waitFor();

  const whatsApp = 'Hinzufügen: WhatsApp-Nummer';
  await button(page, whatsApp).click();
  await formOf(page, whatsApp).getByLabel('Nummer').fill('0151 5550199');
  await formOf(page, whatsApp).getByLabel('Einwilligung liegt vor').selectOption('ja');
  await formOf(page, whatsApp).getByLabel('Hauptkontakt').selectOption('ja');
  await save(page, whatsApp);
  await part.getByText('WhatsApp-Nummer · Hauptkontakt · mit Einwilligung').waitFor();
  const { contact, contactChannels } = await read('Weiß');
  assert.deepEqual([contact.hasWhatsApp, contact.whatsAppConsentChecked], [true, true]);
  assert.equal(contactChannels.length, 2);
  await undo(page);
  await said(page, '„0151 5550199“ ist entfernt.');
  const before = await read('Weiß');
  assert.deepEqual([before.contact.hasWhatsApp, before.contact.mobile], [null, '+49 151 5550100']);
  assert.equal(before.contactChannels.length, 1);

  await button(page, 'Entfernen: privat@example.org').click();
  await said(page, '„privat@example.org“ ist entfernt.');
  assert.deepEqual((await read('Weiß')).contactChannels, []);
  await undo(page);
  await part.getByRole('link', { name: 'privat@example.org' }).waitFor();
});

async function addMain(page: Page, title: string, field: string, address: string): Promise<void> {
  await button(page, title).click();
  await formOf(page, title).getByLabel(field).fill(address);
  await formOf(page, title).getByLabel('Hauptkontakt').selectOption('ja');
  await save(page, title);
  await partOf(page, 'Kontakt').getByRole('link', { name: address }).waitFor();
}

consoleTest('a main address or number is taken back, and leaves no further channel', async (page) => {
  const lastName = 'von der Hohenwart-Liebenstein';
  const { contact } = await read(lastName);
  await open(page, lastName);
  for (const [title, field, address, old] of [
    ['Hinzufügen: E-Mail-Adresse', 'E-Mail-Adresse', 'neue@example.org', contact.email],
    ['Hinzufügen: SMS-Nummer', 'Nummer', '0151 5550177', contact.mobile],
  ]) {
    await addMain(page, title, field, address);
    // The service keeps the address that it replaces.
    assert.equal((await read(lastName)).contactChannels.length, 2);
    await undo(page);
    await said(page, `„${address}“ ist entfernt.`);
    await partOf(page, 'Kontakt').getByRole('link', { name: old }).waitFor();
    const undone = await read(lastName);
    assert.deepEqual([undone.contact, undone.contactChannels], [contact, []]);
  }
});

consoleTest('a main address that replaces another one is taken back with both', async (page) => {
  const first = { email: 'erste@example.org', isPrimary: true };
  assert.equal((await recruiter.post(`${pathOf('Kowalenko')}/email`, first)).status, 200);
  const { contact, contactChannels } = await read('Kowalenko');
  assert.equal(contact.email, 'erste@example.org');
  await open(page, 'Kowalenko');
  await addMain(page, 'Hinzufügen: E-Mail-Adresse', 'E-Mail-Adresse', 'zweite@example.org');
  await undo(page);
  await said(page, '„zweite@example.org“ ist entfernt.');
  const undone = await read('Kowalenko');
  assert.deepEqual([undone.contact, undone.contactChannels], [contact, contactChannels]);
});

consoleTest('taking back a main address keeps those that a colleague has added meanwhile', async (page) => {
  const path = pathOf('Weiß');
  const { contact, contactChannels } = await read('Weiß');
  await open(page, 'Weiß');
  await addMain(page, 'Hinzufügen: E-Mail-Adresse', 'E-Mail-Adresse', 'neue@example.org');
  const theirs = { email: 'kollegin@example.org', isPrimary: true };
  assert.equal((await colleague.post(`${path}/email`, theirs)).status, 200);
  await undo(page);
  await said(page, '„neue@example.org“ ist entfernt.');
  const undone = await read('Weiß');
  assert.equal(undone.contact.email, 'kollegin@example.org');
  assert.deepEqual(
    undone.contactChannels.map(({ address }: { address: string }) => address).sort(),
    [
      ...contactChannels.map(({ address }: { address: string }) => address),
      contact.email,
      theirs.email,
    ].sort(),
  );
});

consoleTest('taking back a main number keeps what a colleague has changed meanwhile', async (page) => {
  await open(page, 'Öztürk');
  const title = 'Hinzufügen: WhatsApp-Nummer';
  await button(page, title).click();
  await formOf(page, title).getByLabel('Nummer').fill('0151 5550188');
  await formOf(page, title).getByLabel('Einwilligung liegt vor').selectOption('ja');
  await formOf(page, title).getByLabel('Hauptkontakt').selectOption('ja');
  await save(page, title);
  await button(page, 'Rückgängig').waitFor();
  const theirs = { contact: { whatsAppConsentChecked: false } };
  assert.equal((await colleague.put(pathOf('Öztürk'), theirs)).status, 204);
  await undo(page);
  await said(page, '„0151 5550188“ ist entfernt.');
  const { contact, contactChannels } = await read('Öztürk');
  assert.deepEqual([contact.hasWhatsApp, contact.whatsAppConsentChecked], [null, false]);
  assert.deepEqual(contactChannels, []);
});

async function choose(page: Page, name: string, file: { name: string; mimeType: string; buffer: Buffer }) {
  const chooser = page.waitForEvent('filechooser');
  await button(page, name).click();
  await (await chooser).setFiles(file);
}

consoleTest('a picture is added and replaced, and no other file is taken', async (page) => {
  await open(page, 'Şahin');
  const picture = page.getByRole('img', { name: 'Bild von Elif Şahin' });
  const untilWide = (width: number) =>
    untilTrue(page, `document.querySelector('main header img')?.naturalWidth === ${width}`);
  const text = { name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('kein Bild') };
  await choose(page, 'Bild hinzufügen', text);
  await page
    .getByRole('alert')
    .getByText('Das ist kein Bild. Wählen Sie eine JPEG-, PNG- oder WebP-Datei.')
    .waitFor();
  assert.equal((await read('Şahin')).hasPicture, false);
  await choose(page, 'Bild hinzufügen', { ...text, buffer: pngOf(1) });
  await said(page, 'Das Bild ist gespeichert.');
  await picture.waitFor();
  await untilWide(1);
  assert.equal(await page.getByRole('button', { name: 'Rückgängig' }).count(), 0);
  await choose(page, 'Bild ersetzen', { ...text, buffer: pngOf(2) });
  await button(page, 'Rückgängig').waitFor();
  await untilWide(2);
  await undo(page);
  await said(page, 'Das vorige Bild ist wieder da.');
  await untilWide(1);
});

consoleTest('the work contract and the end of the assignment are changed in place', async (page) => {
  await open(page, 'Şahin');
  await button(page, 'Bearbeiten: Arbeitsvertrag').click();
  const form = formOf(page, 'Arbeitsvertrag');
  await form.getByLabel('Unterschrieben', { exact: true }).selectOption('ja');
  await save(page, 'Arbeitsvertrag');
  await said(page, 'Gespeichert.');
  const { workContract } = await read('Şahin');
  assert.equal(workContract.isWorkContractSigned, true);
  assert.notEqual(workContract.workContractSignedAtUtc, null);
  await undo(page);
  await said(page, 'Die Änderung ist zurückgenommen.');
  // Also the time, which the service has set.
  assert.deepEqual((await read('Şahin')).workContract, {
    isWorkContractSigned: null,
    workContractSignedAtUtc: null,
    didNotShowUpForWork: null,
  });
  await button(page, 'Bearbeiten: Einsatz').click();
  await formOf(page, 'Einsatz')
    .getByRole('textbox')
    .or(formOf(page, 'Einsatz').getByLabel(/Einsatz/))
    .first()
    .fill('2027-03-31T17:30');
  const theirs = { endOfOperationAtUtc: '2027-04-30T15:00:00Z' };
  assert.equal((await colleague.put(`${pathOf('Şahin')}/endofoperation`, theirs)).status, 200);
  await save(page, 'Einsatz');
  const dialog = page.getByRole('dialog', { name: 'Jemand hat dasselbe geändert' });
  await dialog.getByLabel(/^Meine Angabe: 31\.03\.2027, 17:30/).check();
  await dialog.getByRole('button', { name: 'Auswahl speichern' }).click();
  await partOf(page, 'Einsatz').getByText('31.03.2027, 17:30').waitFor();
  const local = await page.evaluate<string>("new Date('2027-03-31T17:30').toISOString()");
  assert.equal(Date.parse((await read('Şahin')).endOfOperationAtUtc), Date.parse(local));
});

consoleTest('levels, scores, and the validity of licences are edited', async (page) => {
  const path = pathOf('Muster');
  await recruiter.post(`${path}/languages`, { languageId: 25, languageLevelId: 632 });
  await recruiter.post(`${path}/qualifications`, { name: 'Staplerschein' });
  await open(page, 'Muster');
  const languages = page.getByRole('list', { name: 'Sprachen' });
  await button(page, 'Bearbeiten: Englisch, B2').click();
  await formOf(page, 'Bearbeiten: Englisch, B2').getByLabel('Niveau').selectOption('C1');
  await save(page, 'Bearbeiten: Englisch, B2');
  await languages.getByText('Englisch, C1').waitFor();
  await undo(page);
  await languages.getByText('Englisch, B2').waitFor();

  const score = 'Bearbeiten: Staplerschein';
  await button(page, score).click();
  await formOf(page, score).getByLabel('Bewertung, 1 bis 5').fill('9');
  await save(page, score);
  await refused(page, score, 'Bewertung, 1 bis 5', 'Geben Sie eine Zahl von 1 bis 5 ein.');
  await formOf(page, score).getByLabel('Bewertung, 1 bis 5').fill('4');
  await save(page, score);
  await page.getByRole('list', { name: 'Qualifikationen' }).getByText('Staplerschein, 4 von 5').waitFor();

  const licence = 'Hinzufügen: Führerscheine';
  await button(page, licence).click();
  const form = formOf(page, licence);
  await form.getByLabel('Klasse').selectOption({ index: 3 });
  const name = await form.getByLabel('Klasse').locator('option:checked').textContent();
  await form.getByLabel('Ausgestellt am').fill('2020-01-01');
  await form.getByLabel('Gültig bis').fill('2019-01-01');
  await save(page, licence);
  await refused(page, licence, 'Gültig bis', '„Gültig bis“ darf nicht vor „Ausgestellt am“ liegen.');
  await form.getByLabel('Gültig bis').fill('2035-01-01');
  await save(page, licence);
  const licences = page.getByRole('list', { name: 'Führerscheine' });
  await licences.getByText(`${name}, gültig bis 01.01.2035`).waitFor();
  await undo(page);
  await licences.waitFor({ state: 'hidden' });
  assert.deepEqual((await read('Muster')).driversLicences, []);
});

consoleTest('a viewer is offered none of this', async (page) => {
  const viewer = await service.platform('viewer');
  for (const query of ['', '?tab=communication']) {
    await open(page, 'Weiß', query, viewer);
    const changes = page
      .locator('main')
      .getByRole('button', { name: /hinzufügen|ersetzen|bearbeiten|entfernen|löschen/i });
    assert.equal(await changes.count(), 0);
  }
});
