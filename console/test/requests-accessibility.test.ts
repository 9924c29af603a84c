import type { Page } from 'playwright-core';
import { checkPages } from './accessible-pages.ts';
import { openConsole } from './open-console.ts';
import { insertProposals } from './proposals-data.ts';
import { insertRequests } from './requests-data.ts';

const console = await openConsole();
const { service } = console;
const { officeId, company, stapler, placed } = await insertRequests(service);
const recruiter = await service.platform('recruiter');
const proposals = await insertProposals(service);
const [shown, declined] = await proposals.shortlist(proposals.ada, proposals.ben);
await proposals.move(declined!, 'declined');
await proposals.move(shown!, 'accepted', 'placed');
await recruiter.post('/jobads', { title: 'Stapler gesucht', officeId, customerRequestId: stapler });

const openStatus = async (page: Page) => {
  await page.getByRole('button', { name: 'Status ändern …' }).click();
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

const openCard = async (page: Page) => {
  await page.getByRole('button', { name: 'Ändern: Ben Adler' }).click();
};
const openTerms = async (page: Page) => {
  await openCard(page);
  await page.getByRole('menuitem', { name: 'Satz und Bemerkung …' }).click();
  await page.getByRole('dialog').getByLabel('Währung').waitFor();
};
const openCriteria = async (page: Page) => {
  await page.getByText('Verglichen wird mit').click();
  await page.getByLabel('Eva Vogt auswählen').check();
};

checkPages(console, recruiter.cookie, {
  'the list of requests': { path: '/requests?status=all' },
  'the list without a match': { path: '/requests?text=gibtesnicht' },
  'a request': { path: `/requests/${stapler}` },
  'the forms of a request': { path: `/requests/${placed}`, open: openForms },
  'the choice of a status': { path: `/requests/${stapler}`, open: openStatus },
  'the question before a final status': { path: `/requests/${stapler}`, open: openFinalQuestion },
  'the proposals of a request': { path: `/requests/${proposals.requestId}?tab=proposals` },
  'the form of a proposal': { path: `/requests/${proposals.requestId}?tab=proposals`, open: openTerms },
  'the matches of a request': { path: `/requests/${proposals.requestId}?tab=matches` },
  'the criteria of the matches': { path: `/requests/${proposals.requestId}?tab=matches`, open: openCriteria },
  'a new request': { path: `/requests/new?company=${company}`, open: rejectNew },
});
