import type { Page } from 'playwright-core';
import { indexMarked } from '../../server/areas/search/index.ts';
import { externalApplication } from '../../server/testing/makers/applications.ts';
import { checkPages } from './accessible-pages.ts';
import { openConsole } from './open-console.ts';
import { pdfOf } from './pdf.ts';
import { insertApplications } from './recruiting-data.ts';

const console = await openConsole();
const { service } = console;
const { ids, jobAdId } = await insertApplications(service);
const { cookie, ...recruiter } = await service.platform('recruiter');
const { applicationId, candidateId } = ids.Muster!;
await indexMarked(service.services);
await recruiter.post('/tasks', { title: 'Rückruf', dueDate: '2020-01-02', applicationId });
await recruiter.post(`/candidates/${candidateId}/notes`, { text: 'Telefonat am Montag' });
const letter = { filename: 'anschreiben.txt', base64File: Buffer.from('Guten Tag').toString('base64') };
await recruiter.post(`/candidates/${candidateId}/documents/other`, letter);
const base64File = (await pdfOf(['Ada Muster', 'Zeugnis'])).toString('base64');
await recruiter.post(`/candidates/${candidateId}/documents/cv`, { filename: 'lebenslauf.pdf', base64File });
const sent = externalApplication({ firstName: 'Zoe' });
await service.tenant.api.post('/candidates/applies/external', sent);
const { body: again } = await service.tenant.api.post('/candidates/applies/external', {
  ...sent,
  ...{ city: 'Bonn', zipCode: '53111', availableFrom: '2027-02-01' },
  data: Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`frage_${index + 1}`, 'Antwort'])),
});
const colleague = await service.platform('admin');
const mention = { text: '@Test recruiter, bitte anrufen', mentions: [recruiter.user.id] };
await colleague.post(`/candidates/${candidateId}/notes`, mention);

const press = async (page: Page, key: string, opened: 'dialog' | 'menu') => {
  await page.keyboard.press(key);
  await page.getByRole(opened).waitFor();
};
const openMenu = async (page: Page, name: string | RegExp) => {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('menu').waitFor();
};
const openPalette = (page: Page) => press(page, 'Control+k', 'dialog');
const openReason = async (page: Page) => {
  await page.keyboard.press('e');
  await page.getByRole('menuitem', { name: 'Abgelehnt' }).click();
  await page.getByRole('dialog').waitFor();
};
const openDocument = async (page: Page, name: string, text: string) => {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('region', { name }).getByText(text).waitFor();
};
const openDeletion = async (page: Page) => {
  await page.getByRole('button', { name: 'anschreiben.txt löschen' }).click();
  await page.getByRole('dialog').waitFor();
};
const openFollowUp = async (page: Page) => {
  await page.keyboard.press('w');
  await page.getByRole('button', { name: 'In 3 Tagen' }).waitFor();
  await page.getByLabel('Neue Notiz').fill('@');
  await page.getByRole('listbox').waitFor();
};
const openNotifications = async (page: Page) => {
  await page.getByRole('button', { name: /^Benachrichtigungen/ }).click();
  await page.getByRole('dialog').getByRole('link').first().waitFor();
};
const findWords = async (page: Page) => {
  await openPalette(page);
  await page.getByRole('dialog').getByRole('combobox').fill('Muster');
  await page.getByRole('option', { name: /Ada Muster/ }).waitFor();
};

async function enterKnownEmail(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: /mail/i }).fill('kandidat0@example.org');
  await page.getByRole('link', { name: 'Ada Muster' }).waitFor();
}

async function openConflict(page: Page): Promise<void> {
  await page.getByRole('article').waitFor();
  await page.getByRole('textbox', { name: 'Titel' }).fill('Mein Titel');
  await page.getByRole('textbox', { name: 'Aufgaben' }).fill('Meine Aufgaben');
  const theirs = {
    title: `Ihr Titel ${Date.now()}`,
    tasks: `<ul><li>Aufgabe <b>${Date.now()}</b></li></ul>`,
  };
  await recruiter.put(`/jobads/${jobAdId}`, theirs);
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByRole('dialog').getByRole('radio').first().waitFor();
}

const application = `/applications?application=${applicationId}`;
checkPages(console, cookie, {
  'the sign-in': { path: '/sign-in', isAnonymous: true },
  today: { path: '/' },
  'the queue': { path: '/applications' },
  'an application': { path: application },
  'an application with other values than the profile': {
    path: `/applications?application=${again.applicationId}`,
    open: (page) => page.getByText('4 weitere Antworten').click(),
  },
  'the menu of stages': { path: application, open: (page) => press(page, 'e', 'menu') },
  'the question for a reason': { path: application, open: openReason },
  'an open PDF': { path: application, open: (page) => openDocument(page, 'lebenslauf.pdf', 'Ada Muster') },
  'an open text': { path: application, open: (page) => openDocument(page, 'anschreiben.txt', 'Guten Tag') },
  'the deletion of a document': { path: application, open: openDeletion },
  'a new follow-up and a mention': { path: application, open: openFollowUp },
  'the notifications': { path: '/', open: openNotifications },
  'records in the palette': { path: '/', open: findWords },
  'the profile': { path: '/settings/profile' },
  'an unknown address': { path: '/unknown' },
  'the palette': { path: '/', open: openPalette },
  'the keys': { path: '/', open: (page) => press(page, '?', 'dialog') },
  'the user menu': { path: '/', open: (page) => openMenu(page, 'Test recruiter') },
  'job ads': { path: '/jobads' },
  'a new job ad': { path: '/jobads/new' },
  'a job ad': { path: `/jobads/${jobAdId}`, open: (page) => page.getByRole('article').waitFor() },
  'two values of one field of a job ad': { path: `/jobads/${jobAdId}`, open: openConflict },
  'the pipeline': { path: `/jobads/${jobAdId}/pipeline` },
  'the menu of a card': {
    path: `/jobads/${jobAdId}/pipeline`,
    open: (page) => openMenu(page, /…$/),
  },
  'a new candidate': { path: `/candidates/new?jobAd=${jobAdId}`, open: enterKnownEmail },
});
