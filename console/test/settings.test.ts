import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openAs, openConsole } from './open-console.ts';
import { rowOf, said, undo } from './privacy-steps.ts';

const { service, consoleTest, urlOf } = await openConsole();
const createAdmin = async () => service.platform('admin', await service.createTenant());
const open = async (page: Page, path: string, { cookie }: { cookie: string }) => {
  await openAs(page, urlOf(path), cookie);
  await page.getByRole('heading', { level: 1 }).waitFor();
};
const edit = async (page: Page, part: string) => {
  await page.getByRole('button', { name: `Bearbeiten: ${part}` }).click();
  const form = page.getByRole('form', { name: part });
  return { form, save: () => form.getByRole('button', { name: 'Speichern', exact: true }).click() };
};
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

consoleTest('an admin adds, renames, retires, and brings back an entry of a value list', async (page) => {
  await open(page, '/settings/lists', await createAdmin());
  const list = page.getByLabel('Liste');
  await list.focus();
  await list.selectOption('Kanäle');
  await rowOf(page, 'Zeitungsanzeige').waitFor();
  await list.and(page.locator(':focus')).waitFor();
  assert.match(page.url(), /list=channels/);
  await page.getByRole('button', { name: 'Eintrag hinzufügen' }).click();
  const addition = page.getByRole('form', { name: 'Eintrag hinzufügen' });
  await addition.getByLabel('Name auf Deutsch').fill('Radiospot');
  await addition.getByLabel('Name auf Englisch').fill('PHONE');
  await addition.getByRole('button', { name: 'Speichern' }).click();
  await addition
    .getByText(/Diesen Namen hat schon ein anderer Eintrag/)
    .last()
    .waitFor();
  await addition.getByLabel('Name auf Englisch').fill('Radio advert');
  await addition.getByRole('button', { name: 'Speichern' }).click();
  await said(page, '„Radiospot“ ist hinzugefügt.');
  const row = rowOf(page, 'Radiospot');
  await row.getByText('Radio advert').last().waitFor();

  await row.getByRole('button', { name: 'Umbenennen: Radiospot' }).click();
  const dialog = page.getByRole('dialog', { name: 'Umbenennen: Radiospot' });
  await dialog.getByLabel('Name auf Deutsch').fill('Radiowerbung');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await rowOf(page, 'Radiowerbung').waitFor();
  await undo(page);
  await said(page, 'Der Eintrag heißt wieder wie vorher.');
  await row.waitFor();

  await page.getByLabel('Suchen', { exact: true }).fill('radio AD');
  await page.getByText('1 Eintrag', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Deaktivieren: Radiospot' }).click();
  await said(page, /^„Radiospot“ kann nicht mehr gewählt werden/);
  await page.getByText('Kein Eintrag passt zu diesen Filtern.').waitFor();
  await page.getByLabel('Zustand').selectOption('Inaktive');
  await row.getByText('inaktiv').waitFor();
  // A colleague could be sent this address.
  await page.reload();
  await row.getByRole('button', { name: 'Aktivieren: Radiospot' }).click();
  await said(page, '„Radiospot“ kann wieder gewählt werden.');
  await undo(page);
  await said(page, /nicht mehr gewählt/);
  await row.waitFor();
});

consoleTest(
  'an entry that is needed cannot be retired, and two admins rename one with care',
  async (page) => {
    const admin = await createAdmin();
    await open(page, '/settings/lists?list=channels', admin);
    await rowOf(page, 'Homepage').getByText('vom Dienst verwendet, kann nur umbenannt werden').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Deaktivieren: Homepage' }).count(), 0);
    await page.getByRole('button', { name: 'Umbenennen: Messenger' }).click();
    const dialog = page.getByRole('dialog', { name: 'Umbenennen: Messenger' });
    await dialog.getByLabel('Name auf Deutsch').fill('WhatsApp');
    await admin.put('/masterdata/channels/entries/14', { nameDe: 'Chat', nameEn: 'Chat' });
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    const conflict = page.getByRole('dialog', { name: 'Jemand hat dasselbe geändert' });
    await conflict.getByLabel('Gespeichert: Chat').waitFor();
    await conflict.getByLabel('Meine Angabe: WhatsApp').check();
    await conflict.getByRole('button', { name: 'Auswahl speichern' }).click();
    await rowOf(page, 'WhatsApp').getByText('Chat').last().waitFor();

    const { entries } = (await admin.get('/masterdata/sourcesofsupply/entries')).body;
    const [last, ...others] = entries;
    for (const { id } of others)
      await admin.put(`/masterdata/sourcesofsupply/entries/${id}`, { isExpired: true });
    await page.getByLabel('Liste').selectOption('Quellen');
    await page.getByRole('button', { name: `Deaktivieren: ${last.nameDe}` }).click();
    await said(page, `„${last.nameDe}“ ist der letzte aktive Eintrag`);
  },
);

consoleTest(
  'other roles read the lists and change nothing, and the other settings are not theirs',
  async (page) => {
    await open(page, '/settings/lists?list=channels', await service.platform('integrator'));
    await rowOf(page, 'Homepage').getByText('28').last().waitFor();
    const list = page.getByRole('region', { name: 'Kanäle' });
    assert.equal(await list.getByRole('button').count(), 0);
    for (const path of ['/settings/portal', '/settings/mail', '/settings/cvs']) {
      await page.goto(urlOf(path));
      await page.getByRole('heading', { level: 1, name: 'Dafür fehlt Ihnen die Berechtigung' }).waitFor();
    }
  },
);

consoleTest('an admin changes what the portal shows and what applicants agree to', async (page) => {
  const tenant = await service.createTenant();
  const admin = await service.platform('admin', tenant);
  const stored = async () => (await admin.get('/portal')).body;
  await open(page, '/settings/portal', admin);
  const look = await edit(page, 'Aussehen');
  const color = look.form.getByLabel('Farbe von Schaltflächen und Links');
  await color.fill('#ffcc00');
  await look.save();
  await look.form
    .getByText(/^Weiße Schrift ist auf dieser Farbe nicht lesbar/)
    .last()
    .waitFor();
  await page.getByRole('button', { name: 'Nächste geeignete Farbe nehmen: #8f7300' }).click();
  assert.equal(await color.inputValue(), '#8f7300');
  // A colleague changes something else meanwhile. Both changes stay.
  await admin.put('/portal', { aboutText: { en: 'Since 1998.' } });
  await look.form.getByLabel('Über das Unternehmen, deutsch').fill('Seit 1998.');
  await look.save();
  await said(page, 'Gespeichert. Das Stellenportal zeigt die Änderung sofort.');
  await part(page, 'Aussehen').getByText('Since 1998.').waitFor();
  const after = await stored();
  assert.deepEqual([after.color, after.aboutText], ['#8f7300', { de: 'Seit 1998.', en: 'Since 1998.' }]);

  const links = await edit(page, 'Sprache und Links');
  await links.form.getByLabel('Impressum').fill('javascript:alert(1)');
  await links.save();
  await links.form.getByText('Geben Sie eine Adresse ein, die mit https:// beginnt.').last().waitFor();
  await links.form.getByLabel('Impressum').fill('https://example.org/impressum');
  await links.form.getByLabel('Sprache der Stellenanzeigen').selectOption('Englisch');
  await links.save();
  await page.getByRole('link', { name: 'https://example.org/impressum' }).waitFor();

  await page.getByText('Wer gerade ein Formular offen hat, muss noch einmal zustimmen').waitFor();
  await page.getByText('firm-1/built-in-1').waitFor();
  const consent = await edit(page, 'Verarbeitung der Daten');
  await consent.form.getByLabel('Englischer Text').fill('We process your data.');
  await page.getByRole('button', { name: 'Mitgelieferten deutschen Text einsetzen' }).click();
  const german = consent.form.getByLabel('Deutscher Text');
  await german.and(page.locator(':focus')).waitFor();
  assert.match(await german.inputValue(), /^Ich willige ein, dass Test meine Angaben/);
  await german.fill('Ich bin einverstanden.');
  await consent.save();
  await page.getByText('firm-2/built-in-1').waitFor();
  const shown = part(page, 'Verarbeitung der Daten');
  await shown.getByText('Ich bin einverstanden.').waitFor();
  await undo(page);
  await said(page, 'Die vorigen Texte gelten wieder, als neue Fassung.');
  await page.getByText('firm-3/built-in-1').waitFor();
  assert.deepEqual((await stored()).privacyText, { de: null, en: null });
  const portal = page.getByRole('link', { name: 'Stellenportal ansehen' });
  assert.match((await portal.getAttribute('href'))!, new RegExp(`/jobs/${tenant.key}$`));
});

consoleTest('an admin replaces the logo, removes it, and brings it back', async (page) => {
  const admin = await createAdmin();
  const stored = async () => (await admin.get('/portal')).body.logo?.sizeBytes;
  await open(page, '/settings/portal', admin);
  const logo = part(page, 'Logo');
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    logo.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  await logo.getByText(/^Ohne Logo steht der Name/).waitFor();
  await choose('logo.svg', 'image/svg+xml', Buffer.from('<svg/>'));
  await logo.getByText(/^Das ist kein PNG oder JPEG/).waitFor();
  await choose('logo.png', 'image/png', Buffer.alloc(262_145));
  await logo.getByText(/^Die Datei ist zu groß/).waitFor();
  await choose('logo.png', 'image/png', PNG);
  await logo.getByRole('img', { name: 'Logo des Stellenportals' }).waitFor();
  await logo.getByText('1 × 1 Pixel, 1 KB').waitFor();
  await logo.getByRole('button', { name: 'Logo entfernen' }).click();
  await said(page, 'Das Logo ist entfernt.');
  assert.equal(await stored(), undefined);
  // A change of something else does not keep it away.
  await admin.put('/portal', { color: '#7a1f5c' });
  await undo(page);
  await said(page, 'Das vorige Logo ist wieder da.');
  await logo.getByRole('img').waitFor();
  assert.equal(await stored(), PNG.length);
});

consoleTest(
  'an admin sets where replies go, writes an own mail, and goes back to the built-in one',
  async (page) => {
    const admin = await createAdmin();
    const stored = async () => (await admin.get('/mail/templates')).body.templates[0];
    await open(page, '/settings/mail', admin);
    await page.getByText('Diese Installation versendet keine E-Mails.').waitFor();
    const settings = await edit(page, 'Versand');
    await settings.form.getByLabel('Adresse für Antworten').fill('bewerbung');
    await settings.save();
    await settings.form
      .getByText(/^Geben Sie eine E-Mail-Adresse ein/)
      .last()
      .waitFor();
    await settings.form.getByLabel('Adresse für Antworten').fill('bewerbung@example.org');
    await settings.form.getByLabel('Bewerbungen über die Schnittstelle bestätigen').selectOption('ja');
    await settings.save();
    await part(page, 'Versand').getByText('bewerbung@example.org', { exact: true }).waitFor();
    const { replyTo, confirmsApiApplications, confirmsPortalApplications } = (
      await admin.get('/mail/settings')
    ).body;
    assert.deepEqual(
      [replyTo, confirmsApiApplications, confirmsPortalApplications],
      ['bewerbung@example.org', true, true],
    );

    const title = 'Bestätigung der Bewerbung, Deutsch';
    const text = part(page, title);
    await page.getByText('{{jobTitle}}', { exact: true }).waitFor();
    await text.getByText('Mitgelieferter Text', { exact: true }).waitFor();
    const { form, save } = await edit(page, title);
    await form.getByLabel('Betreff').fill('Danke, {{firstName}}! {{name}}');
    await save();
    await form.getByText('Der Betreff hat einen Platzhalter, den es nicht gibt.').last().waitFor();
    await form.getByLabel('Betreff').fill('Danke, {{firstName}}!');
    await save();
    await said(page, /^Ihr Text ist gespeichert/);
    await text.getByText('Vorschau mit Beispielen').click();
    await text.getByText('Danke, Ada!').waitFor();
    // What was not changed is still that of the built-in text.
    assert.match((await stored()).body, /vielen Dank für Ihre Bewerbung/);
    await undo(page);
    await said(page, 'Der vorige Text gilt wieder.');
    assert.equal((await stored()).isBuiltIn, true);

    const path = '/mail/templates/applicationReceived/de';
    const own = { subject: 'Eigener Betreff', body: 'Eigener Text' };
    await admin.put(path, own);
    await page.reload();
    await text.getByText('Eigener Betreff').first().waitFor();
    await text.getByText('Mitgelieferter Text', { exact: true }).click();
    await text.getByText('Ihre Bewerbung bei {{company}}: {{jobTitle}}').waitFor();
    const restore = page.getByRole('button', { name: `Mitgelieferten Text verwenden: ${title}` });
    // What a colleague has written meanwhile is not dropped unseen.
    await admin.put(path, { ...own, subject: 'Neuer Betreff' });
    await restore.click();
    await said(page, 'Die Texte wurden inzwischen geändert. Es wurde nichts verworfen.');
    await text.getByText('Neuer Betreff').first().waitFor();
    await restore.click();
    await said(page, 'Es gilt wieder der mitgelieferte Text.');
    assert.equal((await stored()).isBuiltIn, true);
    await undo(page);
    await said(page, 'Ihr Text gilt wieder.');
    assert.equal((await stored()).subject, 'Neuer Betreff');
  },
);

consoleTest('an admin sets what of a CV is written without a person', async (page) => {
  const admin = await createAdmin();
  const stored = async () => (await admin.get('/documents/cv/settings')).body;
  await open(page, '/settings/cvs', admin);
  await page.getByText('Standard: 0,98 für Kontaktdaten und Adresse, 0,95 für alles andere').waitFor();
  const { form, save } = await edit(page, 'Eintragen oder vorschlagen');
  const confidence = form.getByLabel('Sicherheit, ab der eingetragen wird');
  await confidence.fill('95');
  await save();
  await form
    .getByText(/von 0,5 bis 1 ein/)
    .last()
    .waitFor();
  await confidence.fill('0,9');
  // A colleague changes the other setting meanwhile. Both changes stay.
  await admin.put('/documents/cv/settings', { proposesEverything: true });
  await save();
  await said(page, 'Gespeichert. Das gilt für Lebensläufe, die ab jetzt gelesen werden.');
  assert.deepEqual(await stored(), { proposesEverything: true, minimumConfidence: 0.9 });
  await undo(page);
  await said(page, 'Die vorigen Einstellungen gelten wieder.');
  assert.deepEqual(await stored(), { proposesEverything: true, minimumConfidence: null });
});
