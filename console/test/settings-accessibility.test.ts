import type { Page } from 'playwright-core';
import { checkPages } from './accessible-pages.ts';
import { openConsole } from './open-console.ts';

const console = await openConsole();
const { service } = console;
const admin = await service.platform('admin');
const logo =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
await admin.put('/masterdata/channels/entries/3', { isExpired: true });
await admin.put('/portal', {
  color: '#7a1f5c',
  logo,
  imprintUrl: 'https://example.org/rechtliches/impressum-der-arbeitnehmerueberlassung-berlin',
  aboutText: { de: 'Seit 1998 in Berlin.' },
});
await admin.put('/mail/templates/applicationReceived/de', { subject: 'Danke!', body: 'Guten Tag.' });

const renameWrongly = async (page: Page) => {
  await page.getByRole('button', { name: 'Umbenennen: Homepage' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name auf Deutsch').fill('');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await dialog.getByRole('alert').waitFor();
};
const addToList = async (page: Page) => {
  await page.getByRole('button', { name: 'Eintrag hinzufügen' }).click();
  await page.getByRole('form').getByRole('button', { name: 'Speichern' }).click();
  await page.getByRole('alert').waitFor();
};
const editPortal = async (page: Page) => {
  await page.getByRole('button', { name: 'Bearbeiten: Bedingungen' }).click();
  await page.getByRole('button', { name: 'Bearbeiten: Aussehen' }).click();
  await page.getByLabel('Farbe von Schaltflächen und Links').fill('#ffcc00');
  await page.getByRole('form', { name: 'Aussehen' }).getByRole('button', { name: 'Speichern' }).click();
  await page.getByRole('button', { name: /^Nächste geeignete Farbe/ }).waitFor();
};
const editMail = async (page: Page) => {
  for (const summary of await page.locator('summary').all()) await summary.click();
  await page.getByRole('button', { name: 'Bearbeiten: Bestätigung der Bewerbung, Englisch' }).click();
  await page.getByRole('button', { name: 'Bearbeiten: Versand' }).click();
  await page.getByLabel('Adresse für Antworten').waitFor();
};
const editCvs = async (page: Page) => {
  await page.getByRole('button', { name: 'Bearbeiten: Eintragen oder vorschlagen' }).click();
  await page.getByLabel('Sicherheit, ab der eingetragen wird').fill('95');
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await page
    .getByText(/von 0,5 bis 1 ein/)
    .last()
    .waitFor();
};

checkPages(console, admin.cookie, {
  'a value list': { path: '/settings/lists?list=channels&state=all' },
  'a rejected name': { path: '/settings/lists?list=channels', open: renameWrongly },
  'a rejected entry': { path: '/settings/lists', open: addToList },
  'the settings of the portal': { path: '/settings/portal' },
  'the settings of the portal that are changed': { path: '/settings/portal', open: editPortal },
  'the settings of mails': { path: '/settings/mail' },
  'the texts of mails that are changed': { path: '/settings/mail', open: editMail },
  'the settings of CVs that are rejected': { path: '/settings/cvs', open: editCvs },
});
