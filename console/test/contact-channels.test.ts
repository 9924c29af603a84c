import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { button, formOf, said, save } from './elements.ts';
import { openAs, openConsole, untilIdle } from './open-console.ts';
import { insertApplications } from './recruiting-data.ts';

// A colleague changes the main contact while somebody adds, removes, or takes back a channel.

const { service, consoleTest, urlOf } = await openConsole();
const { ids } = await insertApplications(service);
const recruiter = await service.platform('recruiter');
const colleague = await service.platform('recruiter');
await service.sql("UPDATE user_account SET first_name = 'Sabine', last_name = 'Vogel' WHERE id = $1", [
  colleague.user.id,
]);

const pathOf = (lastName: string) => `/candidates/${ids[lastName]!.candidateId}`;
const read = async (lastName: string) => (await recruiter.get(pathOf(lastName))).body;
const BY = 'Das war Sabine Vogel.';

async function post(lastName: string, kind: string, body: object): Promise<void> {
  const { status, text } = await colleague.post(`${pathOf(lastName)}/${kind}`, body);
  assert.equal(status, 200, text);
}

async function put(lastName: string, contact: object): Promise<void> {
  const { status, text } = await colleague.put(pathOf(lastName), { contact });
  assert.equal(status, 204, text);
}

/** The page does not hear of what others do. */
async function open(page: Page, lastName: string): Promise<void> {
  await page.route('**/platform/live*', (route) => route.abort());
  await openAs(page, urlOf(pathOf(lastName)), recruiter.cookie);
  await page.getByRole('heading', { level: 1, name: lastName }).waitFor();
  await untilIdle(page);
}

async function fill(page: Page, title: string, entries: Record<string, string>): Promise<void> {
  await button(page, title).click();
  for (const [label, entry] of Object.entries(entries)) {
    const input = formOf(page, title).getByLabel(label, { exact: true });
    await (entry === 'ja' ? input.selectOption(entry) : input.fill(entry));
  }
}

consoleTest('a main address does not replace that of a colleague without a word', async (page) => {
  await open(page, 'Weiß');
  const title = 'Hinzufügen: E-Mail-Adresse';
  await fill(page, title, { 'E-Mail-Adresse': 'neue@example.org', Hauptkontakt: 'ja' });
  await put('Weiß', { email: 'kollegin@example.org', website: 'https://example.org' });
  await save(page, title);
  const reason = `Im Kontakt steht inzwischen: E-Mail-Adresse: kollegin@example.org. Speichern Sie noch einmal, wenn das trotzdem der Hauptkontakt sein soll. ${BY}`;
  await formOf(page, title).getByText(reason).first().waitFor();
  assert.equal((await read('Weiß')).contact.email, 'kollegin@example.org');
  // The page shows it as well.
  await page
    .getByRole('region', { name: 'Kontakt', exact: true })
    .getByRole('link', { name: 'kollegin@example.org' })
    .waitFor();
  await save(page, title);
  await said(page, '„neue@example.org“ ist hinzugefügt.');
  assert.equal((await read('Weiß')).contact.email, 'neue@example.org');
  await button(page, 'Rückgängig').click();
  await said(page, '„neue@example.org“ ist entfernt.');
  const { contact, contactChannels } = await read('Weiß');
  assert.deepEqual([contact.email, contactChannels], ['kollegin@example.org', []]);
});

consoleTest('a main address whose response was lost is added once', async (page) => {
  await open(page, 'Şahin');
  const title = 'Hinzufügen: E-Mail-Adresse';
  await fill(page, title, { 'E-Mail-Adresse': 'neue@example.org', Hauptkontakt: 'ja' });
  let lost = 0;
  await page.route(`**${pathOf('Şahin')}/email`, async (route) => {
    if (lost++ > 0) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await save(page, title);
  await formOf(page, title).getByText('Der Dienst ist nicht erreichbar.').waitFor();
  await page.getByText('Keine Verbindung.').waitFor({ state: 'hidden' });
  await save(page, title);
  await said(page, '„neue@example.org“ ist hinzugefügt.');
  assert.equal((await read('Şahin')).contact.email, 'neue@example.org');
});

consoleTest('taking back a main WhatsApp number leaves that of a colleague the main one', async (page) => {
  await open(page, 'Öztürk');
  const title = 'Hinzufügen: WhatsApp-Nummer';
  const entries = { Nummer: '0151 5550188', 'Einwilligung liegt vor': 'ja', Hauptkontakt: 'ja' };
  await post('Öztürk', 'whatsapp', { phoneNumber: '0151 5550100', consentChecked: true, isPrimary: true });
  await page.reload();
  await untilIdle(page);
  await fill(page, title, entries);
  await save(page, title);
  await said(page, '„0151 5550188“ ist hinzugefügt.');
  await post('Öztürk', 'whatsapp', { phoneNumber: '0151 5550199', consentChecked: true, isPrimary: true });
  await button(page, 'Rückgängig').click();
  await said(page, '„0151 5550188“ ist entfernt.');
  const { contact, contactChannels } = await read('Öztürk');
  assert.deepEqual([contact.hasWhatsApp, contact.whatsAppConsentChecked], [true, true]);
  assert.deepEqual(
    contactChannels.map(({ address, isPrimary }: Record<string, unknown>) => [address, isPrimary]),
    [
      ['0151 5550100', false],
      ['0151 5550199', true],
    ],
  );
});

consoleTest(
  'a channel that a colleague has made the main one is not removed without a word',
  async (page) => {
    await post('Kowalenko', 'email', { email: 'privat@example.org' });
    await open(page, 'Kowalenko');
    const remove = button(page, 'Entfernen: privat@example.org');
    await remove.waitFor();
    await put('Kowalenko', { email: 'privat@example.org' });
    await remove.click();
    await said(
      page,
      `„privat@example.org“: nicht entfernt, denn der Eintrag wurde inzwischen geändert: E-Mail-Adresse · Hauptkontakt. ${BY}`,
    );
    const addresses = async () =>
      (await read('Kowalenko')).contactChannels.map(({ address, isPrimary }: Record<string, unknown>) => [
        address,
        isPrimary,
      ]);
    assert.deepEqual(await addresses(), [['privat@example.org', true]]);
    await button(page, 'Trotzdem entfernen').click();
    await said(page, '„privat@example.org“ ist entfernt.');
    assert.deepEqual(await addresses(), []);
    // The colleague gives the contact another address, so the removed one comes back beside it.
    await put('Kowalenko', { email: 'kollegin@example.org' });
    await button(page, 'Rückgängig').click();
    await said(page, '„privat@example.org“ ist hinzugefügt.');
    assert.equal((await read('Kowalenko')).contact.email, 'kollegin@example.org');
    assert.deepEqual(await addresses(), [['privat@example.org', false]]);
  },
);
