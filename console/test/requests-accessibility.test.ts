import type { Page } from 'playwright-core';
import { checkPages } from './accessible-pages.ts';
import { openConsole } from './open-console.ts';
import { insertRequests } from './requests-data.ts';

const console = await openConsole();
const { service } = console;
const { officeId, company, stapler, placed } = await insertRequests(service);
const recruiter = await service.platform('recruiter');
await recruiter.post('/jobads', { title: 'Stapler gesucht', officeId, customerRequestId: stapler });

const openStatus = async (page: Page) => {
  await page.getByRole('button', { name: 'Status ändern…' }).click();
  await page.getByRole('dialog').getByLabel('Neuer Status').selectOption('Storniert – endgültig');
};
const openFinalQuestion = async (page: Page) => {
  await openStatus(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click();
  await page.getByText('Endgültig auf „Storniert“ setzen?').waitFor();
};
const openForms = async (page: Page) => {
  for (const part of ['Auftrag', 'Ort und Ansprechpartner']) {
    await page.getByRole('button', { name: `Bearbeiten: ${part}` }).click();
    await page.getByRole('form', { name: part }).waitFor();
  }
};
const rejectNew = async (page: Page) => {
  await page.getByRole('button', { name: 'Auftrag anlegen' }).click();
  await page.getByRole('alert').waitFor();
};

checkPages(console, recruiter.cookie, {
  'the list of requests': { path: '/requests?status=all' },
  'the list without a match': { path: '/requests?text=gibtesnicht' },
  'a request': { path: `/requests/${stapler}` },
  'the forms of a request': { path: `/requests/${placed}`, open: openForms },
  'the choice of a status': { path: `/requests/${stapler}`, open: openStatus },
  'the question before a final status': { path: `/requests/${stapler}`, open: openFinalQuestion },
  'a new request': { path: `/requests/new?company=${company}`, open: rejectNew },
});
