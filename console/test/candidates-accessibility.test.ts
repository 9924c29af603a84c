import type { Page } from 'playwright-core';
import { indexMarked } from '../../server/areas/search/index.ts';
import { checkPages } from './accessible-pages.ts';
import { openConsole } from './open-console.ts';
import { pngOf } from './png.ts';
import { insertApplications } from './recruiting-data.ts';

const console = await openConsole();
const { service } = console;
const { ids } = await insertApplications(service);
const { cookie, ...recruiter } = await service.platform('recruiter');
const { candidateId } = ids.Muster!;
const candidate = `/candidates/${candidateId}`;

/** A candidate with something in every part. */
async function fillCandidate(): Promise<void> {
  const call = { communicationTypeId: 1, subject: 'Anruf', direction: 'in' };
  const { body } = await recruiter.post(`${candidate}/communications`, call);
  const letter = { filename: 'brief.txt', file: 'data:text/plain;base64,QnJpZWY=' };
  await recruiter.post(`${candidate}/communications/${body.id}/attachments`, letter);
  await recruiter.post(`${candidate}/languages`, { languageId: 25, languageLevelId: 632 });
  await recruiter.post(`${candidate}/email`, { email: 'ada.privat@eine.recht.lange.domain.example.org' });
  await recruiter.post(`${candidate}/pictures`, { picture: pngOf().toString('base64') });
  await recruiter.post(`${candidate}/notes`, { text: 'Telefonat am Montag' });
  await recruiter.post(`${candidate}/keywords`, { keyword: 'Schichtleitung' });
  const job = { employer: 'Lager Nord', position: 'Packer', fromDate: '2020-01-01' };
  await recruiter.post(`${candidate}/resume/jobs`, job);
  const base64File = Buffer.from('Zeugnis').toString('base64');
  await recruiter.post(`${candidate}/documents/other`, { filename: 'Zeugnis.txt', base64File });
}
await fillCandidate();
await indexMarked(service.services);

async function openRejectedForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: /: Wünsche/ }).click();
  const form = page.getByRole('form', { name: 'Wünsche' });
  await form.getByLabel('Wochenstunden').fill('x');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await form.getByRole('alert').waitFor();
}

async function openConflict(page: Page): Promise<void> {
  await page.getByRole('button', { name: /: Bemerkungen/ }).click();
  const form = page.getByRole('form', { name: 'Bemerkungen' });
  await form.getByRole('textbox').fill('Meine');
  await recruiter.put(candidate, { remarks: `Ihre ${new Date().toISOString()}` });
  await form.getByRole('button', { name: 'Speichern' }).click();
  await page.getByRole('dialog').getByRole('radio').first().waitFor();
}

async function openAdditions(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Hinzufügen: WhatsApp-Nummer' }).click();
  await page.getByRole('button', { name: 'Bearbeiten: Englisch, B2' }).click();
  await page.getByRole('button', { name: 'Hinzufügen: Berufserfahrung' }).click();
  const form = page.getByRole('form', { name: 'Hinzufügen: Berufserfahrung' });
  await form.getByRole('button', { name: 'Speichern' }).click();
  await form.getByRole('alert').waitFor();
}

async function openCommunication(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Hinzufügen: Kommunikation' }).click();
  await page.getByRole('button', { name: 'Bearbeiten: Anruf' }).click();
}

async function openQuestion(page: Page): Promise<void> {
  await page.getByRole('button', { name: /: Adresse/ }).click();
  await page.getByRole('form').getByRole('textbox').first().fill('Lindenallee');
  await page.getByRole('link', { name: 'Heute', exact: true }).click();
  await page.getByRole('dialog').getByRole('button').first().waitFor();
}

async function openFilters(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('Beruf', { exact: true }).fill('lager');
  await page.getByRole('listbox').getByRole('option').first().waitFor();
}

async function openBulk(page: Page): Promise<void> {
  await page.getByRole('table').getByRole('checkbox').nth(1).check();
  await page.getByRole('button', { name: /^Status …/ }).click();
}

checkPages(console, cookie, {
  'the candidates': { path: '/candidates?text=Berlin' },
  'the filters of candidates': { path: '/candidates?stage=new&place=10115', open: openFilters },
  'the views of candidates': {
    path: '/candidates',
    open: (page) => page.getByRole('button', { name: /^Ansichten/ }).click(),
  },
  'the change of selected candidates': { path: '/candidates', open: openBulk },
  'a search without candidates': { path: '/candidates?text=Quark' },
  'a candidate': { path: candidate },
  'a rejected form': { path: candidate, open: openRejectedForm },
  'two values of one field': { path: candidate, open: openConflict },
  'the question before leaving': { path: candidate, open: openQuestion },
  'the applications of a candidate': { path: `${candidate}?tab=applications` },
  'the communication of a candidate': { path: `${candidate}?tab=communication` },
  'parts that are added to a candidate': { path: candidate, open: openAdditions },
  'a communication that is changed': { path: `${candidate}?tab=communication`, open: openCommunication },
  'the documents of a candidate': { path: `${candidate}?tab=documents` },
  'the history of a candidate': { path: `${candidate}?tab=history` },
});
